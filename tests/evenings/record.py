"""What a match's log says, read as it is stored: who sat where, who went out when, and so who takes what.

Worked out here from the entries alone, to be compared with what pages and files say.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.serving import Serving
from tests.staging import Evening, rows

DOOR_PRIZES = 3
_PODIUM = ("first", "second", "third")


@dataclass(frozen=True)
class Record:
    """One match: names by seat, and its entries that stand, oldest first."""

    names: tuple[str, ...]
    entries: tuple[tuple[str, dict[str, Any]], ...]

    def seats(self, *kinds: str) -> list[int]:
        """Whose entries of these kinds there are, in order."""
        return [data["seat"] for kind, data in self.entries if kind in kinds]

    @cached_property
    def caught(self) -> list[str]:
        """Who was caught, first out first."""
        return [self.names[seat] for seat in self.seats("Caught")]

    @cached_property
    def gone(self) -> set[str]:
        """Who left or was struck out."""
        return {self.names[seat] for seat in self.seats("Left", "StruckOut")}

    @property
    def passed_over(self) -> set[str]:
        return {self.names[seat] for seat in self.seats("PassedOver", "StruckOut")}

    def times_passed_over(self, name: str) -> int:
        return self.seats("PassedOver", "StruckOut").count(self.names.index(name))

    @property
    def dice_taken(self) -> set[int]:
        """The dice that were picked."""
        return {data["die"] for kind, data in self.entries if kind == "Picked"}

    @property
    def still_in(self) -> list[str]:
        return [name for name in self.names if name not in {*self.caught, *self.gone}]

    @cached_property
    def places(self) -> list[str]:
        """The names by place: whoever never went out, then the others, last out first (LB-20, KO-5)."""
        out = [*self.caught, *(self.names[seat] for seat in self.seats("DuelMatched")[-1:])]
        stayed = [name for name in reversed(out) if name not in self.gone]
        never = [name for name in self.still_in if name not in stayed]
        return [*never, *stayed]

    @property
    def knockout_takers(self) -> dict[str, list[str]]:
        """Who takes which prize of a KnockOut: the last three, and of the others the first three caught (KO-5)."""
        found = {place: [name] for place, name in zip(_PODIUM, self.places, strict=False)}
        doors = [name for name in self.caught if name not in self.places[: len(_PODIUM)]]
        return found | {"door": doors[:DOOR_PRIZES]}


def records(evening: Evening) -> list[Record]:
    """Every match of the evening, in order."""
    found = rows(
        evening.site,
        "SELECT m.id FROM events_match m JOIN events_event e ON e.id = m.event_id "
        "WHERE e.public_id = %s ORDER BY m.number",
        evening.event_id,
    )
    return [_record(evening.site, pk) for (pk,) in found]


def seqs(evening: Evening) -> dict[str, int]:
    """How far each match's topic has come."""
    found = rows(
        evening.site,
        "SELECT m.public_id, m.seq FROM events_match m JOIN events_event e ON e.id = m.event_id "
        "WHERE e.public_id = %s",
        evening.event_id,
    )
    return {f"match/{public_id}": seq for public_id, seq in found}


def _record(site: Serving, pk: int) -> Record:
    names = rows(
        site,
        "SELECT r.name FROM events_seat s JOIN events_registration r ON r.id = s.registration_id "
        "WHERE s.match_id = %s ORDER BY s.number",
        pk,
    )
    log = [
        (seq, kind, data if isinstance(data, dict) else json.loads(data))
        for seq, kind, data in rows(
            site, "SELECT seq, kind, data FROM events_logentry WHERE match_id = %s ORDER BY seq", pk
        )
    ]
    undone = {seq for _seq, kind, data in log if kind == "Voided" for seq in data["seqs"]}
    return Record(
        tuple(name for (name,) in names),
        tuple((kind, data) for seq, kind, data in log if seq not in undone),
    )
