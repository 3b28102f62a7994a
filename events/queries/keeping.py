"""What this process keeps of what it has read, only to save work: the last used ones, for any thread."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """At most ``most`` values by key. Whoever puts one in answers for its being true as long as it may be found."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        _all.append(self)

    def get(self, key: K) -> V | None:
        """The value, which then counts as used; None where there is none."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Keep the value, and let go of the one that was used longest ago where there are too many."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


_all: list["Kept[Any, Any]"] = []


def forget_all() -> None:
    """Empty all of it, as a restart does."""
    for kept in _all:
        kept.clear()
