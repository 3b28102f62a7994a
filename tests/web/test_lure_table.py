"""Lure on its pages: what each audience is shown, what can be pressed, and that the reveal is told in its order."""

import itertools
import json
import re
from typing import Any

import pytest

from events.models import Match
from games.kernel import Host, Player
from games.lure.commands import Adjust
from games.lure.odds import chances_of
from games.table import Pause, Void, Withdraw
from tests.events.playing import act, do, state, ticket
from tests.web.luring import AUDIENCES, Script, cast, dealt, follow, html
from tests.web.tables import Seated

pytestmark = pytest.mark.django_db

MINNOW, BLEAK, PERCH, SALMON, GUDGEON, RUFFE = 0, 1, 3, 11, 17, 21
ADJUST, EXTRA_5, BOAST = 0, 16, 18


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Three players, an adjust, an extra 5 and a boast; Bleak and Perch face up, then Salmon and Ruffe."""
    script = Script(fish=[BLEAK, PERCH, SALMON, 12, 10, 9], lures=[ADJUST, EXTRA_5, BOAST])
    follow(monkeypatch, script)
    return script


def text(part: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def press(table: Seated, seat: int, name: str, **fields: Any) -> Any:
    """A command as the form of this seat's page sends it."""
    sent = {"surface": "live", "ticket": ticket(table.match, Player(seat)), "args": "{}"} | fields
    return table.play(table.players[seat], name, **sent)


def outcomes(match: Match, surface: str = "live", audience: str = "public") -> list[str]:
    """The reveal's rows: name, and what came of it."""
    part = html(match, surface, audience)["hostsheet" if surface == "host" else "reveal"]
    rows = re.findall(r'<li class="rolled".*?</li>', part, re.DOTALL)
    return [
        f"{text(re.findall(r'<bdi>(.*?)</bdi>', row)[0])}: "
        f"{text(re.findall(r'class=.outcome.>(.*?)</p>', row)[0])}"
        for row in rows
    ]


# ------------------------------------------------------------------------- behind the screen


def test_cast_is_ticked_and_sent_by_one_form_without_a_script(script: Script) -> None:
    table = dealt(3)
    parts = html(table.match, "live", "seat/1")
    assert re.findall(r'form="cast" name="(\w+)" value="(\d+)"', parts["behind"]) == [
        *([("d6", "1")] * 5), ("specials", "12"), ("specials", "20"), ("lures", str(EXTRA_5)),
    ]  # fmt: skip
    args = json.loads(
        re.findall(r'name="args" value="(.*?)"', parts["reach"])[0].replace("&quot;", '"')
    )
    sent = {
        "args": json.dumps(args),
        "d6": ["1", "1", "1"],
        "specials": "20",
        "lures": str(EXTRA_5),
    }
    assert press(table, 1, "Cast", **sent).status_code == 200
    laid = state(table.match).game.players[1].cast
    assert (laid.d6, laid.specials, laid.lures) == (3, (20,), (EXTRA_5,))
    assert press(table, 1, "Cast", args=json.dumps(args)).status_code == 200
    assert state(table.match).game.players[1].cast.dice == 0


def test_cast_can_be_changed_until_all_have_cast_and_shows_what_is_laid(script: Script) -> None:
    table = dealt(3)
    cast(table.match, 0, 2, 12)
    parts = html(table.match, "live", "seat/0")
    assert len(re.findall(r'name="d6"[^>]* checked', parts["behind"])) == 2
    assert re.findall(r'value="(\d+)" id="r\d-d\d+"[^>]* checked', parts["behind"]) == ["12"]
    assert "Change your cast" in parts["reach"]
    assert re.search(r"data-me[^>]*><b>3</b>", parts["order"])
    cast(table.match, 0, 0)
    assert "checked" not in html(table.match, "live", "seat/0")["behind"]


def test_pages_tell_who_has_cast_and_no_more(script: Script) -> None:
    table = dealt(3)
    names = [table.entry(seat).name for seat in range(3)]
    cast(table.match, 0, 4, 20, lures=(ADJUST,))
    for surface, audience in AUDIENCES:
        parts = html(table.match, surface, audience)
        part = parts.get("order") or parts.get("hostpier") or parts["wallpier"]
        assert f"{names[0]} has cast {names[1]} is choosing {names[2]} is choosing" in text(part)
    assert "1 of 2 others have cast" in html(table.match, "live", "seat/1")["order"]
    assert "1 of 3 have cast" in html(table.match, "screen", "public")["wallnews"]


