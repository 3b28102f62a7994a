"""Something wasn't right: said at the table, seen by everybody, ruled on at the console, all by page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK, WALL, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.browser.table import Table
from tests.browser.test_accessibility import Looking
from tests.serving import Serving
from tests.staging import rows, stage, until

pytestmark = [pytest.mark.browser, pytest.mark.served]

SAID = "I pressed before the clock ran out"
RULED = "The roll stands"


def test_a_dispute_is_opened_refused_and_ruled_on_without_leaving_the_table(
    standing: Serving, hall: Hall
) -> None:
    evening = stage(standing, rehearsal=True, practice=3)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(standing.url)
    host.open_console(evening)
    player = Player(hall.person("Juniper"), "Juniper")
    player.register(evening)
    player.to_table()
    wall = Table(hall.person("wall", WALL), "wall")
    wall.goto(evening.url("screen/"))
    wall.await_line()
    host.press("Close registration now")
    host.press("Draw round 1")
    player.answer()
    host.press("Start round 1")
    player.page.locator("#pier form[id^='pick-'] button").first.click()
    expect(player.page.locator("#pier [data-me]")).to_be_visible()
    table = player.page.url

    look = Looking()
    link, form = player.page.locator("#dispute-link"), player.page.locator("#dispute-form")
    link.focus()
    player.page.keyboard.press("Enter")
    expect(form.locator("h1")).to_be_focused()
    look.at("player, disputing", player.page)
    player.page.keyboard.press("Escape")
    expect(form).to_have_count(0)
    expect(link).to_be_focused()
    player.page.keyboard.press("Enter")
    form.get_by_label("Juniper stands at die").check()
    form.evaluate("form => { form.noValidate = true }")
    hall.allowed += ["422"]
    form.locator("[type=submit]").click()
    wrong = form.locator("[aria-invalid=true]")
    expect(wrong).to_have_attribute("name", "text")
    expect(wrong).to_be_focused()
    expect(form.locator("#notice")).to_have_text("Write something here.")
    form.locator("#dispute-text").fill(SAID)
    form.locator("[type=submit]").click()
    expect(form).to_have_count(0)
    assert player.page.url == table

    for page in (player.page, wall.page, host.page):
        expect(page.locator("main")).to_contain_text("table waits for a ruling")
    card = host.page.locator(".dispute")
    expect(card).to_contain_text(SAID)
    expect(card.locator(".diff")).to_contain_text(re.compile(r"Sent\s*\d\d:\d\d:\d\d\.\d"))
    host.page.locator("#Resume .roll").click()
    expect(host.page.locator("#notice")).to_contain_text("Rule on the dispute first")
    look.at("player, waiting for a ruling", player.page)
    look.at("console, ruling", host.page)
    card.locator("textarea").fill(RULED)
    card.locator("[type=submit]").click()
    for page in (player.page, wall.page, host.page):
        expect(page.locator("main")).to_contain_text(RULED)
    expect(card).to_have_count(0)
    until("the clocks", lambda: "Paused" not in wall.page.locator("#walllive").inner_text())
    ((sent, received),) = rows(standing, "SELECT sent_at, received_at FROM events_dispute")
    assert sent
    assert received
    assert look.found == []


def test_what_would_be_undone_is_shown_and_somebody_is_found_and_removed(
    standing: Serving, hall: Hall
) -> None:
    evening = stage(standing, rehearsal=True, practice=1)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(standing.url)
    host.open_console(evening)
    player = Player(hall.person("Juniper"), "Juniper")
    player.register(evening)
    player.to_table()
    host.press("Close registration now")
    host.press("Draw round 1")
    player.answer()
    host.press("Start round 1")
    until("the practice player's pick", lambda: len(taken(player)) == 1)
    player.page.locator("#pier form[id^='pick-'] button").first.click()
    expect(player.page.locator("#pier [data-me]")).to_be_visible()

    host.page.locator("[aria-controls=panel-undo]").click()
    panel = host.page.locator("#panel-undo")
    expect(panel.locator(".diff")).to_contain_text(
        re.compile("Juniper.*not rolled.*no die yet", re.S)
    )
    look = Looking()
    look.at("console, undoing", host.page)
    panel.locator("#undo-reason").fill("Wrong die")
    panel.get_by_role("button", name="Undo it").click()
    expect(panel).to_be_hidden()
    expect(panel.locator("#undo-reason")).to_have_value("")
    expect(player.page.locator("#just")).to_contain_text("Reason: Wrong die.")
    expect(player.page.locator("#pier [data-me]")).to_have_count(0)

    host.page.locator("#roster-find").click()
    host.page.locator("#find-q").fill("juni")
    expect(host.page.locator("#found li")).to_have_count(1)
    host.page.locator("#found summary").click()
    look.at("console, finding somebody", host.page)
    host.page.locator("#found input[name=reason]").fill("Asked to go")
    host.page.locator("#found").get_by_role("button", name="Remove from the evening").click()
    expect(host.page.locator("#fetched > *")).to_have_count(0)
    expect(player.page.locator("#me")).to_contain_text("The reason: Asked to go.")
    assert look.found == []


def taken(player: Player) -> list[str]:
    """The dice somebody stands at."""
    return [number for number, state, _face, _who in player.dice() if state == "standing"]
