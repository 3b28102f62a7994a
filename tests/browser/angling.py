"""Four at a table of Angler & Fish: three at their pages, one who never comes back to theirs."""

import re
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

NAMES = ("Osric", "Ilka", "Bram", "Wren")
_WANTED = """() => document.querySelector("#reach form[data-command]")?.dataset.command ?? \"\""""
_STAKES = """() => [...document.querySelectorAll(".fishstakes li")].map(row => [
  row.dataset.state, row.querySelectorAll(".school .on").length,
  row.querySelectorAll(".school .maybe").length])"""
_CASTS = """() => [...document.querySelectorAll(".baits li")].map(row => row.textContent)"""
_SUMS = """() => [...document.querySelectorAll(".tally tbody tr, .wall-points li")].map(row => [
  row.querySelector("bdi").textContent, row.querySelector("td:last-child b, b").textContent])"""


@contextmanager
def angling_site(folder: Path, static_root: str) -> Iterator[Serving]:
    """A served site at which seats are taken in the order people came."""
    site = Serving.embedded(folder, STATIC_ROOT=static_root)
    site.entry = [sys.executable, "-m", "tests.faults.scripted_site"]
    with started(site):
        yield site


class Angler(Player):
    """Somebody at the table, as angler or as fish, and what they press."""

    def wanted(self) -> str:
        """The form that this page offers; "" for none."""
        return str(self.look(_WANTED) or "")

    def cast(self, bait: int, card: str) -> None:
        """Choose both in any order, and lay them with one press."""
        form = self.page.locator(".castform")
        expect(form.locator(".roll")).to_have_attribute("aria-disabled", "true")
        form.locator(".option", has_text=re.compile(rf"^\s*{card}")).click()
        form.locator(".option[data-kind='bait']", has_text=str(bait)).first.click()
        expect(form.locator(".roll")).to_contain_text(f"Show {bait}, lay {card}")
        form.locator(".roll").click()
        expect(self.page.locator(".castform")).to_have_count(0)

    def cast_anything(self) -> None:
        form = self.page.locator(".castform")
        for kind in (":not([data-kind='bait'])", "[data-kind='bait']"):
            form.locator(f".option{kind}:has(input:not([disabled]))").first.click()
        form.locator(".roll").click()
        expect(self.page.locator("[data-busy]")).to_have_count(0)

    def stake(self, fish: int) -> None:
        """By the stepper, then the button that says how many."""
        form = self.page.locator(".stakeform")
        slider = form.locator("input[type=range]")
        expect(slider).to_be_attached()
        while (shown := int(slider.input_value())) != fish:
            form.locator(f"[data-step='{1 if fish > shown else -1}']").click()
        label = f"Stake {fish} fish" if fish else "Stake nothing"
        expect(form.locator(".roll")).to_contain_text(label)
        form.locator(".roll").click()
        expect(self.page.locator("[data-busy]")).to_have_count(0)


@dataclass
class Shore:
    """A table of four with a host, a spectator and a projector."""

    evening: Evening
    host: Host
    players: list[Angler]
    spectator: Table
    wall: Table

    @property
    def pages(self) -> list[Table]:
        """Everybody whose page is open: not the one who is absent."""
        there = [one for one in self.players if not one.page.is_closed()]
        return [self.host, *there, self.spectator, self.wall]

    def same(self) -> bool:
        """Whether all pages show the same stakes and sums, and those that have them the same baits."""
        stakes = [one.look(_STAKES) for one in self.pages]
        sums = [one.look(_SUMS) for one in self.pages]
        baits = [one.look(_CASTS) for one in self.pages if one is not self.wall]
        return all(None not in found and equal(found) for found in (stakes, sums, baits))


def equal(found: Sequence[Any]) -> bool:
    return all(one == found[0] for one in found)


def ashore(hall: Hall, site: Serving, names: tuple[str, ...] = NAMES, **options: Any) -> Shore:
    """Registered, drawn, answered, started."""
    evening = stage(site, game="angler", options=options)
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(site.url)
    host.open_console(evening)
    players = [Angler(hall.person(name), name) for name in names]
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