def test_dice_that_rest_are_off_and_say_why(script: Script) -> None:
    table = dealt(3)
    script.dice = {"r1/s0/d12": (1,), "r1/s0/d20": (1,), "r1/s1/d20": (1,)}
    cast(table.match, 0, 0, 12, 20)
    cast(table.match, 1, 0, 20)
    cast(table.match, 2)
    both, one, none = [html(table.match, "live", f"seat/{seat}")["behind"] for seat in range(3)]
    assert re.findall(r'value="(\d+)" id="r\d-d\d+"[^>]* disabled', both) == ["12", "20"]
    assert re.findall(r'value="(\d+)" id="r\d-d\d+"[^>]* disabled', one) == ["20"]
    assert " disabled" not in none
    assert "Both special dice were rolled in the last round, so they rest." in text(both)
    assert "The d20 was rolled in the last round, so it rests." in text(one)
    assert "rests" not in text(none)


def test_one_without_lures_is_told_how_to_get_one(script: Script) -> None:
    table = dealt(3)
    script.dice = {"r1/s0/d6": (5, 6)}
    cast(table.match, 0, 2, lures=(ADJUST,))
    cast(table.match, 1)
    cast(table.match, 2)
    do(table.match, Player(0), Adjust(()))
    assert "You hold no lures." in html(table.match, "live", "seat/0")["behind"]
    assert "You hold no lures." not in html(table.match, "live", "seat/1")["behind"]


@pytest.mark.parametrize(
    ("choice", "dice", "told"),
    [
        ((0, (), ()), None, "caught nothing, draws a lure"),
        ((5, (12, 20), (EXTRA_5,)), 8, "caught Bleak, Perch"),
        ((0, (), (EXTRA_5,)), None, "caught Bleak"),
    ],
    ids=["nothing", "everything", "only lures"],
)
def test_each_size_of_a_cast_works_and_is_told(
    script: Script,
    choice: tuple[int, tuple[int, ...], tuple[int, ...]],
    dice: int | None,
    told: str,
) -> None:
    table = dealt(3)
    script.dice = {"r1/s1/d6": (1, 1, 1, 2, 2)}
    d6, specials, lures = choice
    sent = {"args": json.dumps({"d6": d6, "specials": specials, "lures": lures})}
    assert press(table, 1, "Cast", **sent).status_code == 200
    cast(table.match, 0)
    cast(table.match, 2)
    assert f"{table.entry(1).name}: {told}" in outcomes(table.match)


def test_chance_of_the_own_cast_is_exact_and_only_while_learning(script: Script) -> None:
    table = dealt(3, options={"learning": True})
    cast(table.match, 0, 2, lures=(ADJUST,))
    cards = tuple(map(state(table.match).game.card, (BLEAK, PERCH)))
    expected = [f"{percent} %" for _name, percent in chances_of(cards, 2, (), ())]

    def shown(audience: str) -> list[str]:
        part = html(table.match, "live", audience)["pier"]
        return re.findall(r'class="chance"[^>]*>([^<]*)<', part)

    assert shown("seat/0") == expected
    assert shown("seat/1") == shown("public") == ["", ""]
    plain = dealt(3)
    cast(plain.match, 0, 2)
    assert "data-chances" not in html(plain.match, "live", "seat/0")["pier"]


def test_nonsense_is_refused_and_said_and_never_a_fault(script: Script) -> None:
    table = dealt(3)
    bad: list[dict[str, Any]] = [
        {"d6": ["1"] * 6}, {"d6": "-1"}, {"d6": "one"}, {"specials": "8"}, {"specials": ["12", "12"]},
        {"lures": "23"}, {"lures": ["x", ""]}, {"lures": "0:1"}, {"args": "[]"}, {"args": '{"d6":[1]}'},
        {"d6": ["1", "x"]}, {"lures": ["0"] * 101},
    ]  # fmt: skip
    empty = json.dumps({"d6": 0, "specials": [], "lures": []})
    before = state(table.match)
    for fields in bad:
        answer = press(table, 0, "Cast", **({"args": empty} | fields))
        assert 400 <= answer.status_code < 500, fields
        assert answer.json()["message"]
    for fields in ({"changes": "0:1"}, {"changes": "::"}, {"changes": "a:b"}, {"changes": "0:--1"}):
        answer = press(table, 0, "Adjust", **({"args": '{"changes": []}'} | fields))
        assert answer.status_code == 422, fields
    assert state(table.match) == before


