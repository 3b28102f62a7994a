"""Threads for the live path's reading, so that no socket ever waits for another's query."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

WORKERS = 4
POOL = ThreadPoolExecutor(WORKERS, thread_name_prefix="live")


async def in_pool(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `function` on one of the live path's own threads and wait for what it returns."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(POOL, lambda: tidily(function, *args, **kwargs))


def tidily(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `function` on a thread that serves no request, with its connection in order after it.

    A SQLite connection stays open for the thread's next call unless it broke; others go back to
    the pool. Called inside a transaction (a test's), it leaves the connection alone.
    """
    try:
        return function(*args, **kwargs)
    finally:
        if not connection.in_atomic_block:
            if connection.vendor != "sqlite":
                close_old_connections()
            elif connection.errors_occurred:
                connection.close()
