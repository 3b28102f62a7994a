"""One roll to all who watch: our site beside the least that others need for it, in turns, in one run.

Watchers follow an evening on its live page and are idle; one roll is sent at a time. Every other server sends frames as
long as ours were. ``WATCHERS=100,1000`` and ``PAIRS=7`` choose how many watch and how often each server has its turn.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.bench.fanout import rivals
from tests.bench.fanout.costs import Cost, cost
from tests.bench.fanout.hall import embedded, hall
from tests.bench.report import of, report

pytestmark = [pytest.mark.bench, pytest.mark.served]

WATCHERS = [
    int(one) for one in os.environ.get("WATCHERS", ("100", "100,1000,5000")[of(1, 0)]).split(",")
]
PAIRS = int(os.environ.get("PAIRS", of(7, 1)))
ROLLS = of(30, 5)
MOST = 10.0
"""Seconds that a server's rolls may take: stock Channels needs 14 s for a single one to 5,000."""
OURS, PLAIN = "Tacklebox", "Tacklebox, plain ASGI"
ENTRIES = {OURS: "unlimited_site", PLAIN: "fanout.plain_site"}
ABOVE = (rivals.WS.name, rivals.IO.name)
"""Servers that ours is divided by; the others are divided by ours, and Channels in memory by the plain one."""


@contextmanager
def ours(name: str, folder: Path, static_root: str, empty: Path) -> Iterator[Any]:
    """Our site, with a match of known acts."""
    with embedded(folder, static_root, ENTRIES[name], empty) as site:
        table = hall(site)
        try:
            yield site, table
        finally:
            table.close()


@pytest.fixture
def measure(tmp_path: Path, static_root: str, empty_site: Path, redis_url: str) -> Any:
    """What one server's turn costs; ``size`` is what the others send, and ours doesn't need."""
    turns = iter(range(10_000))

    def measured(name: str, watchers: int, size: int = 0) -> Cost:
        if name in ENTRIES:
            with ours(name, tmp_path / str(next(turns)), static_root, empty_site) as (site, table):
                pid, port = site.processes["web-0"].pid, site.ports[0]
                return cost(pid, port, table.line, table.roll, watchers, ROLLS, MOST, tmp_path)
        rival = next(one for one in rivals.ALL if one.name == name)
        with rivals.running(rival, size, redis_url, tmp_path) as other:
            pid = other.process.pid
            return cost(pid, other.port, other.line, other.roll, watchers, ROLLS, MOST, tmp_path)

    return measured


def row(name: str, watchers: int, costs: dict[str, list[Cost]]) -> dict[str, Any]:
    """A server's medians, and its ratio to ours with the lowest and the highest of all turns."""
    own = costs[name]
    over, under, says = costs[name], costs[OURS], "it / ours"
    if name in ABOVE:
        over, under, says = under, over, "ours / it"
    elif name == PLAIN:
        over, under, says = costs[rivals.STOCK.name], own, "in memory / it"
    ratios = [one.fanout / other.fanout for one, other in zip(over, under, strict=True)]
    return {
        "watchers": watchers,
        "server": name,
        "us/delivery": 1e6 * median(one.fanout for one in own),
        "with the roll": 1e6 * median(one.gross for one in own),
        "last ms": 1000 * median(one.last for one in own),
        "first to last ms": 1000 * median(one.spread for one in own),
        "client us": 1e6 * median(one.client for one in own),
        "bytes": round(median(one.size for one in own)),
        "rolls": sum(one.rolls for one in own),
        "lost": sum(one.lost for one in own),
        "ratio": says,
        "median": median(ratios),
        "lowest": min(ratios),
        "highest": max(ratios),
    }


def test_a_roll_to_all_who_watch(measure: Any) -> None:
    """Printed and kept in var/bench/fanout.txt and .json."""
    rivals.install()
    names = [OURS, PLAIN, *(one.name for one in rivals.ALL)]
    rows: list[dict[str, Any]] = []
    for watchers in WATCHERS:
        costs: dict[str, list[Cost]] = {name: [] for name in names}
        for _pair in range(PAIRS):
            mine = measure(OURS, watchers)
            costs[OURS].append(mine)
            for name in names[1:]:
                costs[name].append(measure(name, watchers, round(mine.size)))
        rows += [row(name, watchers, costs) for name in names]
        title = (
            f"CPU a delivered frame, {PAIRS} turns each; each ratio is of servers that took turns:"
        )
        print(report("fanout", title, rows))
    assert {(one["server"], one["lost"]) for one in rows if one["server"] in ENTRIES} == {
        (OURS, 0),
        (PLAIN, 0),
    }