# ------------------------------------------------------------------------------- the reveal


def test_reveal_is_told_group_after_group(script: Script) -> None:
    table = dealt(3)
    names = [table.entry(seat).name for seat in range(3)]
    script.dice = {"r1/s0/d6": (6, 6, 1), "r1/s2/d6": (5,)}
    cast(table.match, 0, 3)
    cast(table.match, 1)
    cast(table.match, 2, 1, lures=(BOAST,))
    told = [
        f"{names[1]}: caught nothing, draws a lure",
        f"{names[2]}: caught Bleak, 2 for boasts",
        f"{names[0]}: caught Perch",
    ]
    assert outcomes(table.match) == told
    assert outcomes(table.match, "host", "host") == told
    labels = re.findall(
        r'<h3 class="sub">(.*?)</h3>', html(table.match, "live", "public")["reveal"]
    )
    assert labels == ["No dice", "1 die", "3 dice"]
    just = html(table.match, "live", "seat/2")["just"]
    assert text(just) == f"You catch Bleak. {names[0]} catches Perch."
    assert "The casts are open: " in re.findall(r'data-say="(.*?)"', just)[0]
    wall = html(table.match, "screen", "public")["wallpier"]
    assert re.findall(r"<b><bdi>(.*?)</bdi>", wall) == [names[1], names[2], names[0]]


def test_fish_that_is_shared_stays_and_that_is_said(script: Script) -> None:
    table = dealt(3)
    names = [table.entry(seat).name for seat in range(3)]
    script.dice = {"r1/s0/d6": (5,), "r1/s1/d6": (5,), "r1/s2/d6": (6,)}
    for seat in range(3):
        cast(table.match, seat, 1)
    part = html(table.match, "live", "public")["reveal"]
    shared = re.findall(r'class="shared">(.*?)</p>', part)
    assert shared == [f"{names[0]}, {names[1]}: the same total, so nobody gets Bleak"]
    assert outcomes(table.match) == [f"{name}: caught nothing, draws a lure" for name in names]
    assert "Bleak" in html(table.match, "live", "public")["pier"]


def test_those_without_fish_left_take_their_dice_back(script: Script) -> None:
    table = dealt(3)
    script.dice = {"r1/s0/d6": (6, 1)}
    cast(table.match, 0, 2)
    cast(table.match, 1, 3)
    cast(table.match, 2, 4)
    rows = outcomes(table.match)
    assert rows[0] == f"{table.entry(0).name}: caught Bleak, Perch"
    assert rows[1] == f"{table.entry(1).name}: no fish left: takes the dice back, draws a lure"


def test_splash_says_what_came_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    follow(monkeypatch, Script(fish=[GUDGEON, SALMON, 2], lures=[0, 1, 2, 3, 4, 5]))
    table = dealt(3)
    part = html(table.match, "live", "public")["pier"]
    assert re.findall(r"</svg>([^<]+splash[^<]+)<", part) == [
        "Gudgeon’s splash brought up Salmon",
        "Roach’s splash gave everybody a lure",
    ]
    assert len(re.findall(r"data-catch=", part)) == 3


# -------------------------------------------------------------------------------- adjusting


def adjusting(script: Script) -> Seated:
    """The first, with two adjusts for a 6, a 1 and a d12 on 12; the third waits with more dice."""
    script.lures[:] = [0, EXTRA_5, BOAST, 1, 2, 3]
    script.fish[:] = [7, PERCH, SALMON, 12]
    table = dealt(3)
    script.dice = {"r1/s0/d6": (6, 1), "r1/s0/d12": (12,), "r1/s2/d6": (1, 1, 1, 1, 1)}
    cast(table.match, 0, 2, 12, lures=(0, 1))
    cast(table.match, 1)
    cast(table.match, 2, 5)
    return table


