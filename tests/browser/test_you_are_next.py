"""KnockOut tells who is next so that they notice: a shake, a sound, the tab's title; and the phone stays awake."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import DESK, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.serving import Serving
from tests.staging import stage, until

pytestmark = [pytest.mark.browser, pytest.mark.served]

NOTED = """
window.noted = [];
window.lying = false;
navigator.vibrate = pattern => { noted.push(["shake", pattern.join(" ")]); return true; };
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = kind => { noted.push(["awake", kind]); return request(kind); };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) {
  noted.push(["tone", String(this.frequency.value)]);
  return start.apply(this, at);
};
Object.defineProperty(document, "hidden", { get: () => window.lying });
"""
"""What the page asks of the device is written down, and done; ``lying`` is a phone on the table, its page unseen."""


@pytest.mark.nightly
def test_whoever_is_next_is_told_by_shake_sound_and_title(standing: Serving, hall: Hall) -> None:
    evening = stage(standing, rehearsal=True, format="knockout", practice=7, capacity=30)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(standing.url)
    host.open_console(evening)
    player = Player(hall.person("Juniper"), "Juniper")
    player.page.add_init_script(NOTED)
    player.register(evening)
    player.to_table()
    host.press("Close registration now")
    host.press("Draw the KnockOut")
    turn = player.page.locator("#turn-title")
    expect(turn).to_contain_text("is about to begin")
    player.page.locator("main").click(position={"x": 5, "y": 5})
    kinds = {kind for kind, _what in player.look("noted")}
    assert kinds == {"awake"}
    player.look("lying = true")

    host.press("Start the KnockOut")
    expect(turn).not_to_contain_text("is about to begin")
    if "Pick a die" in turn.inner_text():
        # Called among the first: passed over, they wait like the others and come up again.
        told(player, "Pick a die")
        player.look("noted.length = 0; document.title = ''")
        host.page.locator(".calls li", has_text="Juniper").get_by_role("button").click()
    until("being next", lambda: turn.inner_text() == "You are next" or go_on(host), 120)
    told(player, "You are next")

    player.look("lying = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert "●" not in player.page.title()


def told(player: Player, title: str) -> None:
    """The page has called its reader with every means it has."""
    expect(player.page.locator("#alert")).to_have_text(title)
    until("the sound", lambda: ["tone", "880"] in player.look("noted"))
    noted = player.look("noted")
    assert ["shake", "120 60 120"] in noted
    assert [what for kind, what in noted if kind == "tone"][:2] == ["587", "880"]
    assert player.page.title() == f"● {title}"


def go_on(host: Host) -> bool:
    """The host does what is waited for; practice players do the rest."""
    if host.awaited():
        host.act()
    return False
