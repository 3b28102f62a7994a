"""What every audience's look at a match needs from the database, read once."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from django.db import connection

from events.models import Award, LogEntry, Match, Prize
from events.queries import states
from events.queries.keeping import Kept
from events.queries.programme import prize_order
from games import codec

Made = TypeVar("Made")
Logged = tuple[LogEntry, Any]
"""A row of the log and the entry it stores."""

NEWEST_ROWS = 48
"""How far back a table's lines reach: more rows than their commands write, but in the rarest cases."""
MORE_ROWS = {"lure": 240}
"""The same for games of which one command may write a whole round."""

_tails: Kept[str, tuple[int, tuple[Logged, ...]]] = Kept(states.KEPT_MATCHES)
"""By match how far its log was read, and its newest rows: twice as many as a reading has, for those a little behind.
Rows of a log never change."""
_prizes: Kept[str, tuple[int, list[Prize]]] = Kept(states.KEPT_MATCHES)
"""By match the evening's seq, and its prizes: whatever changes them is in the ledger."""


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
    def newest(self) -> Sequence[Logged]:
        """The newest rows of the log with their entries, oldest first."""
        count = MORE_ROWS.get(self.match.game, NEWEST_ROWS)
        known, kept = _tails.get(self.match.public_id) or (0, ())
        if known > self.seq:  # somebody has read on since
            rows = tuple(one for one in kept if one[0].seq <= self.seq)
            return rows[-count:] if len(rows) >= min(count, self.seq) else self._read(0, count)
        newer = self._read(known, count) if known < self.seq else ()
        # So many that there may be more between: then what was kept doesn't follow on.
        rows = newer if len(newer) == count else (*kept, *newer)[-2 * count :]
        if not connection.in_atomic_block:  # what is read in a transaction may be undone with it
            _tails.put(self.match.public_id, (self.seq, rows))
        return rows[-count:]

    def _read(self, after: int, count: int) -> tuple[Logged, ...]:
        rows = self.match.log.filter(seq__gt=after, seq__lte=self.seq).order_by("-seq")[:count]
        return tuple(decoded(self.match, list(rows)[::-1]))

    @cached_property
    def prizes(self) -> list[Prize]:
        """What is at stake in this round: its own prizes, or those of the whole evening that it decides."""
        event = self.match.event
        known, kept = _prizes.get(self.match.public_id) or (-1, [])
        if known == event.seq:
            return kept
        found = Prize.objects.filter(event=event, round=self.match.round.prize_round)
        prizes = sorted(found, key=prize_order)
        if not connection.in_atomic_block:
            _prizes.put(self.match.public_id, (event.seq, prizes))
        return prizes

    @cached_property
    def awards(self) -> dict[int | None, list[Award]]:
        """Who has won what, by prize: several may have won one together. Void ones aren't among them."""
        won: dict[int | None, list[Award]] = {}
        given = Award.objects.filter(match=self.match).exclude(state=Award.State.VOID)
        for award in given.select_related("registration"):
            won.setdefault(award.prize_id, []).append(award)
        return won


def written(match: Match, logged: Sequence[Logged]) -> None:
    """Keep *committed* rows, the last of which is the match's newest, for the next reader of this process."""
    known, kept = _tails.get(match.public_id) or (0, ())
    if known == logged[0][0].seq - 1:
        count = MORE_ROWS.get(match.game, NEWEST_ROWS)
        _tails.put(match.public_id, (match.seq, (*kept, *logged)[-2 * count :]))


def decoded(match: Match, rows: list[LogEntry]) -> list[Logged]:
    """Rows with the entries they store."""
    kinds = codec.registry(states.table_of(match).entries)
    return [(row, codec.decode(kinds, row.data)) for row in rows]
