"""F12: a phone sleeps, loses its signal, and wakes: the page shows what is so by then."""

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import chromium  # noqa: F401 - a fixture
from tests.browser.hall import Hall
from tests.browser.table import Table
from tests.faults.clients import Crowd
from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill import is_on, shows
from tests.serving import Serving
from tests.staging import close_in, stage, until

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.browser]

NAMES = ("Osric", "Tansy", "Wren", "Bram")
IN_CHROMIUM = "Juniper"


@pytest.fixture
def pages(chromium: Browser) -> Iterator[Hall]:  # noqa: F811 - the fixture
    hall = Hall(chromium)
    yield hall
    hall.close()


def asleep(page: Table, crowd: Crowd, acts: int) -> None:
    """Freeze the page as a phone in a pocket does, let others play, and wake it."""
    session = page.page.context.new_cdp_session(page.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    crowd.play(acts)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    session.detach()


def without_signal(page: Table, crowd: Crowd, acts: int) -> None:
    """Take the network away, let others play, and give it back."""
    page.page.context.set_offline(True)
    crowd.play(acts)
    page.page.context.set_offline(False)


def elsewhere_and_back(page: Table, crowd: Crowd, acts: int) -> None:
    """Go to another page and back by the browser's own button, from its memory of pages or not."""
    page.page.goto(crowd.evening.url("rules/"))
    crowd.play(acts)
    page.page.go_back()


@pytest.mark.parametrize("naps", [3, by_night(21)])
def test_a_page_that_was_asleep_shows_what_is_so_by_then(
    embedded: Serving, pages: Hall, naps: int
) -> None:
    crowd = Crowd(stage(embedded, rounds=3))
    try:
        page = pages.person(IN_CHROMIUM)
        watcher = Table(page, IN_CHROMIUM)
        watcher.goto(crowd.evening.url("live/"))
        watcher.await_line()
        crowd.enter(NAMES)
        close_in(crowd.evening, 0.3)
        crowd.play(8)
        for nap in range(naps):
            (asleep, without_signal, elsewhere_and_back)[nap % 3](watcher, crowd, 3)
            until("the line", lambda: is_on(watcher))
            tab = pages.tab(page.context, IN_CHROMIUM)
            shown = watcher.fresh(tab).shown()
            until("the page", partial(shows, watcher, shown))
            tab.close()
        crowd.check()
    finally:
        crowd.leave()
    note(Tried("F12", "page asleep, offline, elsewhere", naps, "A-K"))
