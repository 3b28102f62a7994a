"""Three at a table of Fish or Cut Bait: two at their pages, one who never comes back to theirs."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.hall import DESK, WALL, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.browser.table import Table
from tests.serving import Serving, started
from tests.staging import close_in, stage

NAMES = ("Wren", "Bram", "Ilka")
SHEET = """() => [...document.querySelectorAll(".sheet .frames[data-seat]")].map(row =>
  [...row.children].map(box => [box.querySelector("i").textContent, box.querySelector("b").textContent]))"""


@contextmanager
def fishing_site(folder: Path, static_root: str) -> Iterator[Serving]:
    """A served site whose dice fall as `tests.browser.fish_site` says."""
    site = Serving.embedded(folder, STATIC_ROOT=static_root)
    site.entry = [sys.executable, "-m", "tests.browser.fish_site"]
    with started(site):
        yield site


class Fisher(Player):
    """Somebody at the table, and what they press."""

    def throw(self, of: str) -> None:
        """Roll what is offered, by the button of rig or fish; return when it is answered and shown."""
        before = self.stamp()
        self.page.locator(f"#throw-{of} button").click()
        expect(self.page.locator("#pier")).not_to_have_attribute("data-stamp", before)

    def stamp(self) -> str:
        return self.page.locator("#pier").get_attribute("data-stamp") or ""

    def start(self) -> None:
        """Begin the turn, once called; the timer may be flipped for whoever is slow."""
        expect(self.page.locator("#reach .roll")).to_have_text(
            re.compile("Start your turn|Roll 4 dice")
        )
        if self.awaited() == "FlipTimer":
            self.page.locator("#reach .roll").click()
        expect(self.page.locator("#reach .roll")).to_contain_text("Roll 4 dice")

    def ring(self) -> int:
        """The seconds on the page's ring."""
        return int(self.page.locator("#turn [data-clock]").inner_text())

    def press(self, label: str) -> None:
        """Press a big button, and wait until that has been answered."""
        self.page.locator("#reach .roll", has_text=label).click()
        expect(self.page.locator("[data-busy]")).to_have_count(0)


@dataclass
class Boat:
    """A table of three with a host, a spectator and a projector."""

    host: Host
    players: list[Fisher]
    spectator: Table
    wall: Table

    @property
    def pages(self) -> list[Table]:
        """Everybody whose page is open: not the one who is absent."""
        return [self.host, *self.players[:2], self.spectator, self.wall]

    def sheet(self, of: Table) -> Any:
        """Catches and sums by row, as this page shows them."""
        return of.look(SHEET)


def aboard(
    hall: Hall,
    site: Serving,
    clocks: dict[str, str] | None = None,
    *,
    absent: bool = False,
    **options: Any,
) -> Boat:
    """Registered, drawn, answered, started. ``clocks``: a script for whose page. ``absent``: the third closes it."""
    evening = stage(site, game="fish-or-cut-bait", options=options)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(site.url)
    host.open_console(evening)
    players = [Fisher(hall.person(name), name) for name in NAMES]
    for player in players:
        if clocks and player.name in clocks:
            player.page.add_init_script(clocks[player.name])
        player.register(evening)
        player.to_table()
    spectator = Table(hall.person("spectator", DESK), "spectator")
    spectator.goto(evening.url("live/"))
    wall = Table(hall.person("wall", WALL), "wall")
    wall.goto(evening.url("screen/"))
    close_in(evening, 1)
    host.press("Draw round 1")
    for player in players:
        player.answer()
    host.press("Start round 1")
    if absent:
        players[2].page.close()
    for watcher in (spectator, wall):
        watcher.await_line()
    return Boat(host, players, spectator, wall)
