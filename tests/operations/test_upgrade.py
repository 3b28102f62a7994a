"""Pages that are open over an upgrade: they hear of it, finish what is under way, and load themselves anew."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from django.test import Client as Reader
from playwright.sync_api import Browser

from config.release import release_of
from events.live import frames
from tests.browser.conftest import chromium  # noqa: F401 - a fixture
from tests.browser.hall import DESK, Hall
from tests.browser.table import Table
from tests.events.factories import open_event
from tests.faults.clients import Client, Crowd
from tests.faults.test_kill import enter, press, remembered, whose
from tests.serving import Serving, started
from tests.staging import close_in, stage, until

NAMES = ("Osric", "Tansy", "Wren")
IN_CHROMIUM = "Juniper"
DRAWN_BY = "document.getElementById('words').dataset.release"


@pytest.fixture
def hall(chromium: Browser) -> Iterator[Hall]:  # noqa: F811 - the fixture
    hall = Hall(chromium)
    yield hall
    hall.close()


@pytest.fixture
def site(tmp_path: Path, static_root: str, empty_site: Path) -> Iterator[Serving]:
    """A site that says of itself that it is release one."""
    made = Serving.embedded(tmp_path, empty_site, STATIC_ROOT=static_root, TACKLEBOX_RELEASE="one")
    with started(made) as site:
        yield site


def upgrade(site: Serving) -> None:
    site.environment["TACKLEBOX_RELEASE"] = "two"
    site.start()


def is_drawn_by(page: Table, release: str) -> bool:
    return bool(page.look(DRAWN_BY) == release)


def test_a_release_is_named_by_what_pages_are_drawn_with(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    for folder in ("one", "two"):
        (tmp_path / folder / "page.html").write_text("<p>")
    first = release_of(tmp_path / "one")
    assert first == release_of(tmp_path / "two"), "the same wherever it lies"
    (tmp_path / "two" / "page.html").write_text("<b>")
    other = release_of(tmp_path / "two")
    (tmp_path / "two" / "page.html").rename(tmp_path / "two" / "side.html")
    assert len({first, other, release_of(tmp_path / "two")}) == 3


def test_a_page_and_its_line_name_the_same_release(db: None, settings: object) -> None:
    page = Reader().get(f"/{open_event().public_id}/").content.decode()
    [drawn_by] = re.findall(r'data-release="(\w+)"', page)
    assert frames.pong(1, {})["release"] == drawn_by != ""


@pytest.mark.nightly
@pytest.mark.served
@pytest.mark.browser
def test_a_command_under_way_is_answered_before_the_page_is_loaded_anew(
    site: Serving, hall: Hall, at_the_end: ExitStack
) -> None:
    evening = stage(site)
    crowd = Crowd(evening)
    at_the_end.callback(crowd.leave)
    player = Table(remembered(hall.person(IN_CHROMIUM), crowd.history), IN_CHROMIUM)
    enter(player, evening.url())
    crowd.enter(NAMES)
    close_in(evening, 0.5)
    while isinstance(actor := until("somebody's turn", partial(whose, crowd, player)), Client):
        if form := actor.wanted():
            actor.act(form)
    asked = len(crowd.history.asked)
    assert is_drawn_by(player, "one")

    site.stop()
    press(player)
    until("the command on its way", lambda: player.look("!!document.querySelector('[data-busy]')"))
    upgrade(site)

    until("the new page", partial(is_drawn_by, player, "two"))
    assert len(crowd.history.asked) == asked + 1
    assert crowd.history.said("nothing") == []
    crowd.come_back()
    crowd.check()


@pytest.mark.nightly
@pytest.mark.served
@pytest.mark.browser
def test_a_page_waits_until_what_is_half_written_is_sent_or_taken_back(
    site: Serving, hall: Hall
) -> None:
    evening = stage(site)
    idle, writing = (Table(hall.person(who, DESK), who) for who in ("idle", "writing"))
    for page in (idle, writing):
        page.goto(evening.url())
        page.await_line()
    name = writing.page.get_by_label("name").first
    name.fill("Half a na")
    site.stop()
    upgrade(site)
    until("the idle page", partial(is_drawn_by, idle, "two"))
    writing.await_line()
    assert is_drawn_by(writing, "one")
    assert name.input_value() == "Half a na"
    name.fill("")
    until("the other page", partial(is_drawn_by, writing, "two"))
