"""The server is killed without warning in mid-match, and started again: nobody loses anything."""

import random
import threading
import time
from collections.abc import Iterator
from functools import partial
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Request, Response

from tests.browser.conftest import chromium  # noqa: F401 - a fixture
from tests.browser.hall import DESK, Hall
from tests.browser.table import Table
from tests.faults.clients import Client, Crowd
from tests.faults.history import History
from tests.serving import Serving
from tests.staging import close_in, rows, stage, until

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.browser]

NAMES = ("Osric", "Tansy", "Wren", "Bram", "Ilka")
IN_CHROMIUM = "Juniper"
RECOVERY_S = 5.0
"""What the pages promise, from when the server is up."""
MARGIN_S = 3.0
"""For a machine that runs other tests at the same time."""
SEED = 20260115


@pytest.fixture
def pages(chromium: Browser) -> Iterator[Hall]:  # noqa: F811 - the fixture
    hall = Hall(chromium)
    yield hall
    hall.close()


@pytest.mark.parametrize(
    ("setup", "kills"), [("embedded", 2), pytest.param("scaled", 2, marks=pytest.mark.night)]
)
def test_no_roll_is_lost_or_doubled_when_the_server_is_killed(
    setup: str, kills: int, pages: Hall, request: pytest.FixtureRequest
) -> None:
    site: Serving = request.getfixturevalue(setup)
    evening = stage(site, rounds=6)
    crowd = Crowd(evening)
    watched = remembered(pages.person(IN_CHROMIUM), crowd.history)
    player = Table(watched, IN_CHROMIUM)
    enter(player, evening.url())
    wall = Table(pages.person("wall", DESK), "wall")
    wall.goto(evening.url("screen/", process=1))
    crowd.enter(NAMES)
    close_in(evening, 0.5)
    chance = random.Random(SEED)
    slowest = 0.0
    play(crowd, player, acts=20)  # drawn, called, answered, and at the dice
    for _kill in range(kills):
        play(crowd, player, acts=chance.randint(2, 6))
        kill_soon(site, chance.uniform(0, 0.2))
        play(crowd, player, until_down=True)
        site.start()
        up = time.monotonic()
        for page in (player, wall):
            until(f"{page.who} to be back", partial(is_on, page))
        slowest = max(slowest, time.monotonic() - up)
        crowd.come_back()
    play(crowd, player, acts=10)
    print(f"slowest page was back {slowest:.1f} s after the server")

    assert slowest <= RECOVERY_S + MARGIN_S
    until("every answer", lambda: is_on(player) and not crowd.history.said("nothing"))
    crowd.check()
    assert len(crowd.history.said("ok")) > 20 + 2 * kills
    screens_show_what_is_stored(crowd, pages, [player, wall])
    crowd.leave()


def enter(player: Table, url: str) -> None:
    player.goto(url)
    player.page.get_by_label("name").fill(player.who)
    player.page.locator("#join form[action$='/register/'] button[type=submit]").click()
    player.page.get_by_role("link", name="To the table").click()
    player.await_line()


def remembered(page: Page, history: History) -> Page:
    """Let the history hear of every command that this page sends, and of every answer it gets."""

    def id_of(request: Request) -> str:
        if request.method != "POST" or not request.url.endswith("/do/"):
            return ""
        body = request.post_data or ""
        fields = parse_qs(body)
        if "command_id" in fields:
            return fields["command_id"][0]
        parts = body.split('name="command_id"')
        return parts[1].split("\r\n")[2] if len(parts) == 2 else ""

    def sent(request: Request) -> None:
        if id_ := id_of(request):
            history.sends(id_)

    def answered(response: Response) -> None:
        if id_ := id_of(response.request):
            history.hears(id_, response.status)

    page.on("request", sent)
    page.on("response", answered)
    return page


def kill_soon(site: Serving, seconds: float) -> None:
    """Kill every web process that much later, whatever is going on then."""
    webs = [name for name in site.processes if name.startswith("web")]
    threading.Timer(seconds, lambda: site.kill9(*webs)).start()


def is_down(site: Serving) -> bool:
    return all(
        process.poll() is not None
        for name, process in site.processes.items()
        if name.startswith("web")
    )


def play(crowd: Crowd, player: Table, acts: int = 1000, *, until_down: bool = False) -> None:
    """Let so many be done by whoever is waited for, or as many as can until the server is gone."""
    site = crowd.evening.site
    for _act in range(acts):
        actor = until(
            "somebody's turn", lambda: (until_down and is_down(site)) or whose(crowd, player)
        )
        if actor is True:
            return
        if isinstance(actor, Client):
            form = actor.wanted()
            if form is not None:
                actor.act(form)
        elif isinstance(actor, Table):
            press(actor)


def press(player: Table) -> None:
    """Press once what is waited for, and don't wait: the page itself sees to it that it is answered."""
    player.look("selector => document.querySelector(selector)?.click()", WAITED_FOR)


WAITED_FOR = (
    "#me form[data-command=Answer] button:not([aria-disabled]), "
    "#pier form button:not([aria-disabled]), #reach form .roll:not([aria-disabled])"
)


def whose(crowd: Crowd, player: Table) -> Client | Table | None:
    if player.look("selector => !!document.querySelector(selector)", WAITED_FOR):
        return player
    return next((client for client in crowd.clients if client.wanted() is not None), None)


def is_on(page: Table) -> bool:
    return bool(page.look("document.documentElement.dataset.conn === 'on'"))


def screens_show_what_is_stored(crowd: Crowd, pages: Hall, browsers: list[Table]) -> None:
    """Every page in a browser shows what it shows when opened anew, and all are at the last number."""
    sql = "SELECT 'event/' || public_id, seq FROM events_event WHERE public_id = %s"
    [(topic, seq)] = rows(crowd.evening.site, sql, crowd.evening.event_id)
    assert {client.live.seqs[topic] for client in crowd.clients} == {seq}
    for page in browsers:
        tab = pages.tab(page.page.context, page.who)
        shown = page.fresh(tab).shown()
        until(f"{page.who}'s page", partial(shows, page, shown))


def shows(page: Table, shown: dict[str, str]) -> bool:
    return page.shown() == shown
