"""Reading once for all who ask for the same before it has begun.

When a whole hall comes back, a thousand pages ask what a handful of readings answer. Whoever asks once a reading has
begun gets the next one: what they joined before asking is in it.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")

Start = Callable[[Coroutine[Any, Any, T]], asyncio.Task[T]]


class Together(Generic[T]):
    """Readings by their keys, at most so many at once. Use it on one loop; ``start`` makes a task there."""

    def __init__(self, start: Start[T], at_once: int) -> None:
        self._start = start
        self._slots = asyncio.Semaphore(at_once)
        self._waiting: dict[Hashable, asyncio.Task[T]] = {}
        self._running: dict[Hashable, asyncio.Task[T]] = {}

    async def ask(self, key: Hashable, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `read` returns or raises, begun after this call; ``key`` names all that it depends on."""
        reading = self._waiting.get(key)
        if reading is None:
            reading = self._waiting[key] = self._start(self._in_turn(key, read))
        # One who goes away takes nothing from those who asked with them.
        return await asyncio.shield(reading)

    async def _in_turn(self, key: Hashable, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        before = self._running.get(key)
        if before is not None:
            await asyncio.wait([before])
        async with self._slots:
            reading = self._running[key] = self._waiting.pop(key)
            try:
                return await read()
            finally:
                if self._running.get(key) is reading:
                    del self._running[key]