def test_adjust_offers_each_die_as_far_as_it_goes(script: Script) -> None:
    table = adjusting(script)
    parts = html(table.match, "live", "seat/0")
    turns = re.findall(r'<option value="(\d:-?\d)">(\d+)</option>', parts["behind"])
    assert turns == [
        ("0:-2", "4"), ("0:-1", "5"), ("1:1", "2"), ("1:2", "3"), ("2:-2", "10"), ("2:-1", "11"),
    ]  # fmt: skip
    assert 'data-steps="2"' in parts["behind"]
    assert 'data-command="Adjust"' in parts["reach"]
    for seat in (1, 2):
        other = html(table.match, "live", f"seat/{seat}")
        assert "hidden" in other["behind"].split(">")[0]
        assert "Adjust" not in other["reach"]
    assert (
        press(table, 0, "Adjust", args='{"changes": []}', changes=["0:-1", "", "1:1"]).status_code
        == 200
    )
    assert state(table.match).game.round == 2
    part = html(table.match, "live", "public")["reveal"]
    assert re.findall(r"<small>(\d+→\d+)</small>", part) == ["6→5", "1→2"]


def test_too_many_steps_and_steps_beyond_a_die_are_refused(script: Script) -> None:
    table = adjusting(script)
    for changes in (["0:1"], ["1:3"], ["0:-1", "1:1", "2:-1"], ["7:1"], ["1:1", "1:1"]):
        answer = press(table, 0, "Adjust", args='{"changes": []}', changes=changes)
        assert answer.status_code == 422, changes
        assert answer.json()["message"]


def test_reveal_says_who_adjusts_and_who_is_still_to_roll(script: Script) -> None:
    table = adjusting(script)
    names = [table.entry(seat).name for seat in range(3)]
    assert outcomes(table.match) == [
        f"{names[1]}: caught nothing, draws a lure",
        f"{names[0]}: adjusts the dice",
        f"{names[2]}: still to roll",
    ]
    states = re.findall(
        r'class="group" data-state="(\w+)"', html(table.match, "live", "public")["reveal"]
    )
    assert states == ["done", "now", "todo"]


# ---------------------------------------------------------------------- every audience and end


def test_no_fragment_of_the_others_holds_what_is_laid_or_held(script: Script) -> None:
    """Its twin is the owner's own page, where all of it stands."""
    table = dealt(3)
    cast(table.match, 1, 3, 20, lures=(EXTRA_5,))
    for surface, audience in [*AUDIENCES, ("live", "seat/0"), ("live", "seat/2")]:
        for name, part in html(table.match, surface, audience).items():
            assert "Extra 5" not in part, (surface, audience, name)
            assert "extra 5" not in part, (surface, audience, name)
            assert "Your cast" not in part, (surface, audience, name)
    mine = html(table.match, "live", "seat/1")
    assert "Extra 5" in mine["behind"]
    assert "Your cast: 3 dice, the d20 and 1 lure." in mine["just"]
    assert "You drew an extra 5." in mine["log"]


def test_paused_withdrawn_and_undone_tables_say_so(script: Script) -> None:
    table = dealt(3)
    names = [table.entry(seat).name for seat in range(3)]
    cast(table.match, 0, 2)
    undo = text(html(table.match, "host", "host")["undodiff"])
    assert f"{names[0]} has cast, 0 fish, 1 lure → becomes is choosing, 0 fish, 1 lure" in undo
    assert "2 dice" not in undo
    do(table.match, Host(), Void(state(table.match).moves[-1].last, "Wrong click"))
    assert "Change your cast" not in html(table.match, "live", "seat/0")["reach"]
    do(table.match, Host(), Pause())
    assert "Go on, when the clocks do" in html(table.match, "live", "seat/0")["reach"]
    do(table.match, Host(), Withdraw(2, "has to leave"))
    assert "hidden" in html(table.match, "live", "seat/2")["behind"].split(">")[0]
    assert names[2] not in html(table.match, "live", "public")["order"]


@pytest.mark.parametrize("count", [2, 5])
def test_whole_match_is_shown_at_every_step_to_its_final_count(count: int) -> None:
    table = dealt(count)
    steps = itertools.count()
    while table.match.ended_at is None:
        act(table.match, choose=lambda choices: choices[next(steps) % len(choices)])
        for surface, audience in [*AUDIENCES, ("live", "seat/0")]:
            assert all(html(table.match, surface, audience).values())
    game = state(table.match).game
    part = html(table.match, "live", "seat/0")["pier"]
    shown = re.findall(r"<b><bdi>(.*?)</bdi></b>.*?class=\"points\">(\d+)<", part, re.DOTALL)
    ranked = [seat for group in game.places for seat in group]
    assert shown == [(table.entry(seat).name, str(game.points_of(seat))) for seat in ranked]
    assert 'class="fuse"' not in html(table.match, "live", "public")["reach"]
