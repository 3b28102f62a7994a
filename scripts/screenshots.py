"""Pictures of every page, of a site of its own that plays an evening: `make screenshots`.

They are saved in var/screenshots/<page>-<width>-<theme>.png, to be looked at beside the design;
docs/screenshot.png, for the README, is the table of whoever is LIVE.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import FLAGS, chromium_program
from tests.browser.evening import Party, gather
from tests.browser.hall import Hall
from tests.serving import ROOT, Serving, started
from tests.staging import PRIZES, stage, until

FOLDER = ROOT / "var" / "screenshots"
PHONE, DESK, WALL = (390, 844), (1280, 900), (1920, 1080)
THEMES = ("night", "day")


class Camera:
    """Takes a page at several sizes and in both themes, and once only."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def take(self, name: str, page: Page, *sizes: tuple[int, int], themes: Any = THEMES) -> None:
        """Save the page as it stands; the viewport is as it was afterwards."""
        if name in self.taken:
            return
        self.taken.add(name)
        before = page.viewport_size
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for theme in themes:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")
                page.screenshot(path=FOLDER / f"{name}-{width}-{theme}.png")
        if before is not None:
            page.set_viewport_size(before)


def evening(party: Party, camera: Camera) -> None:
    """Play, and take each state when it comes."""
    host, first, wall = party.host.page, party.players[0].page, party.watchers[1].page
    camera.take("host-registration", host, PHONE, DESK)
    camera.take("player-waiting", first, PHONE, DESK)
    camera.take("projector-registration", wall, WALL, themes=("night",))
    party.close_registration()
    party.host.press("Draw round 1")
    until("the call", lambda: all(player.is_called for player in party.players))
    camera.take("player-called", first, PHONE, DESK)
    camera.take("projector-draw", wall, WALL, themes=("night",))
    for player in party.players:
        player.answer()
        party.seated.append(player)
    party.host.press("Start round 1")
    first.locator("#pick-1").wait_for()
    camera.take("player-picking", first, PHONE, DESK)
    party.pick_in_order()
    while actor := party.next_actor():
        _take_the_table(party, camera)
        if actor.awaited():
            actor.act()
    camera.take("projector-between", wall, WALL, themes=("night",))
    camera.take("host-between", host, PHONE, DESK)
    party.host.press("Finish the evening")
    camera.take("projector-results", wall, WALL, themes=("night",))


def _take_the_table(party: Party, camera: Camera) -> None:
    for player in party.players:
        state = player.page.locator("#pier [data-me]").get_attribute("data-state")
        if player.awaited() == "ChooseNext":
            camera.take("player-choosing", player.page, PHONE, DESK)
        elif state == "live" and player.awaited() == "Roll" and "player-live" not in camera.taken:
            camera.take("player-live", player.page, PHONE, DESK)
            camera.take("projector-live", party.watchers[1].page, WALL, themes=("night",))
            camera.take("host-live", party.host.page, PHONE, DESK)
            (ROOT / "docs" / "screenshot.png").write_bytes(
                (FOLDER / f"player-live-{DESK[0]}-night.png").read_bytes()
            )
        elif state == "caught":
            camera.take("player-caught", player.page, PHONE, DESK)
            _offline(player.page, camera)


def _offline(page: Page, camera: Camera) -> None:
    if "player-offline" in camera.taken:
        return
    page.context.set_offline(True)
    page.locator("html[data-conn=off]").wait_for()
    camera.take("player-offline", page, PHONE)
    page.context.set_offline(False)


def pages_of_the_host(party: Party, camera: Camera) -> None:
    page = party.host.page
    paths: dict[str, str] = {
        "results": f"{party.evening.path}results/",
        "statistics": f"{party.evening.path}statistics/",
        "dashboard": "/evenings/",
        "plan": "/evenings/new/",
    }
    for name, path in paths.items():
        page.goto(party.evening.site.url + path)
        camera.take(name, page, PHONE, DESK)


def main(make: Callable[[Path], Serving] = Serving.embedded) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    camera = Camera()
    with (
        tempfile.TemporaryDirectory(prefix="tacklebox-pictures-") as folder,
        started(make(Path(folder))) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=FLAGS)
        hall = Hall(browser)
        tonight = stage(site, prizes=PRIZES)
        party = gather(hall, tonight)
        stranger = hall.person("stranger")
        stranger.goto(tonight.url())
        camera.take("event", stranger, PHONE, DESK)
        stranger.goto(site.url)
        camera.take("first-page", stranger, PHONE, DESK)
        evening(party, camera)
        pages_of_the_host(party, camera)
        hall.close()
        browser.close()
        print(f"{len(camera.taken)} pages in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
