"""A whole evening in real browsers: from registering to the results, with everybody there."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Party, gather
from tests.browser.hall import Hall
from tests.browser.sameness import pages_agree, pages_are_up_to_date
from tests.browser.table import Table
from tests.serving import Serving
from tests.staging import PRIZES, stage

pytestmark = [pytest.mark.browser, pytest.mark.served]

MOST_ROUNDS = 2
"""Nearly every round has somebody choose among several. Six people can be drawn for two (EV-3, EV-6)."""


def test_an_evening_is_played_from_registering_to_the_results(
    served_by_night: Serving, hall: Hall
) -> None:
    party = gather(hall, stage(served_by_night, prizes=PRIZES))
    party.close_registration()
    play_rounds(party)
    assert party.pressed["Roll", "host"] > 1, "the host rolled, and rolled again after a catch"

    won = prizes_on_console(party)
    assert sorted(title for _name, title in won) == sorted(title for _r, _p, title in PRIZES)
    for player in party.players:
        if player.name in [name for name, _title in won]:
            player.claim()
    party.host.press("Finish the evening")
    deliver_all(party)

    results = party.host
    assert {
        (name, title, "Delivered")
        for name, title in won
    } == set(prizes_on_results(results))  # fmt: skip
    results.open_console(party.evening)
    pages_are_up_to_date(hall, party.everybody)
    pages_agree(party.everybody, [*party.players, party.watchers[0]])


def play_rounds(party: Party) -> None:
    """One round, and another one if nobody had to choose in it."""
    for round_ in range(1, MOST_ROUNDS + 1):
        party.draw_and_seat(round_)
        party.pick_in_order()
        party.roll_to_the_end()
        if party.pressed["ChooseNext", "player"]:
            return


def prizes_on_console(party: Party) -> list[tuple[str, str]]:
    """(winner, prize), as the console says."""
    expect(party.host.page.locator("#inline li[data-state=awarded]")).to_have_count(len(PRIZES))
    names = party.host.texts("#inline li b")
    titles = [text.split(": ")[-1] for text in party.host.texts("#inline li p > .sub")]
    return list(zip(names, titles, strict=True))


def deliver_all(party: Party) -> None:
    page = party.host.page
    page.goto(party.evening.url("results/"))
    for left in range(len(PRIZES), 0, -1):
        expect(page.get_by_role("button", name="Mark delivered")).to_have_count(left)
        page.get_by_role("button", name="Mark delivered").first.click()
    expect(page.locator(".track[data-state=delivered]")).to_have_count(len(PRIZES))


def prizes_on_results(results: Table) -> list[tuple[str, str, str]]:
    """(winner, prize, how far it has come), as the results page says."""
    rows = results.page.locator(".handover li").filter(has=results.page.locator(".track"))
    return [
        (
            row.locator(".to b").inner_text(),
            row.locator(".to p > span").first.inner_text().split(",")[0],
            row.locator(".track span").inner_text(),
        )
        for row in rows.all()
    ]
