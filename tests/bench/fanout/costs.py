"""What sending to many costs one server: CPU a delivery, and how long until the last has it."""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from tests.bench.fanout import cpu
from tests.bench.fanout.watching import Line, Note, watching

WARM = 3
"""Rolls before those that count."""
LEAST = 3
SELDOM = 25.0
SETTLE = 0.02
"""Seconds between two rolls."""

Roll = Callable[[], tuple[int, float, float]]


@dataclass(frozen=True)
class Cost:
    """Of one run: times in seconds, CPU in seconds a delivery.

    ``fanout`` is ``gross`` without what as many rolls cost in as much time when one watches: the commit and drawing
    of our own site, and whatever else a server does meanwhile.
    """

    rolls: int
    lost: int
    gross: float
    fanout: float
    client: float
    size: float
    lasts: list[float]
    spreads: list[float]

    @property
    def last(self) -> float:
        return median(self.lasts)

    @property
    def spread(self) -> float:
        """From the first watcher's having it to the last's."""
        return median(self.spreads)


def cost(
    pid: int,
    port: int,
    line: Line,
    roll: Roll,
    watchers: int,
    rolls: int,
    most: float,
    folder: Path,
) -> Cost:
    """Of up to so many rolls, one at a time, for at most so many seconds, in front of so many watchers.

    Ours say that they live as seldom as the site lets them: what that costs is `test_idle`'s to tell.
    """
    cpu.pin(pid, 0)
    line = replace(line, every=SELDOM)
    sent: dict[int, float] = {}
    with watching(port, watchers, line, folder) as crowd:
        crowd.mark()  # ours begin with a snapshot, which is a note as well
        for _ in range(WARM):
            roll()
            assert crowd.wait(watchers), "a warming roll did not reach everybody"
        crowd.mark()
        began, before = time.monotonic(), cpu.seconds(pid)
        while len(sent) < rolls and (len(sent) < LEAST or time.monotonic() - began < most):
            seq, at, _answered = roll()
            sent[seq] = at
            if not crowd.wait(watchers, patience=60):
                break
            time.sleep(SETTLE)
        took, used = time.monotonic() - began, cpu.seconds(pid) - before
    alone = _alone(pid, port, line, roll, len(sent), took, folder)
    deliveries = watchers * len(sent)
    times = _times(crowd.notes)
    reached = [times[seq] for seq in sent if seq in times]
    return Cost(
        rolls=len(sent),
        lost=deliveries - len({(one.watcher, one.seq) for one in crowd.notes if one.seq in sent}),
        gross=used / deliveries,
        fanout=(used - alone) / (deliveries - len(sent)),
        client=crowd.counted["cpu"] / deliveries,
        size=crowd.counted["size"],
        lasts=[max(times[seq]) - at for seq, at in sent.items() if seq in times],
        spreads=[max(one) - min(one) for one in reached],
    )


def _alone(
    pid: int, port: int, line: Line, roll: Roll, rolls: int, seconds: float, folder: Path
) -> float:
    """CPU seconds of as many rolls in as much time in front of one watcher."""
    with watching(port, 1, line, folder) as one:
        one.mark()
        roll()
        one.wait(1)
        began, before = time.monotonic(), cpu.seconds(pid)
        for number in range(1, rolls + 1):
            roll()
            one.wait(1)
            time.sleep(max(0.0, began + seconds * number / rolls - time.monotonic()))
        return cpu.seconds(pid) - before


def _times(notes: list[Note]) -> dict[int, list[float]]:
    times: dict[int, list[float]] = defaultdict(list)
    for note in notes:
        times[note.seq].append(note.at)
    return times
