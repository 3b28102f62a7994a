"""What a roll costs when the log is short and when it is long, the table standing the same."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.fanout import cpu
from tests.bench.playing import crowds, known, play
from tests.bench.report import of, report, spread
from tests.serving import Serving, started

pytestmark = [pytest.mark.bench, pytest.mark.served]

LENGTHS = (10, 1000, of(15_000, 3000))
ROLLS = of(300, 40)
CROWD = 200


def measured(site: Serving, length: int) -> dict[str, Any]:
    """A new match, made so long by pauses, and its rolls; the first also folds what another process wrote."""
    devices = crowds(site, 1, CROWD)
    (course,) = known(site, devices, 1)
    play(site, [course])  # the start
    code = f"from tests.bench.scripted import lengthen; lengthen({course.event_id!r}, {length})"
    site.manage("shell", "-v", "0", "-c", code)
    (course,) = known(site, devices, ROLLS + 1)
    first = play(site, [course.take(1)])
    web = site.processes["web-0"].pid
    before = cpu.seconds(web)
    played = play(site, [course])
    used = cpu.seconds(web) - before
    return {
        "entries": course.seqs[0],
        "rolls": len(played.answers),
        "first ms": 1000 * first.times[0],
        **spread("own", played.times),
        "site ms/roll": 1000 * used / len(played.answers),
        "client ms/roll": played.client_ms,
    }


def test_a_roll_costs_the_same_however_long_the_match(tmp_path: Path, static_root: str) -> None:
    """Printed and kept in var/bench/long_match.txt and .json."""
    site = Serving.embedded(tmp_path, STATIC_ROOT=static_root)
    site.entry = [sys.executable, "-m", "tests.bench.unlimited_site"]
    with started(site):
        found = [measured(site, length) for length in LENGTHS]
    print(report("long_match", "A roll by the length of its match's log, SQLite FULL:", found))
