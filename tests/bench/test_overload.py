"""Four times the rolls that can be pushed to everybody: the newest wins, and nobody's screen falls far behind.

A screen shows a roll once it shows that or a later one. ``WATCHERS=5000`` chooses how many watch.
"""

import os
import time
from pathlib import Path
from statistics import median

import pytest

from tests.bench.fanout.hall import Hall, embedded, hall
from tests.bench.fanout.watching import Note, watching
from tests.bench.report import of, report, spread
from tests.bench.table import at

pytestmark = [pytest.mark.bench, pytest.mark.served]

WATCHERS = int(os.environ.get("WATCHERS", of(5000, 200)))
TIMES = 4
CALM = of(30, 5)
"""Rolls, one at a time, that say what can be pushed."""
ROLLS = of(400, 40)
CROWD = of(150, 40)


def lags(notes: list[Note], sent: dict[int, float]) -> list[float]:
    """For each watcher and roll, seconds until the watcher had it or a later one."""
    had: dict[int, list[Note]] = {}
    for note in notes:
        had.setdefault(note.watcher, []).append(note)
    found = []
    for mine in had.values():
        place = 0
        for seq, clicked in sent.items():
            while place < len(mine) and mine[place].seq < seq:
                place += 1
            if place < len(mine):
                found.append(mine[place].at - clicked)
    return found


def calm(table: Hall, folder: Path) -> tuple[list[float], float]:
    """Seconds to the last screen with nothing else under way, and from the first screen to the last."""
    lasts, spreads = [], []
    with watching(table.evening.site.ports[0], WATCHERS, table.line, folder) as crowd:
        crowd.mark()
        sent = {}
        for _ in range(CALM):
            seq, clicked, _answered = table.roll()
            sent[seq] = clicked
            assert crowd.wait(WATCHERS)
            time.sleep(0.02)
    for seq, clicked in sent.items():
        times = [note.at for note in crowd.notes if note.seq == seq]
        lasts.append(max(times) - clicked)
        spreads.append(max(times) - min(times))
    return lasts, median(spreads)


def test_more_rolls_than_can_be_pushed(tmp_path: Path, static_root: str, empty_site: Path) -> None:
    """Printed and kept in var/bench/overload.txt and .json."""
    with embedded(tmp_path / "site", static_root, "unlimited_site", empty_site) as site:
        table = hall(site, CROWD)
        lasts, push = calm(table, tmp_path)
        own, sent = [], {}
        with watching(site.ports[0], WATCHERS, table.line, tmp_path) as crowd:
            crowd.mark()
            began = time.monotonic()
            for number in range(min(ROLLS, table.left)):
                due = began + number * push / TIMES
                time.sleep(max(0.0, due - time.monotonic()))
                seq, clicked, answered = table.roll()
                sent[seq] = clicked
                own.append(answered - clicked)
            rate = len(sent) / (time.monotonic() - began)
            time.sleep(2.0)
        table.close()
    found = lags(crowd.notes, sent)
    row = {
        "watchers": WATCHERS,
        "pushes/s that fit": 1 / push,
        "rolls/s sent": rate,
        "overload": rate * push,
        **spread("calm last", lasts),
        **spread("own", own),
        **spread("screens", found),
        "p99 / calm last": at(99, found) / median(lasts),
        "pushed %": 100 * len(crowd.notes) / (WATCHERS * len(sent)),
        "never shown": WATCHERS * len(sent) - len(found),
    }
    print(report("overload", f"Rolls at {TIMES} times what can be pushed:", [row]))
    assert row["never shown"] == 0
