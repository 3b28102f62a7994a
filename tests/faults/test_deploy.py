"""F2: two processes are restarted one after the other while people play, as a deploy does."""

import threading
import time
from functools import partial

import pytest

from tests.faults.clients import Crowd
from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import seated
from tests.serving import Serving
from tests.staging import until

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

AN_EVENING = 10
RESTARTS = 1012
"""The close code by which a page knows that the server comes back."""


def restart_under(crowd: Crowd, name: str) -> float:
    """Restart a process while people play; seconds until its pages are back once it serves."""
    site = crowd.evening.site
    restarting = threading.Thread(target=site.restart, args=(name,))
    restarting.start()
    crowd.play(1000, stop=lambda: not restarting.is_alive())
    restarting.join()
    up = time.monotonic()
    url = site.urls[int(name.removeprefix("web-"))]
    for client in crowd.clients:
        if client.live.visitor.url == url:
            client.hear()
            assert client.live.closed == RESTARTS, client.name
        client.come_back()
        until(f"{client.name}'s page", partial(client.hear, 0.05))
    return time.monotonic() - up


@pytest.mark.parametrize("restarts", [by_night(20)])
def test_a_rolling_restart_loses_no_command_and_tells_every_page(
    breakable_pair: Serving, seed: int, restarts: int
) -> None:
    slowest = 0.0
    for begun in range(0, restarts, AN_EVENING):
        with seated(breakable_pair, watchers=4) as crowd:
            for number in range(min(AN_EVENING, restarts - begun)):
                slowest = max(slowest, restart_under(crowd, f"web-{number % 2}"))
                crowd.play(2)
            crowd.check()
            assert {status for status in crowd.statuses if status >= 500} == set()
    note(
        Tried("F2", "SIGTERM, one of two processes after the other", restarts, "A-K", slowest, seed)
    )
