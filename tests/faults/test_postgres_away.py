"""F4: PostgreSQL is restarted, breaks down or is away for a while: pages are told to come again, and lose nothing."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.faults.clients import Crowd
from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import seated
from tests.services import Postgres, postgres_server
from tests.serving import Serving, answers, started
from tests.staging import until
from tests.visitor import Visitor

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

AWAY_S = 10.0
ANSWERED_S = 3.0
MARGIN_S = 2.0
"""For a machine that runs other tests at the same time."""


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    with postgres_server(keeps_commits=True) as server:
        yield server


@pytest.fixture
def site(tmp_path: Path, static_root: str, postgres: Postgres, redis_url: str) -> Iterator[Serving]:
    with started(
        Serving.scaled(tmp_path, postgres.url, redis_url, STATIC_ROOT=static_root)
    ) as running:
        yield running


def is_back(site: Serving) -> bool:
    return all(answers(f"{url}/readyz") for url in site.urls)


def come_back(site: Serving, crowd: Crowd) -> float:
    """Wait until every process serves and every page has its line; seconds from now."""
    begun = time.monotonic()
    until("the site", partial(is_back, site))
    crowd.come_back()
    return time.monotonic() - begun


def restart_under(crowd: Crowd, postgres: Postgres, number: int) -> None:
    def restart() -> None:
        postgres.stop(number)
        postgres.start()

    restarting = threading.Thread(target=restart)
    restarting.start()
    crowd.play(1000, stop=lambda: not restarting.is_alive())
    restarting.join()


@pytest.mark.parametrize(("how", "rounds"), [by_night(6, "fast"), by_night(6, "immediate")])
def test_postgres_restarts_under_play_and_nothing_is_lost(
    site: Serving, postgres: Postgres, how: str, rounds: int, seed: int
) -> None:
    number = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}[how]
    slowest = 0.0
    with seated(site, watchers=2) as crowd:
        for _round in range(rounds):
            restart_under(crowd, postgres, number)
            slowest = max(slowest, come_back(site, crowd))
            crowd.play(4)
        crowd.check()
        statuses = crowd.statuses
    assert 500 not in statuses
    note(Tried("F4", f"PostgreSQL restarted, {how}", rounds, "A-K", slowest, seed))


def test_while_postgres_is_away_commands_are_told_to_come_again_and_then_count(
    site: Serving, postgres: Postgres, seed: int
) -> None:
    with seated(site, watchers=2) as crowd:
        client, form = crowd.turn()
        postgres.stop()
        gone = time.monotonic()
        waited = []
        while time.monotonic() - gone < AWAY_S:
            begun = time.monotonic()
            status = client.act(form) if client.pending is None else client.retry()
            waited.append(time.monotonic() - begun)
            assert status == 503
            with closing(Visitor(site.urls[0])) as visitor:
                page = visitor.get(crowd.evening.path)
            assert (page.status, "Back in a moment" in page.text) == (503, True)
        postgres.start()
        back = come_back(site, crowd)
        crowd.play(6)
        crowd.check()
    assert len(waited) > 1
    assert max(waited) < ANSWERED_S + MARGIN_S
    note(
        Tried(
            "F4",
            "PostgreSQL away for 10 s",
            1,
            "A-K",
            back,
            seed,
            f"told after {max(waited):.1f} s",
        )
    )
