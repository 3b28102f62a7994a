"""Fish or Cut Bait's pages: what each audience sees, what is sent from them, and that nothing breaks them."""

import html
import json
import re
from typing import Any

import pytest
from django.core.cache import cache

from events.models import Event, Match
from events.queries.table.fish_sheet import MINUS
from events.views.addresses import MOVES
from games.kernel import Player
from tests.events.playing import ticket
from tests.web.browsers import browser
from tests.web.fish import (
    ALIKE,
    FULL,
    RIG,
    SNAG,
    Dice,
    act,
    dice,
    done,
    fishing_table,
    page,
    view,
)

__all__ = ["dice"]

AUDIENCES = [("live", 0), ("live", 1), ("live", None), ("host", -1), ("screen", None)]


def look(table, surface: str, who: int | None) -> str:
    client = browser() if who is None else table.host if who < 0 else table.players[who]
    return page(table, client, surface)


def sheets(text: str) -> list[tuple[tuple[str, str], ...]]:
    """Each row of the sheet, as every page writes it: catches and sums."""
    rows = re.findall(r'<ol class="frames" [^>]*data-seat="\d+">(.*?)</ol>', text, re.DOTALL)
    return [tuple(re.findall(r"<i>(.*?)</i><b>(.*?)</b>", row)) for row in rows]


def forms(text: str) -> dict[str, dict[str, str]]:
    """What each form of a throw would send."""
    return {
        name: {key: html.unescape(value) for key, value in re.findall(r'name="(\w+)" value="([^"]*)"', body)}
        for name, body in re.findall(r'<form [^>]*id="([\w-]+)"[^>]*>(.*?)</form>', text, re.DOTALL)
    }  # fmt: skip


