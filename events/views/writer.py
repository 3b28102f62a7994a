"""Where commands are done: on threads that keep to what the database can bear, whatever pages wait for them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from time import monotonic
from typing import ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections

from events.domain.refusal import Refusal
from events.live import measures
from events.live.pool import tidily

P = ParamSpec("P")
T = TypeVar("T")

POSTGRESQL_WRITERS = 8
"""Commands done at once on PostgreSQL; each holds one connection of the pool while it runs."""


class _Running:
    """Counts the commands that were taken and aren't done."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0

    def __enter__(self) -> None:
        with self._lock:
            self._count += 1

    def __exit__(self, *args: object) -> None:
        with self._lock:
            self._count -= 1

    @property
    def count(self) -> int:
        return self._count


running = _Running()


def on_writer(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a command's `function` and wait for what it returns or raises.

    SQLite: one thread with one connection that stays, since there is one writer anyway and waiting
    here costs nothing. PostgreSQL: at most POSTGRESQL_WRITERS at once. What was taken is done, also
    when its page has gone away meanwhile.
    """
    taken = monotonic()
    with running:
        return _threads().submit(_counted, taken, function, *args, **kwargs).result()


@cache
def _threads() -> ThreadPoolExecutor:
    vendor = connections[DEFAULT_DB_ALIAS].vendor
    return ThreadPoolExecutor(
        1 if vendor == "sqlite" else POSTGRESQL_WRITERS, thread_name_prefix="writer"
    )


def _counted(taken: float, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do it, and count what came of it; a refusal may be raised or returned."""
    answer = "failed"
    try:
        done = tidily(_alone, function, *args, **kwargs)
        answer = _refused(done) if isinstance(done, Refusal) else "done"
    except Refusal as refusal:
        answer = _refused(refusal)
        raise
    finally:
        measures.commands.add(of=answer)
        measures.command_times.took(monotonic() - taken)
    return done


def _refused(refusal: Refusal) -> str:
    measures.refusals.add(of=refusal.code)
    return "refused"


def _alone(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """A command opens its own transaction: one that an earlier command left open is given up."""
    if connection.in_atomic_block:
        connection.close()
        del connections[DEFAULT_DB_ALIAS]
    return function(*args, **kwargs)
