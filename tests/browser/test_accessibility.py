"""axe finds nothing serious on any page, on a phone and on a desk, at night and by day."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.evening import gather
from tests.browser.hall import Hall
from tests.browser.player import Player
from tests.serving import Serving
from tests.staging import PRIZES, Evening, stage, until

pytestmark = [pytest.mark.browser, pytest.mark.served]

WIDTHS = (390, 1280)
THEMES = ("night", "day")
BAD = ("serious", "critical")
FREE_DIE = "#pier form[id^='pick-'] button:not([aria-disabled])"


class Looking:
    """Runs axe on pages as they stand, at every width and in both themes."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.looked: list[str] = []

    def at(self, what: str, page: Page) -> None:
        before = page.viewport_size
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            for theme in THEMES:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                self._run(f"{what}, {width} px, {theme}", page)
        if before is not None:
            page.set_viewport_size(before)
        self.looked.append(what)

    def _run(self, where: str, page: Page) -> None:
        found: list[dict[str, Any]] = Axe().run(page).response["violations"]
        for fault in found:
            if fault["impact"] in BAD:
                for node in fault["nodes"][:3]:
                    self.found.append(
                        f"{where}: {fault['id']} {node['target']} {node['html'][:120]}"
                    )


@pytest.mark.nightly
def test_no_page_of_an_evening_has_a_serious_fault(embedded: Serving, hall: Hall) -> None:
    # Six who press in the same moment want the same die, and the clock may have picked for them
    # while axe was looking: they are told so, with these statuses.
    hall.allowed += ["status of 409", "status of 422"]
    evening = stage(embedded, prizes=PRIZES)
    look = Looking()
    stranger = hall.person("stranger")
    for what, path in (
        ("sign-in", "/accounts/login/"),
        ("first page", "/"),
        ("event", evening.path),
    ):
        stranger.goto(embedded.url + path)
        look.at(what, stranger)
    party = gather(hall, evening)
    wall = party.watchers[1].page
    look.at("projector, registration", wall)
    look.at("console, registration", party.host.page)
    look.at("player, waiting", party.players[0].page)
    party.close_registration()
    party.host.press("Draw round 1")
    until("the call", lambda: all(player.is_called for player in party.players))
    look.at("player, called", party.players[0].page)
    look.at("projector, draw", wall)
    for player in party.players:
        player.answer()
    party.seated = list(party.players)
    party.host.press("Start round 1")
    party.players[1].page.locator("#pick-1").wait_for()
    look.at("player, picking", party.players[1].page)
    until("dice for everybody", lambda: all_picked(party.players), 60)
    party.host.press("Call the roll")
    look_at_live_and_caught(look, party.players, party)
    party.host.press("Finish the evening")
    look.at("console, over", party.host.page)
    look_at_hosts_pages(look, party.host.page, evening)
    assert look.found == []
    assert {"player, LIVE", "player, caught"} <= set(look.looked)


def all_picked(players: list[Player]) -> bool:
    """Everybody takes the first free die, who hasn't one (the clock may have given them one)."""
    for player in players:
        player.look("chosen => document.querySelector(chosen)?.click()", FREE_DIE)
    return all(player.page.locator("#pier [data-me]").count() for player in players)


def look_at_live_and_caught(look: Looking, players: list[Player], party: Any) -> None:
    """Roll to the end; look once at whoever is LIVE, and once at whoever is caught."""
    while actor := party.next_actor():
        for player in players:
            state = player.page.locator("#pier [data-me]").get_attribute("data-state")
            what = {"live": "player, LIVE", "caught": "player, caught"}.get(str(state), "")
            if what and what not in look.looked:
                look.at(what, player.page)
        if "projector, LIVE" not in look.looked and "player, LIVE" in look.looked:
            look.at("projector, LIVE", party.watchers[1].page)
            look.at("console, LIVE", party.host.page)
        if actor.awaited():
            actor.act()


def look_at_hosts_pages(look: Looking, page: Page, evening: Evening) -> None:
    base = evening.site.url
    pages = {
        "results": f"{evening.path}results/",
        "statistics": f"{evening.path}statistics/",
        "dashboard": "/evenings/",
        "plan": "/evenings/new/",
        "ready": f"{evening.path}ready/",
        "the next one": f"{evening.path}repeat/",
        "its series": f"{evening.path}series/",
        "all evenings": "/organise/?state=asleep",
        "past": "/me/",
        "series": "/series/",
        "new series": "/series/new/",
    }
    for what, path in pages.items():
        answer = page.goto(base + path)
        assert answer is not None
        assert answer.status == 200, path
        look.at(what, page)
    page.get_by_label("Title").fill("Fridays on the pier")
    page.get_by_role("button", name="Make the series").click()
    page.get_by_label("Evening", exact=True).select_option(evening.event_id)
    page.get_by_role("button", name="Take it in").click()
    page.get_by_role("table").wait_for()
    look.at("a series with standings", page)
