"""What every audience's look at a match needs from the database, read once."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from events.models import Award, LogEntry, Match, Prize
from events.queries import states
from games import codec
from games.kernel import Entry

NEWEST_ROWS = 48
"""How far back a table's lines reach: more rows than their commands write, but in the rarest cases."""


@dataclass(frozen=True)
class Reading:
    """One match at one entry. For one ``match`` object each part is read when it is first asked for."""

    match: Match
    seq: int

    @classmethod
    def of(cls, match: Match) -> "Reading":
        """The reading of this very object, as long as it stays at its entry."""
        known: Reading | None = match.__dict__.get("_reading")
        if known is None or known.seq != match.seq:
            known = match.__dict__["_reading"] = cls(match, match.seq)
        return known

    @cached_property
    def newest(self) -> list[tuple[LogEntry, Entry]]:
        """The newest rows of the log with their entries, oldest first."""
        rows = self.match.log.filter(seq__lte=self.seq).order_by("-seq")[:NEWEST_ROWS]
        return decoded(self.match, list(rows)[::-1])

    @cached_property
    def prizes(self) -> list[Prize]:
        """What is at stake in this round."""
        return list(Prize.objects.filter(event=self.match.event, round=self.match.round.number))

    @cached_property
    def awards(self) -> dict[int | None, Award]:
        """Who has won what, by prize."""
        won = Award.objects.filter(match=self.match).select_related("registration")
        return {award.prize_id: award for award in won}


def decoded(match: Match, rows: list[LogEntry]) -> list[tuple[LogEntry, Any]]:
    """Rows with the entries they store."""
    kinds = codec.registry(states.table_of(match).entries)
    return [(row, codec.decode(kinds, row.data)) for row in rows]
