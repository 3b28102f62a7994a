"""How many rolls a second: of one match, and of many at once, in both set-ups and by one and two web processes."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.fanout import cpu
from tests.bench.playing import courses, play
from tests.bench.report import of, report, spread
from tests.serving import Serving, started

pytestmark = [pytest.mark.bench, pytest.mark.served]

SECONDS = of(20, 3)
MATCHES = of(50, 8)
WARM = 20
"""Requests of each match before those that count."""
CROWD = of(40, 12)
MOST = of(2000, 300)


def measured(setup: str, site: Serving, matches: int) -> dict[str, Any]:
    """So many matches at once, each as fast as it is answered."""
    found = courses(site, matches, CROWD, MOST)
    play(site, [course.take(WARM) for course in found])
    webs = [process.pid for name, process in site.processes.items() if name.startswith("web")]
    before = sum(map(cpu.seconds, webs))
    played = play(site, found, seconds=SECONDS)
    used = sum(map(cpu.seconds, webs)) - before
    return {
        "set-up": setup,
        "web processes": len(webs),
        "matches": matches,
        "rolls": len(played.answers),
        "rolls/s": played.rate,
        **spread("own", played.times),
        "site ms/roll": 1000 * used / len(played.answers),
        "client ms/roll": played.client_ms,
    }


def test_rolls_a_second(tmp_path: Path, static_root: str, pg_url: str, redis_url: str) -> None:
    """Printed and kept in var/bench/rate.txt and .json."""
    (tmp_path / "lite").mkdir()
    sites = [("SQLite FULL", Serving.embedded(tmp_path / "lite", STATIC_ROOT=static_root))]
    for web in (1, 2):
        folder = tmp_path / f"post{web}"
        folder.mkdir()
        sites.append(
            (
                "PostgreSQL + Redis",
                Serving.scaled(folder, pg_url, redis_url, web=web, STATIC_ROOT=static_root),
            )
        )
    found = []
    for setup, site in sites:
        site.entry = [sys.executable, "-m", "tests.bench.unlimited_site"]
        with started(site):
            found += [measured(setup, site, matches) for matches in (1, MATCHES)]
    print(report("rate", "Rolls a second, each with its whole answer:", found))
