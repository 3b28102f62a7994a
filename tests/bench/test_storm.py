"""A thousand pages that come back at the same instant, none of them waiting a moment as real ones do.

All are back once each has its evening's and its match's snapshot. ``WATCHERS=1000`` chooses how many.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.bench.fanout import cpu
from tests.bench.fanout.hall import hall
from tests.bench.fanout.watching import watching
from tests.bench.report import of, report, spread
from tests.serving import Serving, started

pytestmark = [pytest.mark.bench, pytest.mark.served]

WATCHERS = int(os.environ.get("WATCHERS", of(1000, 200)))
STORMS = of(7, 2)


def storms(setup: str, site: Serving) -> list[dict[str, Any]]:
    """Each storm a row; the first finds a server that has seen nobody."""
    table = hall(site)
    table.close()
    pids = [process.pid for process in site.processes.values()]
    rows = []
    for _storm in range(STORMS):
        before = sum(map(cpu.seconds, pids))
        began = time.monotonic()
        with watching(site.ports[0], WATCHERS, table.line, site.folder, at_once=WATCHERS) as crowd:
            used = sum(map(cpu.seconds, pids)) - before
        back: dict[int, float] = {}
        for note in crowd.notes:
            back.setdefault(note.watcher, note.at - began)
        rows.append(
            {
                "set-up": setup,
                "pages": WATCHERS,
                "refused": crowd.failed + crowd.counted["closed"],
                "all back s": max(back.values()),
                **spread("back", list(back.values())),
                "CPU ms each": 1000 * used / WATCHERS,
            }
        )
    return rows


def test_all_pages_come_back_at_once(
    tmp_path: Path, static_root: str, empty_site: Path, pg_url: str, redis_url: str
) -> None:
    """Printed and kept in var/bench/storm.txt and .json."""
    lite, post = tmp_path / "lite", tmp_path / "post"
    lite.mkdir()
    post.mkdir()
    sites = {
        "SQLite": Serving.embedded(lite, empty_site, STATIC_ROOT=static_root),
        "PostgreSQL + Redis": Serving.scaled(
            post, pg_url, redis_url, web=1, STATIC_ROOT=static_root
        ),
    }
    rows: list[dict[str, Any]] = []
    for setup, site in sites.items():
        site.entry = [sys.executable, "-m", "tests.bench.unlimited_site"]
        with started(site):
            rows += storms(setup, site)
    print(report("storm", "Pages that come back at one instant:", rows))
    assert [row["refused"] for row in rows] == [0] * len(rows)
