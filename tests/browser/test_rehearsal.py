"""One person alone runs a whole rehearsal, from the console to the results; and does so by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hall import DESK, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.browser.table import ACTS
from tests.serving import Serving
from tests.staging import stage, until

pytestmark = [pytest.mark.browser, pytest.mark.served]

MOST_TABS = 60


def console(hall: Hall, site: Serving, **plan: object) -> Host:
    evening = stage(site, rehearsal=True, **plan)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(site.url)
    host.open_console(evening)
    return host


@pytest.mark.nightly
def test_one_person_alone_runs_an_evening_with_practice_players(
    standing: Serving, hall: Hall
) -> None:
    host = console(hall, standing)
    host.press("Add 6 practice players")
    host.press("Close registration now")
    host.press("Draw round 1")
    host.press("Start round 1")
    while not host.offered("Finish the evening"):
        until("the host's turn", lambda: host.awaited() or host.offered("Finish the evening"))
        if host.awaited() and not host.offered("Finish the evening"):
            host.act()
    host.press("Finish the evening")
    host.goto(host.page.url.replace("/host/", "/results/"))
    expect(host.page.locator(".placing li")).to_have_count(6)


@pytest.mark.nightly
def test_the_evening_is_played_by_keyboard_alone(standing: Serving, hall: Hall) -> None:
    host = console(hall, standing, practice=1)
    evening_url = host.page.url.replace("/host/", "/")
    player = Player(hall.person("Juniper", reduced_motion="reduce"), "Juniper")
    player.goto(evening_url)
    tab_to(player.page, "#join [name=name]")
    player.page.keyboard.type(player.name)
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#me")).to_contain_text("You are on the list")
    tab_to(player.page, "#join a:text('To the table')")
    player.page.keyboard.press("Enter")
    player.await_line()

    space(host, "Close registration now")
    space(host, "Draw round 1")
    expect(player.page.get_by_role("button", name="I am here")).to_be_visible()
    player.page.keyboard.press("Space")
    space(host, "Start round 1")
    expect(player.page.locator("#pick-1 button, #pick-2 button").first).to_be_visible()
    free = player.page.locator("#pier form[id^='pick-'] button").first.get_attribute("data-key")
    player.page.keyboard.press(str(free))
    expect(player.page.locator(f"#pier [data-die='{free}'][data-me]")).to_be_visible()
    until("the end", lambda: host.offered("Finish the evening") or go_on(host, player), 180)
    space(host, "Finish the evening")
    tab_to(host.page, "a:text('results')", required=False)
    assert moves(player.page) == []


def space(host: Host, label: str) -> None:
    """Once it is the big action, press the one key that does it."""
    expect(host.page.locator(".deck:not([hidden]) .roll").first).to_contain_text(label)
    host.page.keyboard.press("Space")
    expect(host.page.locator(".deck:not([hidden]) .roll", has_text=label)).to_have_count(0)


def go_on(host: Host, player: Player) -> bool:
    """Whoever is waited for presses Space, or the number of the die they choose."""
    for one in (host, player):
        if command := one.awaited():
            key = "Space"
            if command == "ChooseNext":
                key = str(one.page.locator(ACTS).first.get_attribute("data-key"))
            one.page.keyboard.press(key)
            expect(one.page.locator("[data-busy]")).to_have_count(0)
    return False


def tab_to(page: Page, selector: str, *, required: bool = True) -> None:
    """Press Tab until the focus is there, and can be seen."""
    for _step in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.locator(selector).and_(page.locator(":focus")).count():
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"{selector} has the focus, and nothing shows it"
            return
    assert not required, f"{MOST_TABS} times Tab, and {selector} never had the focus"


def moves(page: Page) -> list[str]:
    """Animations that run although the reader asked for none."""
    script = "document.getAnimations().filter(a => a.effect.getTiming().duration > 10).map(a => a.animationName ?? '')"
    return [str(name) for name in page.evaluate(script)]


def test_a_reload_a_second_tab_and_a_lost_signal_keep_the_seat(
    standing: Serving, hall: Hall
) -> None:
    host = console(hall, standing, practice=5)
    evening_url = host.page.url.replace("/host/", "/")
    player = Player(hall.person("Juniper"), "Juniper")
    player.goto(evening_url)
    player.page.get_by_label("name").fill(player.name)
    player.page.locator("#join form[action$='/register/'] button[type=submit]").click()
    player.to_table()
    host.press("Close registration now")
    host.press("Draw round 1")
    player.answer()
    host.press("Start round 1")
    free = player.page.locator("#pier form[id^='pick-']").first
    free.get_by_role("button").click()
    mine = player.page.locator("#pier [data-me]")
    expect(mine).to_be_visible()
    seat = mine.get_attribute("data-die")

    player.page.reload()
    expect(mine).to_have_attribute("data-die", str(seat))
    second = Player(hall.tab(player.page.context, "Juniper again"), "Juniper")
    second.goto(player.page.url)
    expect(second.page.locator("#pier [data-me]")).to_have_attribute("data-die", str(seat))

    hall.allowed += ["ERR_INTERNET_DISCONNECTED"]
    player.page.context.set_offline(True)
    expect(player.page.locator("html")).to_have_attribute("data-conn", "off")
    host.press("Call the roll")
    player.page.context.set_offline(False)
    player.await_line()
    rolls_once(player)
    until("the other tab to show it", lambda: second.dice() == player.dice())


def rolls_once(player: Player) -> None:
    """A double click is one roll: the second press finds no button that can be pressed."""
    sent: list[str] = []
    player.page.on(
        "request", lambda one: sent.append(one.url) if one.url.endswith("/do/") else None
    )
    until("the opening roll", player.awaited)
    player.page.locator(ACTS).first.dblclick()
    expect(player.page.locator("[data-busy]")).to_have_count(0)
    assert len(sent) == 1
    die = player.page.locator("#pier [data-me] .die")
    expect(die).to_have_attribute("data-face", re.compile("[1-6]"))
