"""A cast of Lure and a turn of Fish or Cut Bait with the keyboard alone, and nothing serious found on Lure's pages."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fishing, luring
from tests.browser.hall import Hall
from tests.browser.test_accessibility import Looking
from tests.serving import Serving
from tests.staging import until

pytestmark = [pytest.mark.browser, pytest.mark.served, pytest.mark.nightly]

MOST_TABS = 60


@pytest.fixture
def sites(tmp_path: Path, static_root: str) -> Iterator[ExitStack]:
    """They outlive the browsers, which would complain of their going."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def lure(sites: ExitStack, tmp_path: Path, static_root: str) -> Serving:
    return sites.enter_context(luring.luring_site(tmp_path / "site", static_root))


@pytest.fixture
def fish(sites: ExitStack, tmp_path: Path, static_root: str) -> Serving:
    return sites.enter_context(fishing.fishing_site(tmp_path / "site", static_root))


def tab_to(page: Page, selector: str) -> None:
    """Go on with Tab until that has the focus, and see that it shows where one is."""
    for _press in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("chosen => document.activeElement?.matches(chosen) ?? false", selector):
            break
    focused = page.locator(selector).and_(page.locator(":focus"))
    expect(focused).to_have_count(1)
    shown = page.evaluate(
        """() => [document.activeElement, document.activeElement.nextElementSibling,
          document.activeElement.closest("label")].some(one => one &&
          getComputedStyle(one).outlineStyle !== "none")"""
    )
    assert shown, f"nothing shows that {selector} has the focus"


def test_a_cast_is_chosen_and_sent_by_keyboard(lure: Serving, hall: Hall) -> None:
    shore = luring.ashore(hall, lure)
    shore.host.press("Deal the lures")
    first, *others = shore.players
    page = first.page
    expect(page.locator("#cast")).to_be_attached()
    tab_to(page, "#behind input[data-key='1']")
    page.keyboard.press("Space")
    tab_to(page, "#behind input[name=specials][value='20']")
    page.keyboard.press("Space")
    tab_to(page, "#behind input[name=lures]")
    page.keyboard.press("Space")
    page.locator("#turn-title").focus()
    page.keyboard.press("2")
    expect(page.locator("#behind input:checked")).to_have_count(4)
    expect(page.locator("#reach .roll")).to_contain_text("Cast 3 dice, 1 lure")
    tab_to(page, "#reach .roll")
    page.keyboard.press("Enter")
    expect(page.locator("#reach .roll")).to_contain_text("Cast: 3 dice, 1 lure")
    for player in others:
        player.cast(d6=5, specials=(12, 20))
    expect(page.locator("#reveal")).to_contain_text("3 dice")


def test_no_page_of_lure_has_a_serious_fault(lure: Serving, hall: Hall) -> None:
    look, shore = Looking(), luring.ashore(hall, lure, learning=True)
    look.at("console, before the deal", shore.host.page)
    shore.host.press("Deal the lures")
    players = shore.players
    until("the cast", lambda: all(player.casts for player in players))
    players[0].tick(d6=2, lures="all")
    look.at("behind the screen", players[0].page)
    for player in players:
        player.cast(d6=2, lures="all")
    until(
        "what came of it", lambda: players[0].adjusts or players[0].casts or "2 dice" in told(shore)
    )
    for what, one in (
        ("the reveal", players[0]),
        ("watching", shore.spectator),
        ("console", shore.host),
        ("projector", shore.wall),
    ):
        expect(one.page.locator(".comes")).to_have_count(0)  # what fades in is pale on its way
        look.at(what, one.page)
    assert look.found == []
    assert len(look.looked) == 6


def told(shore: luring.Shore) -> str:
    return " ".join(shore.spectator.texts("#reveal"))


def test_a_turn_is_played_by_keyboard(fish: Serving, hall: Hall) -> None:
    """A rig, three fish dice, one of them kept, and the catch booked."""
    boat = fishing.aboard(hall, fish, turn_s=600, ready_s=600)
    wren = boat.players[0]
    page = wren.page
    wren.start()
    tab_to(page, "#throw-rig button")
    page.keyboard.press("Enter")
    expect(page.locator("#throw-fish")).to_be_visible()
    tab_to(page, "#rig-4")
    page.keyboard.press("Enter")
    expect(page.locator("#throw-rig")).to_contain_text("Roll")
    page.locator("#rig-4").press("Enter")
    tab_to(page, "#throw-fish button")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-title")).to_have_text("You are fishing")
    tab_to(page, "#throw-stop button")
    page.keyboard.press("Enter")
    expect(page.locator("#turn-title")).not_to_have_text("You are fishing")
    until("the same sheet on all pages", lambda: boat.sheet(wren) == boat.sheet(boat.spectator))
    assert boat.sheet(wren)[0][0] == ["7", "7"]
