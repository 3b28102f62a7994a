"""From the start of the whole site in one process to its first page, and what it then holds."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.bench.fanout import cpu
from tests.bench.report import of, report
from tests.serving import Serving, answers

pytestmark = [pytest.mark.bench, pytest.mark.served]

STARTS = of(7, 2)


def measured(site: Serving) -> dict[str, Any]:
    """A start on a migrated database: seconds to the first page, and memory at once and a little later."""
    began = time.monotonic()
    site._launch("web-0")
    while not answers(f"{site.url}/"):
        time.sleep(0.005)
    first = time.monotonic() - began
    pid = site.processes["web-0"].pid
    at_once = cpu.memory(pid)
    answers(f"{site.url}/readyz")
    time.sleep(1.0)
    later, before = cpu.memory(pid), cpu.seconds(pid)
    time.sleep(3.0)
    idle = (cpu.seconds(pid) - before) / 3.0
    site.kill9()
    return {
        "first page s": first,
        "MiB then": at_once / 2**20,
        "MiB later": later / 2**20,
        "idle CPU %": 100 * idle,
    }


def test_the_whole_site_starts(tmp_path: Path, static_root: str, empty_site: Path) -> None:
    """Printed and kept in var/bench/start.txt and .json."""
    site = Serving.embedded(tmp_path, empty_site, STATIC_ROOT=static_root)
    found = [measured(site) for _start in range(STARTS)]
    print(
        report(
            "start", "From the start to the first page, SQLite, everything in one process:", found
        )
    )
