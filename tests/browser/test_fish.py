"""Fish or Cut Bait in real browsers: a whole game of three, and a turn that ends though nobody is there."""

import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.fishing import Boat, aboard, fishing_site
from tests.browser.hall import Hall
from tests.browser.sameness import pages_are_up_to_date
from tests.browser.table import Table
from tests.browser.test_accessibility import Looking
from tests.serving import Serving
from tests.staging import until

pytestmark = [pytest.mark.browser, pytest.mark.served]

TEN_MINUTES = 600_000
WRONG_CLOCK = """
{
  const Right = Date;
  window.Date = class extends Right {
    constructor(...given) { if (given.length) super(...given); else super(Right.now() + SHIFT); }
    static now() { return Right.now() + SHIFT; }
  };
}
"""
"""The device's clock is wrong by SHIFT milliseconds."""
CLOCKS = {
    "Wren": WRONG_CLOCK.replace("SHIFT", str(TEN_MINUTES)),
    "Bram": WRONG_CLOCK.replace("SHIFT", str(-TEN_MINUTES)),
}
MINUS = "\N{MINUS SIGN}"
LAST_SHEET = [
    [["7", "7"], ["14", "21"]],
    [[f"11{MINUS}3", "8"], ["8", "16"]],
    [[f"0{MINUS}4", f"{MINUS}4"], ["0", f"{MINUS}4"]],
]
"""Catch and sum, by player and round, as the scripted dice have it."""


@pytest.fixture
def scripted(tmp_path: Path, static_root: str) -> Iterator[Serving]:
    """A site whose dice are known; it outlives the browsers, which would complain of its going."""
    with fishing_site(tmp_path, static_root) as site:
        yield site


@pytest.mark.nightly
def test_a_game_of_three_is_played_to_its_end(scripted: Serving, hall: Hall) -> None:
    """A lucky seven, a snag without the chip and one with it, a pause, one who is never there; two clocks are wrong."""
    boat = aboard(
        hall, scripted, CLOCKS, absent=True, rounds=2, lucky_seven=True, turn_s=30, ready_s=8
    )
    lucky_seven(boat)
    snag_without_chip(boat)
    snag_with_chip(boat)
    pause(boat)
    expect(boat.spectator.page.locator("#turn-title")).to_have_text("Wren wins", timeout=60_000)
    for one in boat.pages:
        until(f"the last sheet on {one.who}'s page", partial(shows_the_last_sheet, boat, one))
    pages_are_up_to_date(hall, [*boat.players[:2], boat.spectator, boat.wall])


def lucky_seven(boat: Boat) -> None:
    wren, bram = boat.players[:2]
    expect(bram.page.locator("#alert")).to_have_text("You are next: get ready.")
    wren.start()
    assert abs(wren.ring() - bram.ring()) <= 1
    wren.throw("rig")
    assert wren.page.locator("#rig-4").get_attribute("aria-pressed") == "false"
    wren.page.keyboard.press("4")
    expect(wren.page.locator("#throw-rig")).to_contain_text("choose a die to roll")
    wren.throw("fish")
    wren.press("Stop")
    more = {seat: wren.page.locator(f"[data-seat='{seat}'] [data-step='1']") for seat in (1, 2)}
    more[1].click(click_count=3)
    more[2].click(click_count=6)
    expect(wren.page.locator("[data-seat='2'] output")).to_have_text("4")
    wren.press("Take 7 fish")


def snag_without_chip(boat: Boat) -> None:
    bram = boat.players[1]
    expect(bram.page.locator("#turn-title")).to_have_text("You are called")
    bram.start()
    bram.throw("rig")
    bram.throw("fish")
    bram.throw("fish")
    for one in (bram, boat.spectator):
        expect(one.page.locator("#pier .luck")).to_contain_text("6 fish go back")
    expect(bram.page.locator("#throw-fish")).to_have_count(0)
    bram.throw("rig")
    bram.throw("fish")
    bram.press("Stop")


