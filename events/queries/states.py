"""Where a match stands: folded from its log, with a cache that only saves work."""

from typing import Any

from django.db import connection

from events.models import Match
from events.queries.keeping import Kept
from games import TABLES, codec
from games.kernel import Entry
from games.table import Table, TableState

KEPT_MATCHES = 256
_kept: Kept[str, tuple[int, TableState[Any]]] = Kept(KEPT_MATCHES)


def table_of(match: Match) -> Table[Any]:
    """The table a match is played at."""
    return TABLES[match.game]


def state_of(match: Match) -> TableState[Any]:
    """The state after entry ``match.seq``.

    Behind the cache only the newer rows are read and folded, so a roll costs the same at the end of a long match as
    at its start. A process that only reads keeps what it folded as well; and what one ``match`` object stands at is
    folded once, however many look at it while others play on.
    """
    known: tuple[int, TableState[Any]] | None = match.__dict__.get("_folded")
    if known is not None and known[0] == match.seq:
        return known[1]
    state = _folded(match)
    match.__dict__["_folded"] = (match.seq, state)
    if not connection.in_atomic_block:  # what is read in a transaction may be undone with it
        remember(match, state)
    return state


def _folded(match: Match) -> TableState[Any]:
    table = table_of(match)
    seq, state = _kept.get(match.public_id) or (0, None)
    if state is None or seq > match.seq:
        seq, state = 0, table.initial(match.seats.count(), options_of(match))
    if seq == match.seq:
        return state
    return table.fold(state, entries_of(match, after=seq))


def remember(match: Match, state: TableState[Any]) -> None:
    """Keep a *committed* state for the next reader of this process."""
    seq, _ = _kept.get(match.public_id) or (0, None)
    if seq <= match.seq:
        _kept.put(match.public_id, (match.seq, state))


def entries_of(match: Match, *, after: int = 0) -> list[Entry]:
    """The log's entries, those numbered up to ``after`` left out."""
    kinds = codec.registry(table_of(match).entries)
    rows = match.log.filter(seq__gt=after, seq__lte=match.seq).order_by("seq")
    return [codec.decode(kinds, data) for data in rows.values_list("data", flat=True)]


def options_of(match: Match) -> Any:
    """The house rules the match was made with."""
    return codec.decode(table_of(match).game.options, match.options)
