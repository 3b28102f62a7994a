"""Angler & Fish in real browsers: a whole game of four, one of whom is never there and one leaves as the angler."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.angling import Angler, Shore, angling_site, ashore
from tests.browser.hall import Hall
from tests.browser.sameness import pages_are_up_to_date
from tests.browser.test_accessibility import Looking
from tests.serving import Serving
from tests.staging import until

pytestmark = [pytest.mark.browser, pytest.mark.served]

PATIENT = {"bait_s": 300, "stake_s": 300}
MOST_TURNS = 200


@pytest.fixture
def site(tmp_path: Path, static_root: str) -> Iterator[Serving]:
    """It outlives the browsers, which would complain of its going."""
    with angling_site(tmp_path, static_root) as served:
        yield served


@pytest.mark.nightly
def test_a_game_of_four_is_played_to_its_end(site: Serving, hall: Hall) -> None:
    shore = ashore(hall, site, bait_s=60, stake_s=20)
    osric, ilka, bram, wren = shore.players
    bram.page.close()
    a_cast_that_is_no_bite(shore, osric, ilka, wren)
    a_cast_on_which_nobody_stakes(shore, osric, ilka, wren)
    a_last_bite_ends_the_round(shore, osric, ilka, wren)
    an_angler_leaves(shore, osric, ilka)
    the_rest(shore, [osric, wren])
    until("the same on all pages", shore.same, 20)
    until("the end on all pages", lambda: over(shore))
    pages_are_up_to_date(hall, [osric, wren, shore.spectator])


def a_cast_that_is_no_bite(shore: Shore, osric: Angler, ilka: Angler, wren: Angler) -> None:
    osric.cast(3, "no bite")
    expect(osric.page.locator("#own")).to_contain_text("Face down now: no bite.")
    ilka.stake(1)
    until("the same on all pages", shore.same, 20)
    for one in shore.pages:
        expect(one.page.locator(".playcard[data-side=back]")).to_have_count(1)
        if one is not osric:
            assert "Face down now" not in one.page.content(), one.who
    # The one who isn't there is waited for till their time is up.
    wren_stakes(wren, 2)
    for one in shore.pages:
        expect(one.page.locator(".playcard[data-side=no_bite]")).to_have_count(1)
    expect(ilka.page.locator("#own .tile")).to_have_attribute("aria-label", "1 at 3")
    expect(wren.page.locator("#own")).to_contain_text("So far 6 points this round.")
    until("the same on all pages", shore.same, 20)


def wren_stakes(wren: Angler, fish: int) -> None:
    expect(wren.page.locator("#turn-title")).to_have_text("Stake your fish", timeout=60_000)
    wren.stake(fish)


def a_cast_on_which_nobody_stakes(shore: Shore, osric: Angler, ilka: Angler, wren: Angler) -> None:
    osric.cast(4, "bite")
    ilka.stake(0)
    shore.host.page.get_by_role("button", name="Go on without Bram").click()
    wren_stakes(wren, 0)
    for one in (osric, ilka, wren, shore.spectator):
        row = one.page.locator("#casts .baits li[data-state=unseen]")
        expect(row).to_have_text("4unseen")
        expect(one.page.locator("#log")).not_to_contain_text("Unseen went")


def a_last_bite_ends_the_round(shore: Shore, osric: Angler, ilka: Angler, wren: Angler) -> None:
    osric.cast(2, "bite")
    ilka.stake(1)
    wren_stakes(wren, 0)
    for one in (ilka, wren, shore.spectator):
        expect(one.page.locator("#just")).to_contain_text("not all of them were seen")
        expect(one.page.locator("#just")).to_contain_text("Unseen went: bite")
        expect(one.page.locator("#sheet")).to_contain_text("Round 1 ended early")
    expect(shore.spectator.page.locator("#pier")).to_contain_text("From Ilka’s right.")
    until("the same on all pages", shore.same, 20)


def an_angler_leaves(shore: Shore, osric: Angler, ilka: Angler) -> None:
    """With stakes on the table, which score nothing."""
    ilka.cast(5, "no bite")
    osric.stake(1)
    ilka.page.get_by_role("link", name="Leave the evening").click()
    ilka.page.get_by_role("button", name="Withdraw").click()
    expect(osric.page.locator("#sheet")).to_contain_text("Round 2 ended early: a player left.")
    expect(osric.page.locator("#sheet [data-out]")).to_contain_text("Ilka")
    ilka.page.close()
    until("the same on all pages", shore.same, 20)


def the_rest(shore: Shore, players: list[Angler]) -> None:
    """The absent one is the angler by chance, then Wren; everybody does something."""
    for _turn in range(MOST_TURNS):
        until("somebody's turn", lambda: over(shore) or any(one.wanted() for one in players))
        if over(shore):
            return
        for one in players:
            if one.wanted() == "Bait":
                one.cast_anything()
            elif one.wanted() == "Stake":
                one.page.locator(".stakeform .roll").click()
                expect(one.page.locator("[data-busy]")).to_have_count(0)
    raise AssertionError("the game never ended")


def over(shore: Shore) -> bool:
    return shore.host.offered("Finish the evening")


@pytest.mark.nightly
def test_no_page_of_the_game_has_a_serious_fault(site: Serving, hall: Hall) -> None:
    look = Looking()
    shore = ashore(hall, site, ("Osric", "Ilka"), **PATIENT)
    osric, ilka = shore.players
    look.at("angler, choosing", osric.page)
    osric.cast(2, "no bite")
    ilka.stake(2)
    osric.cast(3, "bite")
    expect(ilka.page.locator(".stakeform")).to_have_count(1)
    look.at("fish, staking", ilka.page)
    look.at("angler, waiting", osric.page)
    look.at("spectator", shore.spectator.page)
    look.at("console", shore.host.page)
    look.at("projector", shore.wall.page)
    assert look.found == []
    assert len(look.looked) == 6


@pytest.mark.nightly
def test_a_choice_outlives_what_is_pushed_and_the_keyboard_does_it_all(
    site: Serving, hall: Hall
) -> None:
    shore = ashore(hall, site, ("Osric", "Ilka"), **PATIENT)
    osric, ilka = shore.players
    osric.page.locator(".option", has_text="no bite").click()
    shore.host.page.get_by_role("button", name="30 s more").click()
    expect(osric.page.locator("#just")).to_contain_text("30 seconds more")
    osric.page.locator("#turn-title").click()
    osric.page.keyboard.press("4")
    expect(osric.page.locator(".castform .roll")).to_contain_text("Show 4, lay no bite")
    osric.page.locator("#turn-title").click()
    osric.page.keyboard.press("Space")
    slider = ilka.page.locator(".stakeform input[type=range]")
    slider.focus()
    for _press in range(2):
        ilka.page.keyboard.press("ArrowRight")
    shore.host.page.get_by_role("button", name="30 s more").click()
    expect(ilka.page.locator("#just")).to_contain_text("30 seconds more")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", "3 of your 4 fish")
    expect(ilka.page.locator(".stakeform .roll")).to_contain_text("Stake 3 fish")
    ilka.page.keyboard.press("Enter")
    expect(ilka.page.locator("#own .tile")).to_have_attribute("aria-label", "3 at 4")
