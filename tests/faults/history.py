"""What clients asked, were told and saw: one half of what the invariants compare (research/reliability.md 5.1)."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Said = Literal["nothing", "ok", "no"]


@dataclass
class Asked:
    """A command by its id: when it was first sent, what was said at last, and when.

    ``shown`` is how far the answer's frames had got, by topic.
    """

    id: str
    sent: float
    said: Said = "nothing"
    told: float = 0.0
    shown: dict[str, int] = field(default_factory=dict)


@dataclass
class History:
    """Every command of every client of a test, and how far each client's page had got, in order."""

    asked: dict[str, Asked] = field(default_factory=dict)
    seen: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def sends(self, id_: str) -> None:
        with self._lock:
            self.asked.setdefault(id_, Asked(id_, time.monotonic()))

    def hears(self, id_: str, status: int, shown: Mapping[str, int] | None = None) -> None:
        """An answer came: done, refused, or (500 and above) nothing to go by.

        What was done stays done, whatever a later copy of it is told.
        """
        if status >= 500:
            return
        with self._lock:
            one = self.asked[id_]
            if one.said != "ok":
                one.said, one.told = ("ok" if status == 200 else "no"), time.monotonic()
                one.shown = dict(shown or {})

    def sees(self, who: str, topic: str, seq: int) -> None:
        """A client's page stands at this number of this topic."""
        with self._lock:
            numbers = self.seen.setdefault((who, topic), [])
            if numbers[-1:] != [seq]:
                numbers.append(seq)

    def said(self, what: Said) -> list[Asked]:
        return [one for one in self.asked.values() if one.said == what]
