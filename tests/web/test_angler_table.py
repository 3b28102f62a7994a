"""Angler & Fish on its pages: what each audience is shown, and that what it may not see is nowhere."""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.live import fragments
from events.models import Match
from events.queries import states
from games.angler.commands import Bait, Stake
from games.kernel import Host, Player
from games.table import Pause, Void, Withdraw
from tests.events.playing import act, awaited, do, forget_everything, state, ticket
from tests.web.tables import Seated, seated

pytestmark = pytest.mark.django_db

WATCHING = [("live", "public"), ("host", "host"), ("screen", "public")]


@pytest.fixture
def table() -> Seated:
    forget_everything()
    return seated(4, game="angler")


def html(match: Match, surface: str, audience: str) -> dict[str, str]:
    return dict(fragments.render(match.topic, surface, audience).html)


def text(part: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def everything(match: Match) -> dict[tuple[str, str], dict[str, str]]:
    """Every audience's fragments."""
    seats = [("live", f"seat/{seat}") for seat in range(match.seats.count())]
    return {(surface, who): html(match, surface, who) for surface, who in [*WATCHING, *seats]}


def cast(match: Match, value: int, bite: bool, *fish: int) -> None:
    angler = state(match).game.angler
    do(match, Player(angler), Bait(value, bite))
    for count in fish:
        do(match, Player(state(match).game.stakers()[0]), Stake(count))


def press(table: Seated, seat: int, name: str, **fields: Any) -> Any:
    """A command as the form of this seat's page sends it."""
    sent = {"surface": "live", "ticket": ticket(table.match, Player(seat)), "args": "{}"} | fields
    return table.play(table.players[seat], name, **sent)


def page(client: Client, table: Seated, name: str = "live") -> str:
    address = reverse(name, args=[table.event.public_id])
    return client.get(address).content.decode()


# ------------------------------------------------------------------------------- the angler


def test_angler_chooses_a_bait_and_a_card_in_one_form(table: Seated) -> None:
    reach = html(table.match, "live", "seat/0")["reach"]
    assert re.findall(r'name="value" id="[\w-]+" value="(\d)"', reach) == ["2", "3", "4", "5"]
    assert re.findall(r'name="bite" id="[\w-]+" value="(\w+)"', reach) == ["true", "false"]
    assert "2 of them" in reach
    assert press(table, 0, "Bait", value="4", bite="false").status_code == 200
    game = state(table.match).game
    assert (game.bait, game.card) == (4, False)


def test_angler_sees_the_own_hand_and_nobody_else_does(table: Seated) -> None:
    cast(table.match, 4, True)
    mine = html(table.match, "live", "seat/0")["own"]
    assert "Face down now: bite." in text(mine)
    assert re.findall(r'data-kind="(\w+)"', mine) == ["bite", "no_bite", "no_bite", "no_bite"]
    for who, parts in everything(table.match).items():
        if who != ("live", "seat/0"):
            assert "Face down now" not in " ".join(parts.values()), who


def test_card_of_which_none_is_left_can_not_be_chosen(table: Seated) -> None:
    for value in (2, 2, 3):
        cast(table.match, value, False, 1, 0, 0)
    reach = html(table.match, "live", "seat/0")["reach"]
    assert re.search(r'value="false"[^>]* disabled', reach)
    assert not re.search(r'value="true"[^>]* disabled', reach)
    assert "none left" in text(reach)


# ---------------------------------------------------------------------------------- the fish


def test_fish_stake_by_the_form_in_their_order(table: Seated) -> None:
    cast(table.match, 4, False)
    reach = html(table.match, "live", "seat/1")["reach"]
    assert 'max="4"' in reach
    labels = re.search(r'data-labels="([^"]+)"', reach)
    assert labels
    assert json.loads(labels[1].replace("&quot;", '"')) == [
        "Stake nothing", "Stake 1 fish", "Stake 2 fish", "Stake 3 fish", "Stake 4 fish",
    ]  # fmt: skip
    assert "stakeform" not in html(table.match, "live", "seat/2")["reach"]
    assert "Stake, when it is your turn" in html(table.match, "live", "seat/2")["reach"]
    assert press(table, 1, "Stake", fish="3").status_code == 200
    rows = re.findall(r'<li data-state="(\w+)"', html(table.match, "live", "public")["pier"])
    assert rows == ["done", "live", "waits"]
    assert "You have staked" in html(table.match, "live", "seat/1")["reach"]


def test_stakes_name_who_comes_after_whom(table: Seated) -> None:
    names = [table.entry(seat).name for seat in range(4)]
    cast(table.match, 4, False, 2)
    said = text(html(table.match, "live", "seat/2")["pier"])
    assert f"{names[1]} staked 2 You choosing {names[3]} after you" in said
    said = text(html(table.match, "live", "seat/3")["pier"])
    assert f"{names[2]} choosing You after {names[2]}" in said


def test_catch_tile_holds_fish_by_the_bait_they_took(table: Seated) -> None:
    cast(table.match, 3, False, 1, 0, 0)
    cast(table.match, 2, False, 2, 0, 0)
    tile = html(table.match, "live", "seat/1")["own"]
    assert 'aria-label="2 at 2, 1 at 3"' in tile
    assert "So far 7 points this round." in text(tile)
    assert "No fish on it yet" in html(table.match, "live", "seat/2")["own"]
    assert "hidden" in html(table.match, "live", "public")["own"]


def test_one_without_fish_is_told_so(table: Seated) -> None:
    cast(table.match, 2, False, 4, 0, 0)
    assert "You have no fish left this round" in html(table.match, "live", "seat/1")["reach"]


def test_nonsense_is_refused_and_said_and_never_a_fault(table: Seated) -> None:
    bad = [
        ("Bait", {"value": "4"}),
        ("Bait", {"value": "four", "bite": "true"}),
        ("Bait", {"value": "9", "bite": "true"}),
        ("Bait", {"value": "4", "bite": "maybe"}),
        ("Bait", {"value": "4", "bite": "true", "args": "[]"}),
        ("Stake", {"fish": "1"}),
        ("Stake", {"fish": "-1"}),
        ("Stake", {}),
    ]
    before = state(table.match)
    for name, fields in bad:
        answer = press(table, 0, name, **fields)
        assert 400 <= answer.status_code < 500, (name, fields)
        assert answer.json()["message"]
    assert state(table.match) == before
    cast(table.match, 4, False)
    answer = press(table, 1, "Stake", fish="5")
    assert answer.status_code == 422
    assert answer.json()["message"] == "Stake 0 to 4 fish: so many you have left."
    assert press(table, 2, "Stake", fish="1").status_code == 422


# ------------------------------------------------------------------------- what is explained


def test_forced_last_cast_is_announced_and_explained(table: Seated) -> None:
    assert "On the last one nobody chooses" in text(html(table.match, "live", "seat/1")["pier"])
    for value, fish in ((2, 1), (2, 0), (3, 1)):
        cast(table.match, value, False, fish, 0, 0)
    cast(table.match, 4, True, 0, 0, 1)
    just = text(html(table.match, "live", "public")["just"])
    assert "The last bait is 5. Everybody stakes what is left." in just
    assert "No fish are left, so the round is over. Unseen went: no bite." in just
    assert "ended early" not in html(table.match, "live", "public")["sheet"]


def test_unseen_cards_stay_unseen_until_the_round_is_over(table: Seated) -> None:
    cast(table.match, 4, True, 0, 0, 0)
    for who, parts in everything(table.match).items():
        whole = " ".join(parts.values())
        assert "Unseen went" not in whole
        if who[0] == "live":
            assert '<li data-state="unseen"><b>4</b>' in parts["casts"]
            assert "2 bites and 3 no-bites; 1 of them went unseen" in text(parts["pier"])
    cast(table.match, 3, True, 0, 0, 0)
    just = text(html(table.match, "live", "public")["just"])
    assert "not all of them were seen. The round is over. Unseen went: bite and bite." in just
    sheet = text(html(table.match, "live", "public")["sheet"])
    assert "Round 1 ended early: all bites were used, not all of them seen." in sheet


def test_order_turns_round_with_every_round(table: Seated) -> None:
    names = [table.entry(seat).name for seat in range(4)]

    def order() -> list[str]:
        return re.findall(r"<b><bdi>(.*?)</bdi>", html(table.match, "live", "public")["pier"])

    assert order() == [names[1], names[2], names[3]]
    assert f"From {names[0]}’s left." in html(table.match, "live", "public")["pier"]
    cast(table.match, 4, True, 0, 0, 0)
    cast(table.match, 3, True, 0, 0, 0)
    assert order() == [names[0], names[3], names[2]]
    pier = html(table.match, "live", "public")["pier"]
    assert f"From {names[1]}’s right." in pier
    assert "The next round goes the other way." in pier


def test_sheet_has_every_round_and_marks_the_angler(table: Seated) -> None:
    names = [table.entry(seat).name for seat in range(4)]
    cast(table.match, 4, True, 1, 2, 0)
    cast(table.match, 5, False, 2, 0, 0)
    cast(table.match, 3, True, 1, 2, 1)
    sheet = html(table.match, "screen", "public")["wallavoid"]
    assert re.findall(r"<bdi>(.*?)</bdi><b>(\d+)</b>", sheet) == [
        (names[0], "28"), (names[1], "10"), (names[2], "0"), (names[3], "0"),
    ]  # fmt: skip
    rows = re.findall(r"<tr.*?</tr>", html(table.match, "live", "seat/1")["sheet"])
    assert [text(row) for row in rows[1:3]] == [
        f"{names[0]} 28 as angler 0 28",
        f"{names[1]} , you 10 0 as angler 10",
    ]


def test_host_reads_what_an_undo_would_change(table: Seated) -> None:
    names = [table.entry(seat).name for seat in range(4)]
    cast(table.match, 4, True, 2)
    undo = text(html(table.match, "host", "host")["undodiff"])
    assert (
        f"{names[1]} 2 fish left, 2 staked, 0 points → becomes 4 fish left, not staked yet, 0 points"
        in undo
    )
    do(table.match, Host(), Void(state(table.match).moves[-1].last, "Wrong click"))
    assert state(table.match).game.stakes == ()
    undo = text(html(table.match, "host", "host")["undodiff"])
    assert f"round 1, {names[0]} shows bait 4 → becomes round 1, {names[0]} baits" in undo
    assert "bite" not in undo


def test_cards_of_the_hosts_own_are_drawn_too() -> None:
    """More values than a tile has sides, and more fish than fit a row."""
    forget_everything()
    table = seated(
        3,
        game="angler",
        options={"baits": [1, 2, 3, 4, 5, 6], "bites": 2, "no_bites": 4, "fish": 12},
    )
    cast(table.match, 6, False, 7, 0)
    tile = html(table.match, "live", "seat/1")["own"]
    assert "data-many" in tile
    assert "× 7" in tile
    assert "7 at 6" in tile
    cast(table.match, 5, False)
    assert 'max="5"' in html(table.match, "live", "seat/1")["reach"]
    assert "× 12" in html(table.match, "live", "seat/1")["pier"]


# --------------------------------------------------------------------------- every audience


@pytest.mark.parametrize("count", [2, 3, 8])
def test_every_page_of_a_whole_match_is_drawn(count: int) -> None:
    forget_everything()
    table = seated(count, game="angler")
    choose = random.Random(count).choice
    for _turn in range(600):
        for who, parts in everything(table.match).items():
            assert all(f'id="{name}"' in part for name, part in parts.items()), who
        if not awaited(table.match):
            break
        act(table.match, choose)
    assert table.match.ended_at is not None
    for client in (table.players[0], table.host, Client()):
        assert "css/angler.css" in page(client, table)
    assert "css/angler.css" in page(table.host, table, "host")
    assert "css/angler.css" in page(Client(), table, "screen")


def test_forms_are_gone_while_the_clocks_stand_still(table: Seated) -> None:
    do(table.match, Host(), Pause())
    reach = html(table.match, "live", "seat/0")["reach"]
    assert "castform" not in reach
    assert press(table, 0, "Bait", value="4", bite="true").status_code == 422


def test_angler_who_leaves_ends_the_round_and_is_out(table: Seated) -> None:
    names = [table.entry(seat).name for seat in range(4)]
    cast(table.match, 4, True, 2)
    do(table.match, Host(), Withdraw(0, "had to go"))
    sheet = text(html(table.match, "live", "public")["sheet"])
    assert "Round 1 ended early: a player left." in sheet
    assert f"{names[0]} left" in sheet
    assert "You left this match" in html(table.match, "live", "seat/0")["turn"]
    assert "hidden" in html(table.match, "live", "seat/0")["own"]
    assert states.table_of(table.match).outcome(state(table.match)) is None
