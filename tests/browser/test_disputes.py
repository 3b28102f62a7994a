"""Something wasn't right: said at the table, seen by everybody, ruled on at the console, all by page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK, WALL, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.browser.table import Table
from tests.serving import Serving
from tests.staging import rows, stage, until

pytestmark = [pytest.mark.browser, pytest.mark.served]

SAID = "I pressed before the clock ran out"
RULED = "The roll stands"


def test_a_dispute_is_opened_refused_and_ruled_on_without_leaving_the_table(
    embedded: Serving, hall: Hall
) -> None:
    evening = stage(embedded, rehearsal=True, practice=3)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(embedded.url)
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

    player.page.locator("#dispute-link").click()
    form = player.page.locator("#dispute-form")
    form.locator("input[name=seq]").first.check()
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
    card.locator("textarea").fill(RULED)
    card.locator("[type=submit]").click()
    for page in (player.page, wall.page, host.page):
        expect(page.locator("main")).to_contain_text(RULED)
    expect(card).to_have_count(0)
    until("the clocks", lambda: "Paused" not in wall.page.locator("#walllive").inner_text())
    ((sent, received),) = rows(embedded, "SELECT sent_at, received_at FROM events_dispute")
    assert sent
    assert received


def test_what_would_be_undone_is_shown_and_the_panel_shuts(embedded: Serving, hall: Hall) -> None:
    evening = stage(embedded, rehearsal=True, practice=1)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(embedded.url)
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
    panel.locator("#undo-reason").fill("Wrong die")
    panel.get_by_role("button", name="Undo it").click()
    expect(panel).to_be_hidden()
    expect(panel.locator("#undo-reason")).to_have_value("")
    expect(player.page.locator("#just")).to_contain_text("Reason: Wrong die.")
    expect(player.page.locator("#pier [data-me]")).to_have_count(0)


def taken(player: Player) -> list[str]:
    """The dice somebody stands at."""
    return [number for number, state, _face, _who in player.dice() if state == "standing"]
