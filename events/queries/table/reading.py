"""What every audience's look at a match needs from the database, read once."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from events.models import Award, LogEntry, Match, Prize
from events.queries import states
from events.queries.programme import prize_order
from games import codec
from games.kernel import Entry

Made = TypeVar("Made")

NEWEST_ROWS = 48
"""How far back a table's lines reach: more rows than their commands write, but in the rarest cases."""
MORE_ROWS = {"lure": 240}
"""The same for games of which one command may write a whole round."""


@dataclass(frozen=True)
class Reading:
    """One match at one entry. For one ``match`` object each part is read when it is first asked for."""

    match: Match
    seq: int
    made: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, match: Match) -> "Reading":
        """The reading of this very object, as long as it stays at its entry."""
        known: Reading | None = match.__dict__.get("_reading")
        if known is None or known.seq != match.seq:
            known = match.__dict__["_reading"] = cls(match, match.seq)
        return known

    def once(self, what: Hashable, make: Callable[[], Made]) -> Made:
        """What ``make`` makes of this reading, made when ``what`` is first asked for."""
        if what not in self.made:
            self.made[what] = make()
        found: Made = self.made[what]
        return found

    @cached_property
    def newest(self) -> list[tuple[LogEntry, Entry]]:
        """The newest rows of the log with their entries, oldest first."""
        count = MORE_ROWS.get(self.match.game, NEWEST_ROWS)
        rows = self.match.log.filter(seq__lte=self.seq).order_by("-seq")[:count]
        return decoded(self.match, list(rows)[::-1])

    @cached_property
    def prizes(self) -> list[Prize]:
        """What is at stake in this round: its own prizes, or those of the whole evening that it decides."""
        found = Prize.objects.filter(event=self.match.event, round=self.match.round.prize_round)
        return sorted(found, key=prize_order)

    @cached_property
    def awards(self) -> dict[int | None, list[Award]]:
        """Who has won what, by prize: several may have won one together. Void ones aren't among them."""
        won: dict[int | None, list[Award]] = {}
        given = Award.objects.filter(match=self.match).exclude(state=Award.State.VOID)
        for award in given.select_related("registration"):
            won.setdefault(award.prize_id, []).append(award)
        return won


def decoded(match: Match, rows: list[LogEntry]) -> list[tuple[LogEntry, Any]]:
    """Rows with the entries they store."""
    kinds = codec.registry(states.table_of(match).entries)
    return [(row, codec.decode(kinds, row.data)) for row in rows]
