"""Results of an evening for a page: rounds with their places, and what was won, with the rows behind them."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _

from events.models import Award, Event, Match, Registration
from events.queries import programme, results

PLACES = ("main", "first", "second", "third", "door", "custom")
"""The podium comes first."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of a round: ``place`` is None for who has none, ``rolls`` and ``points`` where the game has none."""

    place: int | None
    registration: Registration
    rolls: int | None
    state: str
    points: int | None = None

    @property
    def registration_id(self) -> int:
        return self.registration.pk


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One match that is over: everybody by place, then those without one, as the result stands."""

    match: Match
    title: str
    placed: list[Placed]
    unplaced: list[Placed]

    @property
    def has_points(self) -> bool:
        """Whether places go by points."""
        return any(row.points is not None for row in (*self.placed, *self.unplaced))

    @property
    def rolls(self) -> int | None:
        """How often the seats rolled together; None where the game doesn't count."""
        counted = [row.rolls for row in (*self.placed, *self.unplaced) if row.rolls is not None]
        return sum(counted) if counted else None


def rounds_of(event: Event, version: results.Version | None = None) -> list[RoundResult]:
    """The rounds of the result as it stands (or of ``version``), in order."""
    data = (version or results.latest(event)).data
    matches = {match.public_id: match for match in event.matches.select_related("round")}
    entries = {entry.reg: entry for entry in event.registrations.select_related("person")}
    tables = Counter(round_["number"] for round_ in data["rounds"])
    seen: Counter[int] = Counter()
    found = []
    for round_ in data["rounds"]:
        match = matches[round_["match"]]
        seen[round_["number"]] += 1
        table = seen[round_["number"]] if tables[round_["number"]] > 1 else 0
        rows = [
            Placed(row["place"], entries[row["reg"]], row["rolls"], row["state"], row.get("points"))
            for row in round_["places"]
        ]
        found.append(
            RoundResult(
                match,
                _title(match, table),
                [row for row in rows if row.place],
                [row for row in rows if not row.place],
            )
        )
    return found


def _title(match: Match, table: int) -> str:
    """What the round is called, with the table where it has several (EV-9)."""
    title = programme.title_of(match.round)
    if not table:
        return title
    return _("%(round)s, table %(number)s") % {"round": title, "number": table}


def awards_of(event: Event) -> list[Award]:
    """What was won and what became of it, void or handed on too: rounds in order, the podium first, the host's last."""
    awards = event.awards.select_related(
        "prize",
        "registration__person",
        "match__round",
        "successor__registration",
        "predecessor__registration",
    )
    return sorted(awards, key=_order)


def _order(award: Award) -> tuple[int, int, int]:
    """By match, then by place, then in the order they were made."""
    return (award.match.number if award.match else 10_000, PLACES.index(award.place), award.pk)
