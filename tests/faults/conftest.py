"""Fixtures for faults: a site whose processes die where they are told to, and the seed of what is chosen at random."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import report
from tests.faults.orders import Orders
from tests.serving import Serving, started


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """What everything random in a test follows from; ``--fault-seed`` replays it."""
    return int(request.config.getoption("--fault-seed"))


@pytest.fixture
def orders(tmp_path: Path) -> Orders:
    return Orders.within(tmp_path)


@pytest.fixture
def breakable(
    tmp_path: Path, static_root: str, empty_site: Path, orders: Orders
) -> Iterator[Serving]:
    """A site in one process that takes orders, and as many commands as anybody sends."""
    site = Serving.embedded(tmp_path, empty_site, STATIC_ROOT=static_root)
    with started(orders.obeyed_by(site)) as running:
        yield running


@pytest.fixture
def breakable_pair(
    tmp_path: Path, static_root: str, pg_url: str, redis_url: str, orders: Orders
) -> Iterator[Serving]:
    """The same in two web processes, with a worker and beat, on PostgreSQL and Redis."""
    site = Serving.scaled(tmp_path, pg_url, redis_url, STATIC_ROOT=static_root)
    with started(orders.obeyed_by(site)) as running:
        yield running


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if told := report.lines():
        terminalreporter.section("faults")
        for line in told:
            terminalreporter.write_line(line)
