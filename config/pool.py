"""The pool of PostgreSQL connections when there is nothing to connect to."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool

GIVE_UP = 2.0
"""Seconds of failing attempts after which the database counts as away."""


def fail_waiting(pool: "ConnectionPool[Any]") -> None:
    """Tell everybody who waits for a connection that there is none.

    The pool's own time-out is long enough for a hall that comes in at once, and far too long for a page that waits for
    a database that is away. Called by the pool when an attempt to connect has failed for GIVE_UP.
    """
    from psycopg_pool import PoolTimeout  # noqa: PLC0415 - SQLite does without it

    with pool._lock:
        waiting = list(pool._waiting)
        pool._waiting.clear()
    for one in waiting:
        one.fail(PoolTimeout("the database is away"))
