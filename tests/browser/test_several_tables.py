"""A round at two tables in real browsers: the wall shows each in turn, and every page marks the one it shows."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hall import DESK, WALL, Hall
from tests.browser.host import Host
from tests.serving import Serving
from tests.staging import Evening, close_in, stage

pytestmark = [pytest.mark.browser, pytest.mark.served, pytest.mark.nightly]

TURN_MS = 20_000
"""How long the wall stays at a table: TURN of static/js/tables.js."""


def two_tables(host: Host, site: Serving) -> Evening:
    """Six practice players at two tables of Lure, three at each."""
    evening = stage(
        site,
        game="lure",
        format="heats-and-final",
        heats=2,
        options={},
        practice=6,
        rehearsal=True,
    )
    host.sign_in(site.url)
    host.open_console(evening)
    close_in(evening, 1)
    host.press("Draw the round of heats")
    for number in (1, 2):
        host.goto(evening.url(f"host/?table={number}"))
        host.await_line()
        expect(host.page.locator("#matchdeck .just")).to_contain_text(f"Table {number}")
        expect(marked(host.page)).to_have_text(f"Table {number}")
        host.press("Start the round of heats")
        host.press("Deal the lures")
    return evening


def marked(page: Page) -> Locator:
    """The name of the table that this page says it shows."""
    return page.locator("[data-at][aria-current=true]")


def players_on(wall: Page) -> set[str]:
    """The three whose casts stand on the wall."""
    names = wall.locator("#wallpier bdi")
    expect(names).to_have_count(3)
    return set(names.all_text_contents())


def test_the_wall_shows_each_table_in_turn_unless_it_was_opened_for_one(
    embedded: Serving, hall: Hall
) -> None:
    host = Host(hall.person("host", DESK), "host")
    evening = two_tables(host, embedded)
    wall, kept = hall.person("wall", WALL), hall.person("wall of table 2", WALL)
    for page, query in ((wall, ""), (kept, "?table=2")):
        page.clock.install()
        page.goto(evening.url(f"screen/{query}"))
        expect(page.locator("html")).to_have_attribute("data-conn", "on")
    seen = []
    for number in (1, 2, 1):
        expect(marked(wall)).to_have_text(f"Table {number}")
        expect(marked(kept)).to_have_text("Table 2")
        seen.append(players_on(wall))
        for page in (wall, kept):
            page.clock.run_for(TURN_MS)
    assert seen[0] == seen[2]
    assert seen[0] & seen[1] == set()
    assert players_on(kept) == seen[1]