def snag_with_chip(boat: Boat) -> None:
    """Only once the one who isn't there has had their turn: their timer is flipped and runs out."""
    wren = boat.players[0]
    expect(wren.page.locator("#turn-title")).to_have_text("You are called", timeout=60_000)
    wren.start()
    wren.throw("rig")
    expect(wren.page.locator("#pier .luck")).to_contain_text("Snag-free chip")
    wren.throw("rig")
    wren.throw("fish")
    expect(wren.page.locator("#pier .luck")).to_contain_text("the chip covers it")
    wren.throw("fish")
    wren.press("Stop")


def pause(boat: Boat) -> None:
    bram, host = boat.players[1], boat.host
    bram.start()
    host.page.locator("#pause button").click()
    expect(bram.page.locator("#turn-title")).to_have_text("Paused")
    kept = bram.ring()
    host.press("Let the clocks go on")
    expect(bram.page.locator("#throw-rig")).to_be_visible()
    assert kept - 2 <= bram.ring() <= kept
    bram.throw("rig")
    bram.throw("fish")
    bram.press("Stop")


@pytest.mark.nightly
def test_no_page_of_the_game_has_a_serious_fault(scripted: Serving, hall: Hall) -> None:
    boat = aboard(hall, scripted, lucky_seven=True, turn_s=600, ready_s=600, deduct_s=600)
    wren, look = boat.players[0], Looking()
    look.at("called", wren.page)
    look.at("host, who may flip the timer", boat.host.page)
    wren.start()
    wren.throw("rig")
    look.at("rigging", wren.page)
    wren.throw("fish")
    for what, one in (("fishing", wren), ("watching", boat.spectator), ("projector", boat.wall)):
        look.at(what, one.page)
    wren.press("Stop")
    look.at("a lucky seven", wren.page)
    assert look.found == []


@pytest.mark.nightly
def test_dice_fly_at_the_tap_and_show_no_face_before_the_server_has_said_one(
    scripted: Serving, hall: Hall
) -> None:
    """A second tap while the first is under way sends nothing, and the button says why."""
    boat = aboard(hall, scripted, turn_s=600, ready_s=600)
    wren = boat.players[0]
    wren.start()
    wren.throw("rig")
    sent: list[Route] = []
    wren.page.route("**/do/", lambda route: sent.append(route))
    wren.page.locator("#throw-rig button").click()
    flying = wren.page.locator("#rig-4 .cube.flies")
    expect(flying.locator("svg")).to_have_css("visibility", "hidden")
    expect(wren.page.locator("#rig-1 .cube svg")).to_have_css("visibility", "visible")
    expect(wren.page.locator("#throw-rig")).to_contain_text("rolling…")
    wren.page.locator("#throw-fish button").click()
    until("what was sent", lambda: sent or wren.look("0"))
    before = wren.stamp()
    sent[0].continue_()
    expect(wren.page.locator("#pier")).not_to_have_attribute("data-stamp", before)
    expect(wren.page.locator("#pier .cube.flies")).to_have_count(0)
    assert len(sent) == 1
    shown = [
        one.texts("#pier .rig b, #wallpier .rig b") for one in (wren, boat.spectator, boat.wall)
    ]
    assert shown == [shown[0]] * 3


@pytest.mark.nightly
def test_a_turn_ends_on_time_with_the_rollers_and_the_hosts_pages_closed(
    served: Serving, hall: Hall
) -> None:
    boat = aboard(hall, served, turn_s=6, ready_s=60)
    first, second = until("the draw", lambda: in_order(boat))
    first.start()
    pressed = time.monotonic()
    first.page.close()
    boat.host.page.close()
    expect(second.page.locator("#just")).to_contain_text("Time is up.")
    assert 4 < time.monotonic() - pressed < 11
    expect(boat.spectator.page.locator("#turn-title")).to_have_text(re.compile("is called"))


def shows_the_last_sheet(boat: Boat, one: Table) -> bool:
    return bool(boat.sheet(one) == LAST_SHEET)


def in_order(boat: Boat):
    """Whoever rolls first, and another one."""
    first = next((one for one in boat.players if one.awaited() == "FlipTimer"), None)
    return first and (first, next(one for one in boat.players if one is not first))
