"""What pages that stall, crawl, keep silent, lie or flood cost the others, and how much memory each of them takes.

``WATCHERS=1000`` chooses how many behave.
"""

import os
import time
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.bench.fanout import cpu, rough
from tests.bench.fanout.hall import Hall, embedded, hall
from tests.bench.fanout.watching import watching
from tests.bench.report import of, report
from tests.bench.table import at

pytestmark = [pytest.mark.bench, pytest.mark.served]

WATCHERS = int(os.environ.get("WATCHERS", of(1000, 100)))
ROLLS = of(300, 30)
"""More of them than fit what the kernel and the server keep for one page."""
EACH = of(50, 5)
CROWD = of(120, 30)


def rolled(table: Hall, pid: int, folder: Path) -> dict[str, Any]:
    """Rolls in front of those who behave, one at a time: when the last of them had each, and the most memory."""
    most = cpu.memory(pid)
    sent: dict[int, float] = {}
    with watching(table.evening.site.ports[0], WATCHERS, table.line, folder) as crowd:
        before = cpu.seconds(pid)
        crowd.mark()
        for _ in range(ROLLS):
            seq, clicked, _answered = table.roll()
            sent[seq] = clicked
            crowd.wait(WATCHERS, patience=10)
            most = max(most, cpu.memory(pid))
        used = cpu.seconds(pid) - before
    last: dict[int, float] = {}
    for note in crowd.notes:
        last[note.seq] = max(last.get(note.seq, 0.0), note.at)
    lasts = [1000 * (last[seq] - clicked) for seq, clicked in sent.items() if seq in last]
    had = len({(note.watcher, note.seq) for note in crowd.notes if note.seq in sent})
    return {
        "had %": 100 * had / (WATCHERS * len(sent)),
        "last p50 ms": median(lasts),
        "last p99 ms": at(99, lasts),
        "CPU ms/roll": 1000 * used / len(sent),
        "most": most,
    }


def test_rough_pages(tmp_path: Path, static_root: str, empty_site: Path) -> None:
    """Printed and kept in var/bench/rough.txt and .json."""
    rows: list[dict[str, Any]] = []
    grown = 0  # by the rolls alone

    def noted(kind: str, count: int, calm: int, found: dict[str, Any], closed: int) -> None:
        nonlocal grown
        more = found.pop("most") - calm
        grown = grown if count else more
        each = (more - grown) / count / 1024 if count else 0.0
        rows.append({"others": kind, "how many": count, **found, "KB each": each, "closed": closed})

    kinds = ["none", "stalled", *(kind.__name__ for kind in rough.KINDS)]
    for number, kind in enumerate(kinds):
        with embedded(tmp_path / str(number), static_root, "unlimited_site", empty_site) as site:
            table = hall(site, CROWD)
            pid = site.processes["web-0"].pid
            with watching(site.ports[0], WATCHERS, table.line, tmp_path):
                time.sleep(1.0)  # what so many pages take stays with the process
                calm = cpu.memory(pid)
            if kind == "none":  # the first
                noted(kind, 0, calm, rolled(table, pid, tmp_path), 0)
            elif kind == "stalled":
                count = max(1, WATCHERS // 20)
                folder = tmp_path / "stalled"
                folder.mkdir()
                with watching(site.ports[0], count, table.line, folder, stalled=count) as crowd:
                    found = rolled(table, pid, tmp_path)
                noted(kind, count, calm, found, crowd.counted["closed"])
            else:
                behave = next(one for one in rough.KINDS if one.__name__ == kind)
                pages = rough.Pages(site.ports[0], table.line, EACH, behave)
                pages.start()
                found = rolled(table, pid, tmp_path)
                pages.stop()
                noted(kind, EACH, calm, found, pages.closed)
            table.close()
    title = f"Others beside {WATCHERS} pages that behave, {ROLLS} rolls, one at a time:"
    print(report("rough", title, rows))
    assert {row["had %"] for row in rows} == {100.0}
