"""Commands of one evening take turns: one that waits for its lock holds up its own evening and no other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import ParamSpec, TypeVar

from django.db import connection

from events.views.writer import on_writer

P = ParamSpec("P")
T = TypeVar("T")

ABREAST = 2
"""Commands of one match, or one evening, that may hold a writer: one that is done, and one that waits for its lock."""


class Lanes:
    """By what is locked, how many hold a writer. A lane that nobody is in takes no memory."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._lanes: dict[str, tuple[BoundedSemaphore, int]] = {}

    @contextmanager
    def lane(self, key: str) -> Iterator[None]:
        """Wait until fewer than ABREAST of this ``key`` are in, and be one of them."""
        with self._lock:
            turns, users = self._lanes.get(key) or (BoundedSemaphore(ABREAST), 0)
            self._lanes[key] = turns, users + 1
        try:
            with turns:
                yield
        finally:
            with self._lock:
                turns, users = self._lanes.pop(key)
                if users > 1:
                    self._lanes[key] = turns, users - 1

    @property
    def count(self) -> int:
        """How many lanes somebody is in."""
        return len(self._lanes)


lane = Lanes().lane
"""This process's own."""


def in_lane(key: str, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a command on the writer in its turn. SQLite has one writer, which takes turns by itself."""
    if not key or connection.vendor == "sqlite":
        return on_writer(function, *args, **kwargs)
    with lane(key):
        return on_writer(function, *args, **kwargs)
