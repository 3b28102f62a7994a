"""What this process has counted and timed since it started, for whoever watches the site (`/metrics`).

Each process knows its own: a site's numbers are the sums over its processes. Counting costs a lock and an addition.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from threading import Lock

PREFIX = "tacklebox_"
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds up to which times are counted together."""


class Tally:
    """A number by the value of one label, or without a label. ``rises`` says that it only ever grows.

    A label's values come from the code, never from what somebody sent: there are few of them.
    """

    def __init__(self, name: str, says: str, *, label: str = "", rises: bool = True) -> None:
        self.name, self.says, self.label, self.rises = PREFIX + name, says, label, rises
        self._counts: Counter[str] = Counter() if label else Counter({"": 0})
        self._lock = Lock()

    def add(self, number: int = 1, of: str = "") -> None:
        with self._lock:
            self._counts[of] += number

    def counted(self, of: str = "") -> int:
        return self._counts[of]

    def lines(self) -> Iterator[str]:
        """It as text for Prometheus."""
        yield from _head(self.name, self.says, "counter" if self.rises else "gauge")
        with self._lock:
            counts = sorted(self._counts.items())
        for value, count in counts:
            yield f"{self.name}{_labelled(self.label, value)} {count}"


class Times:
    """How long something took, in seconds: how often, in all, and how often up to each step."""

    def __init__(self, name: str, says: str) -> None:
        self.name, self.says = PREFIX + name, says
        self._upto = [0] * (len(STEPS) + 1)
        self._sum = 0.0
        self._lock = Lock()

    def took(self, seconds: float) -> None:
        place = bisect_left(STEPS, seconds)
        with self._lock:
            self._upto[place] += 1
            self._sum += seconds

    def counted(self) -> int:
        return sum(self._upto)

    def lines(self) -> Iterator[str]:
        """It as text for Prometheus."""
        yield from _head(self.name, self.says, "histogram")
        with self._lock:
            upto, total = list(accumulate(self._upto)), self._sum
        for step, count in zip([*map(str, STEPS), "+Inf"], upto, strict=True):
            yield f"{self.name}_bucket{_labelled('le', step)} {count}"
        yield f"{self.name}_sum {total:.6f}"
        yield f"{self.name}_count {upto[-1]}"


def level(name: str, says: str, number: float) -> Iterator[str]:
    """Something that is read just now, as text for Prometheus."""
    yield from _head(PREFIX + name, says, "gauge")
    yield f"{PREFIX}{name} {number:g}"


def _head(name: str, says: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"


def _labelled(label: str, value: str) -> str:
    quoted = value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return f'{{{label}="{quoted}"}}' if label else ""


commands = Tally(
    "commands_total", "Commands, by what came of them: done, refused, failed.", label="answer"
)
refusals = Tally(
    "refusals_total", "Commands that were refused, by the reason's code.", label="code"
)
command_times = Times(
    "command_seconds", "From taking a command to having done it, waiting for the writer included."
)
pushes = Tally("pushes_total", "Frames with news that were handed to sockets.", label="to")
push_times = Times(
    "push_seconds", "From hearing that a topic has changed to its last socket having the news."
)
sockets = Tally("sockets", "Live lines that are open.", rises=False)

ALL = (commands, refusals, command_times, pushes, push_times, sockets)