@pytest.mark.parametrize(("surface", "who"), AUDIENCES)
def test_every_audience_has_the_table_in_every_phase(surface, who, dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": RIG, "r1/s0/fish/2": (3, 4)}
    table = fishing_table(lucky_seven=True)
    told = []
    moves: list[tuple[int, str, dict[str, Any]]] = [
        (0, "FlipTimer", {}),
        (0, "RollRig", {"dice": [0, 1, 2, 3]}),
        (0, "RollFish", {"dice": ["red", "white"]}),
        (0, "Stop", {}),
        (0, "Deduct", {"points": [0, 3, 4]}),
    ]
    for seat, name, fields in moves:
        told.append(look(table, surface, who))
        done(table, seat, name, **fields)
    told.append(look(table, surface, who))
    assert [text.count('class="rig"') for text in told] == [4] * 6
    assert [len(sheets(text)) for text in told] == [3] * 6
    assert sheets(told[-1])[0][0] == ("7", "7")
    assert (f"<em>{MINUS}3</em>", f"{MINUS}3") in sheets(told[-1])[1]


def test_only_the_roller_has_forms_and_only_the_host_flips_for_them(dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": RIG}
    table = fishing_table()
    assert "FlipTimer" in forms(look(table, "live", 0))
    assert "Flip the timer for" in look(table, "host", -1)
    for surface, who in [("live", 1), ("live", None), ("screen", None)]:
        assert 'data-command="FlipTimer"' not in look(table, surface, who)
    done(table, -1, "FlipTimer")
    done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    own = forms(look(table, "live", 0))
    assert {"throw-rig", "throw-fish", "cut-stop"} <= own.keys()
    assert json.loads(own["throw-rig"]["args"]) == {"dice": [3]}
    assert json.loads(own["throw-fish"]["args"]) == {"dice": ["red", "white"]}
    for surface, who in AUDIENCES[1:]:
        assert "throw-" not in look(table, surface, who)
        assert "data-toggle" not in look(table, surface, who)


def test_an_answer_brings_the_next_throws_form_with_its_ticket(dice: Dice) -> None:
    """Nobody has to wait for the socket to throw again."""
    table = fishing_table()
    form = forms(done(table, 0, "FlipTimer")["reach"])["throw-rig"]
    for number in range(1, 5):
        dice.falls[f"r1/s0/rig/{number}"] = RIG
        answer = done(table, 0, "RollRig", ticket=form["ticket"], **json.loads(form["args"]))
        form = forms(answer["reach"])["throw-rig"]
        assert form["ticket"] == ticket(table.match, Player(0))
    assert view(table).throws == 4


def test_somebody_who_taps_as_fast_as_they_can_is_not_refused() -> None:
    """Twelve throws a second are taken, and only what no hand does isn't."""
    table = fishing_table()
    done(table, 0, "FlipTimer")
    person = table.entry(0).person.public_id
    cache.set(f"rate/command/person/{person}", MOVES - 1, timeout=600)
    done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    assert act(table, 0, "RollRig", dice=[0, 1, 2, 3]).status_code == 429
    assert view(table).throws == 1


def test_a_second_tap_on_the_same_form_rolls_nothing(dice: Dice) -> None:
    table = fishing_table()
    done(table, 0, "FlipTimer")
    old = ticket(table.match, Player(0))
    done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    again = act(table, 0, "RollRig", dice=[0, 1, 2, 3], ticket=old)
    assert again.status_code == 409
    assert view(table).throws == 1


def test_buttons_say_what_they_roll_and_how_likely_that_is(dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": RIG, "r1/s0/rig/2": FULL[3:], "r1/s0/fish/3": (1, 5, 2)}
    table = fishing_table()
    assert "% for a rig" in done(table, 0, "FlipTimer")["reach"]
    reach = done(table, 0, "RollRig", dice=[0, 1, 2, 3])["reach"]
    assert "Roll 1 die</span><small data-hint>1 in 6 for a Boat" in reach
    assert "Fish</span><small data-hint>red + white, snag 31 %" in reach
    reach = done(table, 0, "RollRig", dice=[3])["reach"]
    assert "red + white + blue, snag 42 %" in reach
    reach = done(table, 0, "RollFish", dice=["red", "white", "blue"])["reach"]
    assert "Roll red + blue</span><small data-hint>snag 31 %" in reach
    assert "<span>Stop</span><small>book 8 fish" in reach


def test_a_snag_shows_what_it_cost(dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": RIG, "r1/s0/fish/2": (3, 4), "r1/s0/fish/3": (SNAG,)}
    table = fishing_table()
    done(table, 0, "FlipTimer")
    done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    done(table, 0, "RollFish", dice=["red", "white"])
    answer = done(table, 0, "RollFish", dice=["red"])
    for text in (answer["pier"], look(table, "live", None), look(table, "host", -1)):
        assert "the rig is broken, 7 fish go back" in text
        assert 'data-colour="red" data-state="snag"' in text
    assert list(forms(answer["reach"])) == ["throw-rig"]


def test_the_chip_covers_a_snag(dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": ALIKE, "r1/s0/rig/2": (3,), "r1/s0/fish/3": (SNAG, 4)}
    table = fishing_table()
    done(table, 0, "FlipTimer")
    answer = done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    assert "Snag-free chip" in answer["pier"]
    answer = done(table, 0, "RollRig", dice=[1])
    assert "the chip covers a snag" in answer["reach"]
    answer = done(table, 0, "RollFish", dice=["red", "white"])
    assert "the chip covers it: that die counts 0" in answer["pier"]
    assert "book 4 fish" in answer["reach"]


def test_the_next_roller_is_told_to_get_ready_with_a_sound(dice: Dice) -> None:
    table = fishing_table()
    done(table, 0, "FlipTimer")
    told = 'data-alert="You are next: get ready." data-beep'
    assert told in look(table, "live", 1)
    assert told not in look(table, "live", 2)
    assert told not in look(table, "live", None)
    done(table, 0, "Stop")
    assert 'data-alert="You are called" data-beep' in look(table, "live", 1)
    done(table, 1, "FlipTimer")
    done(table, 1, "RollRig", dice=[0, 1, 2, 3])
    assert re.search(r'id="turn"[^>]*data-alert', look(table, "live", 1)) is None


def test_a_lucky_seven_is_split_by_steppers(dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": RIG, "r1/s0/fish/2": (3, 4)}
    table = fishing_table(lucky_seven=True)
    done(table, 0, "FlipTimer")
    done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    done(table, 0, "RollFish", dice=["red", "white"])
    answer = done(table, 0, "Stop")
    assert json.loads(forms(answer["pier"])["deduct"]["args"]) == {"points": [0, 0, 0]}
    assert answer["pier"].count("data-step") == 4
    assert 'form="deduct"' in answer["reach"]
    for surface, who in AUDIENCES[1:]:
        assert "data-step" not in look(table, surface, who)
    assert act(table, 0, "Deduct", points=[0, 4, 4]).status_code == 422
    done(table, 0, "Deduct", points=[0, 7, 0])
    assert view(table).sum_of(1) == -7


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("RollRig", {}),
        ("RollRig", {"dice": []}),
        ("RollRig", {"dice": [0, 0]}),
        ("RollRig", {"dice": [9]}),
        ("RollRig", {"dice": "0123"}),
        ("RollRig", {"dice": [None]}),
        ("RollRig", {"dice": {"0": 1}}),
        ("RollRig", {"dice": [0, 1, 2, 3], "more": 1}),
        ("RollFish", {"dice": ["green"]}),
        ("RollFish", {"dice": ["red"]}),
        ("Deduct", {"points": [7, 0, 0]}),
        ("Deduct", {"points": []}),
        ("Deduct", {"points": [-1, 8, 0]}),
        ("Roll", {}),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_in_words_and_rolls_nothing(name, args) -> None:
    table = fishing_table()
    done(table, 0, "FlipTimer")
    answer = act(table, 0, name, **args)
    assert answer.status_code in (400, 422)
    assert json.loads(answer.content)["message"]
    assert view(table).throws == 0


def test_a_paused_table_keeps_the_seconds_on_its_ring() -> None:
    table = fishing_table()
    done(table, 0, "FlipTimer")
    assert re.search(r'class="bigring"[^>]*data-deadline', look(table, "live", None))
    done(table, -1, "Pause")
    shown = look(table, "live", None)
    assert re.search(r'class="bigring"[^>]*data-kind="frozen"', shown)
    assert re.search(r"<b data-clock data-plain>4[45]</b>", shown)


def test_the_undo_panel_says_whose_dice_and_sums_change(dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": RIG, "r1/s0/fish/2": (2, 4)}
    table = fishing_table()
    done(table, 0, "FlipTimer")
    done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    done(table, 0, "RollFish", dice=["red", "white"])
    done(table, 0, "Stop")
    shown = look(table, "host", -1)
    assert "<s>6 fish on the sheet</s>" in shown
    assert "rolls: Pole, Lure, Bobber, Pole, red 2, white 4; 0 fish on the sheet</dd>" in shown


def test_odds_of_a_snag_are_for_those_who_watch_and_for_rehearsals(dice: Dice) -> None:
    dice.falls |= {"r1/s0/rig/1": FULL}
    table = fishing_table()
    done(table, 0, "FlipTimer")
    done(table, 0, "RollRig", dice=[0, 1, 2, 3])
    line = "<b>42 %</b> red + white + blue"
    assert line in look(table, "live", None)
    assert line not in look(table, "live", 1)
    Event.objects.filter(pk=table.event.pk).update(rehearsal=True)
    assert line in look(table, "live", 1)


def test_a_game_played_to_its_end_tells_everybody_the_same_sheet() -> None:
    table = fishing_table(rounds=1)
    for seat in range(3):
        done(table, seat, "FlipTimer")
        done(table, seat, "Stop")
    assert Match.objects.get(pk=table.match.pk).ended_at is not None
    told = {(surface, who): sheets(look(table, surface, who)) for surface, who in AUDIENCES}
    assert set(map(str, told.values())) == {str([(("0", "0"),)] * 3)}
    assert "share first place" in look(table, "live", None)
