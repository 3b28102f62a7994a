"""Where a match stands: folded from its log, with a cache that only saves work."""

from collections import OrderedDict
from threading import Lock
from typing import Any

from events.models import Match
from games import TABLES, codec
from games.kernel import Entry
from games.table import Table, TableState

_CACHED_MATCHES = 256
_cache: OrderedDict[int, tuple[int, TableState[Any]]] = OrderedDict()
_cache_lock = Lock()


def table_of(match: Match) -> Table[Any]:
    """The table a match is played at."""
    return TABLES[match.game]


def state_of(match: Match) -> TableState[Any]:
    """The state after entry ``match.seq``.

    Behind the cache only the newer rows are read and folded, so a roll costs the same at the end of a long match as
    at its start.
    """
    table = table_of(match)
    with _cache_lock:
        seq, state = _cache.get(match.pk, (0, None))
    if state is None or seq > match.seq:
        seq, state = 0, table.initial(match.seats.count(), options_of(match))
    if seq == match.seq:
        return state
    return table.fold(state, entries_of(match, after=seq))


def remember(match: Match, state: TableState[Any]) -> None:
    """Keep a *committed* state for the next reader of this process."""
    with _cache_lock:
        seq, _ = _cache.get(match.pk, (0, None))
        if seq <= match.seq:
            _cache[match.pk] = (match.seq, state)
            _cache.move_to_end(match.pk)
        while len(_cache) > _CACHED_MATCHES:
            _cache.popitem(last=False)


def forget_all() -> None:
    """Empty the cache, as a restart does."""
    with _cache_lock:
        _cache.clear()


def entries_of(match: Match, *, after: int = 0) -> list[Entry]:
    """The log's entries, those numbered up to ``after`` left out."""
    kinds = codec.registry(table_of(match).entries)
    rows = match.log.filter(seq__gt=after, seq__lte=match.seq).order_by("seq")
    return [codec.decode(kinds, data) for data in rows.values_list("data", flat=True)]


def options_of(match: Match) -> Any:
    """The house rules the match was made with."""
    return codec.decode(table_of(match).game.options, match.options)
