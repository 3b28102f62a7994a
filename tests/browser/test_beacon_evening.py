"""A draw and a line-up wait for the beacon on the pages of a served site, and go on by themselves when it is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.beacon_stand_in import StandIn, stand_in
from tests.browser.hall import DESK, WALL, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.browser.table import Table
from tests.serving import Serving, started
from tests.staging import rows, stage, until

pytestmark = [pytest.mark.browser, pytest.mark.served, pytest.mark.nightly]

WAITS = "Waiting for the public beacon"


@pytest.fixture
def beacon() -> Iterator[StandIn]:
    with stand_in() as this:
        yield this


@pytest.fixture
def site(tmp_path: Path, static_root: str, beacon: StandIn) -> Iterator[Serving]:
    with started(
        Serving.embedded(tmp_path, STATIC_ROOT=static_root, **beacon.environment)
    ) as serving:
        yield serving


def test_everybody_sees_what_is_waited_for_and_nobody_need_do_anything(
    site: Serving, beacon: StandIn, hall: Hall
) -> None:
    beacon.answers.clear()
    evening = stage(site, rehearsal=True, practice=2, entropy_mode="drand")
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(site.url)
    host.open_console(evening)
    player = Player(hall.person("Juniper"), "Juniper")
    player.register(evening)
    player.to_table()
    wall = Table(hall.person("wall", WALL), "wall")
    wall.goto(evening.url("screen/"))
    host.press("Close registration now")
    host.press("Draw round 1")
    for page, where in ((host.page, "#deck"), (player.page, "#stage"), (wall.page, "#wallstage")):
        expect(page.locator(where)).to_contain_text(WAITS)
    beacon.answers.set()
    until("the call", lambda: player.is_called)
    player.answer()
    expect(player.page.locator("#stage")).to_contain_text("The line-up is locked")
    until("the start", lambda: host.offered("Start round 1"))
    host.press("Start round 1")
    player.pick(1)
    lines = rows(site, "SELECT line FROM events_entropy ORDER BY id")
    assert [line.split()[:2] for (line,) in lines] == [["drand", beacon.info["hash"]]] * 2
