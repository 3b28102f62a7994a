"""Four at a table of Lure, each at a page of their own: what they tick behind the screen, and what their pages show."""

import sys
from collections.abc import Iterator, Sequence
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
from tests.staging import Evening, close_in, stage

NAMES = ("Wren", "Bram", "Ilka", "Osric")
_MIDDLE = (
    """() => [...document.querySelectorAll(".pool .catch h3")].map(card => card.textContent)"""
)
_ROLLED = """() => [...document.querySelectorAll("[data-round] [data-row]")].map(row => [
  row.closest("[data-round]").dataset.round, row.dataset.row, row.dataset.state,
  row.querySelector(".total, .sum")?.textContent.replace(/\\D/g, "") ?? "",
])"""
_COUNT = """() => [...document.querySelectorAll(".finalcount > li")].map(row =>
  [row.querySelector("bdi").textContent, row.querySelector(".points").textContent.replace(/\\D/g, "")])"""


@contextmanager
def luring_site(folder: Path, static_root: str) -> Iterator[Serving]:
    """A served site whose draws and dice fall by one script."""
    site = Serving.embedded(folder, STATIC_ROOT=static_root)
    site.entry = [sys.executable, "-m", "tests.faults.scripted_site"]
    with started(site):
        yield site


class Angling(Player):
    """Somebody at the table, and what they choose."""

    @property
    def casts(self) -> bool:
        """Whether this page still waits for a cast."""
        return self.awaited() == "Cast" and not self.look(
            "() => document.querySelector('#cast[data-laid]') !== null"
        )

    @property
    def adjusts(self) -> bool:
        return self.awaited() == "Adjust"

    def tick(self, *, d6: int = 0, specials: Sequence[int] = (), lures: str = "none") -> None:
        """Choose so many dice, of the special ones those at hand, and ``all`` lures or ``none``."""
        for n in range(1, 6):
            self.page.locator(f"#behind input[data-key='{n}']").set_checked(n <= d6)
        for sides in (12, 20):
            box = self.page.locator(f"#behind input[name=specials][value='{sides}']")
            if box.is_enabled():
                box.set_checked(sides in specials)
        for box in self.page.locator("#behind input[name=lures]").all():
            box.set_checked(lures == "all")

    def cast(self, **choice: Any) -> None:
        """Choose and cast; return when it is answered."""
        self.tick(**choice)
        self.press()

    def press(self) -> None:
        """Press the big button, and wait until that has been answered."""
        self.page.locator("#reach .roll:not([aria-disabled=true])").click()
        expect(self.page.locator("[data-busy]")).to_have_count(0)

    def turn(self, die: int, by: int) -> None:
        """Turn one of the own dice by one step, up or down."""
        self.page.locator(f".turndie[data-die='{die}'] [data-by='{by}'].turn-to").click()


@dataclass
class Shore:
    """A table of four with a host, a spectator and a projector."""

    evening: Evening
    host: Host
    players: list[Angling]
    spectator: Table
    wall: Table

    @property
    def pages(self) -> list[Table]:
        return [self.host, *self.players, self.spectator, self.wall]

    @property
    def is_over(self) -> bool:
        """Whether the final count is shown."""
        return bool(counted(self.players[0]))


def middle(one: Table) -> list[str]:
    """The fish face up, as this page shows them."""
    return [str(name) for name in one.look(_MIDDLE) or []]


def rolled(one: Table) -> list[list[str]]:
    """The rows of the reveal on this page: round, seat, how far it has come, total."""
    return [list(row) for row in one.look(_ROLLED) or []]


def counted(one: Table) -> list[list[str]]:
    """The final count on this page: names and points."""
    return [list(row) for row in one.look(_COUNT) or []]


def ashore(hall: Hall, site: Serving, **options: Any) -> Shore:
    """Registered, drawn, answered, started; the lures are not dealt yet."""
    evening = stage(site, game="lure", options={"cast_s": 600, "adjust_s": 600} | options)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(site.url)
    host.open_console(evening)
    players = [Angling(hall.person(name), name) for name in NAMES]
    for player in players:
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
    for watcher in (spectator, wall):
        watcher.await_line()
    return Shore(evening, host, players, spectator, wall)
