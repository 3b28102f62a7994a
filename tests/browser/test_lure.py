"""A game of Lure in real browsers: one phone sleeps at a cast, one comes back in the middle of a reveal."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.lure.cards import DECK
from games.lure.odds import chances_of
from tests.browser.hall import Hall
from tests.browser.luring import Angling, Shore, ashore, counted, luring_site, middle, rolled
from tests.browser.sameness import pages_are_up_to_date
from tests.serving import Serving
from tests.staging import rows, state_of, until

pytestmark = [pytest.mark.browser, pytest.mark.served]

MOST_TURNS = 400
WOKEN = """() => new Promise((done) => {
  const asks = setInterval(() => dispatchEvent(new Event("online")), 500);
  const end = (answer) => { clearInterval(asks); done(answer); };
  setTimeout(end, 30_000, false);
  document.addEventListener("live:applied", ({ detail: frame }) => {
    if (frame.snapshot && frame.topic.startsWith("match/")) end(true);
  });
})"""
"""A page asks for everything anew, as after a sleep, and has put it in."""
ODDS = Path(__file__).parents[2] / "static" / "js" / "lure_odds.js"


@pytest.fixture
def site(tmp_path: Path, static_root: str) -> Iterator[Serving]:
    with luring_site(tmp_path / "site", static_root) as site:
        yield site


@pytest.mark.nightly
def test_a_whole_game_of_four(site: Serving, hall: Hall) -> None:
    hall.allowed += ["ERR_INTERNET_DISCONNECTED"]
    shore = ashore(hall, site, learning=True)
    shore.host.press("Deal the lures")
    one_sleeps_at_the_cast(shore)
    one_comes_back_in_the_middle_of_a_reveal(shore)
    play_to_the_end(shore)
    pages_are_up_to_date(hall, shore.pages)
    check_the_count(shore)
    shore.host.press("Finish the evening")
    until("the evening's end", lambda: state_of(shore.evening) in ("finished", "settled"))


def one_sleeps_at_the_cast(shore: Shore) -> None:
    """The page of one who sleeps hears nothing; the host goes on without them, and their page catches up."""
    *awake, asleep = shore.players
    expect(asleep.page.locator("#cast")).to_be_visible()
    asleep.tick(d6=5)
    expect(asleep.page.locator("#reach .roll")).to_contain_text("Cast 5 dice")
    assert asleep.look(WOKEN)
    expect(asleep.page.locator("#behind input:checked")).to_have_count(5)
    asleep.page.context.set_offline(True)
    expect(asleep.page.locator("html")).to_have_attribute("data-conn", "off")
    for number, player in enumerate(awake):
        player.cast(d6=number)
    shore.host.page.get_by_role("button", name=f"Go on without {asleep.name}").click()
    settle(shore, awake)
    asleep.page.context.set_offline(False)
    asleep.await_line()
    expect(asleep.page.locator("#reveal")).to_contain_text("Round 1")
    expect(asleep.page.locator("#behind input:checked")).to_have_count(0)
    all_show_the_same(shore)
    assert ["1", str(seat_of(shore, asleep)), "nothing", ""] in rolled(asleep)


def one_comes_back_in_the_middle_of_a_reveal(shore: Shore) -> None:
    """A group waits for its adjusts while somebody's page is loaded anew."""
    for _round in range(MOST_TURNS):
        for place, player in enumerate(shore.players):
            until("the next round", partial(may_cast, player))
            player.cast(d6=1 + place, lures="all")
        if adjusting := first_adjusting(shore):
            break
    else:
        raise AssertionError("nobody drew an adjust")
    gone = next(player for player in shore.players if not player.adjusts)
    gone.page.goto(shore.evening.url())
    gone.page.goto(shore.evening.url("live/"))
    gone.await_line()
    all_show_the_same(shore)
    assert {state for _round, _seat, state, _total in rolled(gone)} >= {"rolled"}
    press = adjusting.page.locator(".turn-to:not([aria-disabled=true])").first
    press.click()
    expect(adjusting.page.locator("#reach .roll")).to_contain_text("Settle the dice")
    expect(adjusting.page.locator(".turn-to[aria-disabled=true]").first).to_be_visible()
    settle(shore, shore.players)
    all_show_the_same(shore)


def may_cast(player: Angling) -> bool:
    return player.casts


def first_adjusting(shore: Shore) -> Angling | None:
    until("what came of the casts", lambda: come_of_it(shore, shore.players))
    return next((player for player in shore.players if player.adjusts), None)


def come_of_it(shore: Shore, players: list[Angling]) -> bool:
    """Whether the pages of these, the host and the spectator have heard what was done last."""
    newest = rows(shore.evening.site, "SELECT max(seq) FROM events_match")[0][0]
    return all(one.come_to() >= newest for one in [shore.host, *players, shore.spectator])


def settle(shore: Shore, players: list[Angling]) -> None:
    """Whoever is asked to adjust leaves the dice or sends what was turned, until the round is over."""
    for _turn in range(MOST_TURNS):
        until("all pages to be up to date", lambda: come_of_it(shore, players))
        asked = [player for player in players if player.adjusts]
        if not asked:
            return
        asked[0].press()


def play_to_the_end(shore: Shore) -> None:
    sizes = [(1, ()), (2, (12,)), (0, ()), (4, (20,))]
    for turn in range(MOST_TURNS):
        settle(shore, shore.players)
        if shore.is_over:
            return
        for place, player in enumerate(shore.players):
            d6, specials = sizes[(place + turn) % len(sizes)]
            until("the next round", partial(may_cast, player))
            player.cast(d6=d6, specials=specials, lures="all" if turn % 2 else "none")
    raise AssertionError("the game doesn't end")


def seat_of(shore: Shore, player: Angling) -> int:
    return shore.players.index(player)


def all_show_the_same(shore: Shore) -> None:
    """The same fish and the same rows of the reveal on every page."""

    def agree() -> bool:
        shown = [(middle(one), rolled(one)) for one in shore.pages]
        return shown[0][0] != [] and shown == [shown[0]] * len(shown)

    until("all pages to agree", agree, 15)


def check_the_count(shore: Shore) -> None:
    """The same final count on every page that has one, and it is what is stored."""
    found = [counted(one) for one in (shore.host, *shore.players, shore.spectator)]
    assert len(found[0]) == len(shore.players)
    assert found == [found[0]] * len(found)
    outcome = json.loads(rows(shore.evening.site, "SELECT outcome FROM events_match")[0][0])
    points = {player.name: outcome["points"][seat] for seat, player in enumerate(shore.players)}
    assert {name: int(count) for name, count in found[0]} == points


# ----------------------------------------------------------------------------------- chances


def test_chances_on_the_page_are_those_of_the_rules(hall: Hall) -> None:
    """Every fish of the deck for casts of every kind, as the page's own script counts them."""
    module = ODDS.read_text()
    page = hall.person("counter")
    cards = [{"catch": fish.catch, "requirement": fish.requirement} for fish in DECK]
    casts = list(product((0, 1, 2, 5), ((), (12,), (20,), (12, 20)), ((), (1,), (4, 4))))
    script = """async ([source, cards, casts]) => {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const { chances } = await import(url);
      return casts.map(([d6, specials, extras]) => chances(cards, d6, specials, extras).map((one) => one.percent));
    }"""
    found = page.evaluate(script, [module, cards, [[d6, [*s], [*x]] for d6, s, x in casts]])
    expected = [
        [percent for _name, percent in chances_of(DECK, d6, specials, extras)]
        for d6, specials, extras in casts
    ]
    assert found == expected
