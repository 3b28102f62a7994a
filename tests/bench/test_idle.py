"""What a page costs that is open and does nothing but say that it lives: memory, and CPU.

``IDLE=10000`` chooses how many there are.
"""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from tests.bench.fanout import cpu
from tests.bench.fanout.hall import embedded, hall
from tests.bench.fanout.watching import watching
from tests.bench.report import of, report

pytestmark = [pytest.mark.bench, pytest.mark.served]

IDLE = int(os.environ.get("IDLE", of(10_000, 500)))
STEPS = 4
"""How often memory is read on the way: what a page costs is the slope, not the first page's share of all."""
SECONDS = of(30, 5)


def test_idle_pages(tmp_path: Path, static_root: str, empty_site: Path) -> None:
    """Printed and kept in var/bench/idle.txt and .json."""
    rows: list[dict[str, Any]] = []
    with embedded(tmp_path / "site", static_root, "unlimited_site", empty_site) as site:
        table = hall(site)
        table.close()
        pid = site.processes["web-0"].pid
        with watching(site.ports[0], 50, table.line, tmp_path):
            empty = cpu.memory(pid)  # what the first pages load stays
        for step in range(1, STEPS + 1):
            pages = IDLE * step // STEPS
            with watching(site.ports[0], pages, table.line, tmp_path) as crowd:
                before = cpu.seconds(pid)
                began = time.monotonic()
                time.sleep(SECONDS)
                busy = (cpu.seconds(pid) - before) / (time.monotonic() - began)
                held = cpu.memory(pid)
            rows.append(
                {
                    "pages": pages,
                    "MB": held / 1e6,
                    "KB each": (held - empty) / pages / 1024,
                    "CPU %": 100 * busy,
                    "us a heartbeat": 1e6 * busy / (pages / table.line.every),
                    "closed": crowd.counted["closed"],
                }
            )
    print(report("idle", f"Open pages that do nothing, looked at for {SECONDS} s:", rows))
    assert [row["closed"] for row in rows] == [0] * STEPS
