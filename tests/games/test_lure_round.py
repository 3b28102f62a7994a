"""LU-1 … LU-9: the deal, the splash, the cast, the order, the roll and adjusting."""

from datetime import timedelta

import pytest

from games.kernel import Host, Player, Public, Wait
from games.lure import entries as e
from games.lure.cards import DECK, LURES, Fish, Lure, can_catch, deck_from, meets
from games.lure.commands import Adjust, Cast, Deal
from games.lure.options import LureOptions
from tests.games.lure_play import ADJUST, BOAST, EXTRA, GAME, NUMBER, Match


@pytest.mark.parametrize("seats", [1, 6])
def test_lu1_other_than_two_to_five_seats_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 5"):
        GAME.initial_state(seats, LureOptions())


def test_lu2_there_are_twelve_adjusts_six_extra_dice_and_six_boasts() -> None:
    assert len(LURES) == 24
    assert [LURES.count(Lure("adjust")), LURES.count(Lure("boast"))] == [12, 6]
    assert [lure.number for lure in LURES if lure.kind == "extra"] == [1, 2, 3, 4, 5, 6]


def test_lu2_host_deals_everyone_a_lure_in_seat_order_then_the_splash() -> None:
    match = Match(4, deal=False, lures=[*BOAST])
    assert GAME.waits(match.state) == {Host(): Wait("deal", None)}
    assert match.do(Host(), Deal())[:6] == [
        e.Dealt(),
        e.LuresDrawn((0, 1, 2, 3)),
        *(e.LureDrawn(seat, BOAST[seat], Lure("boast")) for seat in range(4)),
    ]
    assert match.log[6] == e.RoundBegan(1)


def test_lu2_only_the_host_deals_and_once() -> None:
    match = Match(3, deal=False)
    assert match.refused(0, Deal()) == "host-only"
    assert match.refused(0, Cast(1, (), ())) == "not-now"
    match.do(Host(), Deal())
    assert match.refused(Host(), Deal()) == "dealt"


def test_lu3_thirty_fish_are_worth_a_hundred_and_fourteen_points() -> None:
    assert len(DECK) == 30
    assert sum(fish.points for fish in DECK) == 114


@pytest.mark.parametrize(("seats", "cards"), [(2, 20), (3, 20), (4, 30), (5, 30)])
def test_lu3_ten_cards_stay_out_with_two_or_three(seats: int, cards: int) -> None:
    assert Match(seats, deal=False).view.deck_left == cards


@pytest.mark.parametrize(
    ("requirement", "met", "missed"),
    [
        ("none", [(), (1,), (6, 6)], []),
        ("a_one", [(1,), (6, 1)], [(), (2, 3)]),
        ("a_one_and_a_five", [(1, 5), (5, 2, 1)], [(), (1,), (5, 5)]),
        ("pair", [(2, 2), (5, 20, 12, 20)], [(), (4,), (1, 2, 3)]),
        ("two_fours", [(4, 4), (4, 1, 4)], [(), (4,), (4, 5)]),
        ("all_odd", [(1,), (13, 5)], [(), (2,), (1, 2)]),
        ("all_even", [(2,), (4, 20)], [(), (1,), (1, 2)]),
        ("all_different", [(3,), (1, 2, 20)], [(), (2, 2)]),
    ],
)
def test_lu4_requirements(requirement: str, met: list, missed: list) -> None:
    assert [meets(requirement, faces) for faces in met] == [True] * len(met)  # type: ignore[arg-type]
    assert [meets(requirement, faces) for faces in missed] == [False] * len(missed)  # type: ignore[arg-type]


@pytest.mark.parametrize(("seats", "new"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_lu5_splash_turns_up_two_or_three_fish(seats: int, new: int) -> None:
    assert len(Match(seats).names) == new


def test_lu5_fish_left_from_before_stay() -> None:
    match = Match(3)
    assert match.names == ["Bleak", "Perch"]
    match.pass_round()
    assert match.names == ["Bleak", "Perch", "Bream", "Chub"]


def test_lu5_reveal_turns_one_more_and_chains() -> None:
    assert Match(3, fish=["Minnow", "Rudd", "Gudgeon"]).names == [
        "Minnow", "Rudd", "Gudgeon", "Bleak", "Perch",
    ]  # fmt: skip


def test_lu5_lures_give_every_player_one_in_seat_order() -> None:
    match = Match(3, fish=["Roach"])
    at = match.log.index(e.FishTurned(NUMBER["Roach"], "Roach", "lures"))
    assert match.log[at + 1] == e.LuresDrawn((0, 1, 2))
    assert [player.lures for player in match.view.players] == [2, 2, 2]


def test_lu5_reveal_chain_that_empties_the_deck_turns_what_is_there() -> None:
    deck = (
        *(Fish(f"Plain {n}", 1, 99) for n in range(9)),
        *(Fish(f"Chain {n}", 1, 99, "none", "reveal") for n in range(4)),
    )
    match = Match(2, deck=deck, deal=False)
    match.fate.pool = list(range(13))
    match.fate.fish = [9, 10, 11, 12]
    assert match.view.deck_left == 3
    match.do(Host(), Deal())
    assert len(match.names) == 3
    assert (match.view.deck_left, match.view.last_round) == (0, True)


def test_lu6_all_cast_at_the_same_time_and_in_secret() -> None:
    match = Match(3)
    limit = timedelta(seconds=60)
    assert GAME.waits(match.state) == {Player(seat): Wait("r1/cast", limit) for seat in range(3)}
    match.cast(1, 2)
    assert set(GAME.waits(match.state)) == {Player(0), Player(2)}
    for audience in (Host(), Public(), Player(0)):
        assert GAME.view(match.state, audience).casts == ()
    mine = GAME.view(match.state, Player(1)).mine
    assert mine is not None
    assert mine.cast is not None
    assert mine.cast.d6 == 2


def test_lu6_cast_may_be_changed_until_the_reveal() -> None:
    match = Match(3)
    match.cast(1, 2)
    match.cast(1, 0)
    match.cast(0)
    revealed = next(x for x in match.cast(2) if isinstance(x, e.Revealed))
    assert revealed.casts == tuple(e.ShownCast(seat, 0, (), ()) for seat in range(3))


def test_lu6_after_sixty_seconds_it_is_no_dice_and_no_lures() -> None:
    match = Match(3)
    assert match.late(1) == [e.HasCast(1, automatic=True), e.CastLaid(1, 0, (), ())]


@pytest.mark.parametrize(
    ("cast", "code"),
    [
        (Cast(6, (), ()), "bad-dice"),
        (Cast(-1, (), ()), "bad-dice"),
        (Cast(0, (8,), ()), "resting"),
        (Cast(0, (12, 12), ()), "resting"),
        (Cast(0, (), (BOAST[1],)), "no-such-lure"),
        (Cast(0, (), (BOAST[0], BOAST[0])), "no-such-lure"),
    ],
)
def test_lu6_cast_of_what_is_not_there_is_refused(cast: Cast, code: str) -> None:
    assert Match(3, lures=BOAST).refused(0, cast) == code


def test_lu7_fewest_dice_first_and_lures_do_not_count() -> None:
    match = Match(4, lures=[EXTRA[6]])
    match.falls(1, 1)
    match.falls(2, d12=2)
    match.falls(3, 1, 1, d20=1)
    match.cast(0, 0, lures=(EXTRA[6],))
    match.cast(1, 1)
    match.cast(2, 0, specials=(12,))
    match.cast(3, 2, specials=(20,))
    revealed = next(x for x in match.log if isinstance(x, e.Revealed))
    assert revealed.order == ((0,), (1, 2), (3,))


def rolled_with_adjusts(*faces: int, count: int = 2, d12: int = 0) -> Match:
    """Seat 0 has rolled these and may adjust with so many lures; seat 1 rolled nothing."""
    match = Match(2, fish=["Roach", "Tench"], lures=ADJUST)
    mine = match.state.players[0].lures[:count]
    match.falls(0, *faces, d12=d12)
    match.cast(0, len(faces), specials=(12,) if d12 else (), lures=mine)
    match.cast(1)
    return match


def test_lu8_who_played_an_adjust_and_rolled_is_waited_for() -> None:
    match = rolled_with_adjusts(3, 3)
    wait = Wait("r1/g1/adjust", timedelta(seconds=30))
    assert GAME.waits(match.state) == {Player(0): wait}


def test_lu8_nobody_is_waited_for_without_an_adjust_or_a_die() -> None:
    match = Match(2, lures=[*BOAST[:1], *ADJUST])
    match.falls(0, 3)
    match.cast(0, 1, lures=match.state.players[0].lures)
    match.cast(1, 0, lures=match.state.players[1].lures)
    assert match.view.round == 2


def test_lu8_die_may_be_turned_several_steps() -> None:
    match = rolled_with_adjusts(3, 3)
    assert match.adjust(0, (1, 2))[:3] == [
        e.HasAdjusted(0),
        e.AdjustLaid(0, ((1, 2),)),
        e.Adjusted(0, (3, 5)),
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (((0, 1),), "beyond"),
        (((1, -1),), "beyond"),
        (((2, 3),), "too-many-steps"),
        (((0, -1), (2, 2)), "too-many-steps"),
        (((3, 1),), "bad-die"),
        (((-1, 1),), "bad-die"),
        (((2, 1), (2, 1)), "bad-die"),
    ],
)
def test_lu8_adjust_that_can_not_be_is_refused(changes: tuple, code: str) -> None:
    assert rolled_with_adjusts(6, 1, 3).refused(0, Adjust(changes)) == code


def test_lu8_special_dice_turn_within_their_own_numbers() -> None:
    match = rolled_with_adjusts(6, d12=12)
    assert match.refused(0, Adjust(((1, 1),))) == "beyond"
    assert match.adjust(0, (1, -2))[2] == e.Adjusted(0, (6, 10))


def test_lu8_adjust_is_final() -> None:
    match = Match(3, lures=ADJUST)
    for seat in range(2):
        match.falls(seat, 3)
        match.cast(seat, 1, lures=match.state.players[seat].lures)
    match.cast(2)
    match.adjust(0, (0, 1))
    assert match.refused(0, Adjust(())) == "adjusted"


def test_lu8_adjusts_of_a_group_open_together() -> None:
    match = Match(3, lures=ADJUST)
    for seat in range(2):
        match.falls(seat, 3)
        match.cast(seat, 1, lures=match.state.players[seat].lures)
    match.cast(2)
    match.adjust(0, (0, 1))
    assert match.view.waiting == (1,)
    assert [roll.adjusted for roll in match.view.rolls if roll.faces] == [(3,), (3,)]
    opened = [x for x in match.adjust(1, (0, -1)) if isinstance(x, e.Adjusted)]
    assert opened == [e.Adjusted(0, (4,)), e.Adjusted(1, (2,))]


def test_lu8_after_thirty_seconds_nothing_is_turned() -> None:
    match = rolled_with_adjusts(3, 3)
    assert match.late(0)[:2] == [e.HasAdjusted(0, automatic=True), e.AdjustLaid(0, ())]


def test_lu8_nobody_adjusts_out_of_turn() -> None:
    match = rolled_with_adjusts(3, 3)
    assert match.refused(1, Adjust(())) == "not-now"
    assert match.refused(Host(), Adjust(())) == "player-only"
    assert match.refused(0, Cast(1, (), ())) == "revealed"


def test_lu9_extra_die_is_always_added() -> None:
    match = Match(2, lures=[EXTRA[6]])
    match.falls(0, 2)
    match.cast(0, 1, lures=(EXTRA[6],))
    match.cast(1)
    assert match.fish_of(0) == ["Bleak", "Perch"]


def test_lu9_extra_die_meets_a_requirement() -> None:
    assert can_catch(DECK[NUMBER["Sturgeon"]], (4, 4))
    match = Match(2, fish=["Sturgeon", "Catfish"], lures=[EXTRA[4]])
    match.falls(0, 4)
    match.cast(0, 1, lures=(EXTRA[4],))
    match.cast(1)
    assert match.fish_of(0) == ["Sturgeon"]


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ({}, "list of fish"),
        ([3], "Fish 1 is no object"),
        ([{"name": "Eel"}], "Fish 1 needs"),
        ([{"name": "Eel", "points": 1, "catch": 0}], "Fish 1: Eel: the catch number"),
        ([{"name": "", "points": 1, "catch": 3}], "Fish 1: A fish needs a name"),
        ([{"name": "Eel", "points": 99, "catch": 3}], "Eel: points"),
        ([{"name": "Eel", "points": 9, "catch": 3, "requirement": "fun"}], "no requirement"),
        ([{"name": "Eel", "points": 9, "catch": 3, "splash": "boom"}], "no splash"),
    ],
)
def test_deck_that_can_not_be_is_refused_by_row(rows: object, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        deck_from(rows)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"cast_s": 4}, "cast_s must be"),
        ({"learning": 1}, "on or off"),
        ({"deck": DECK[:11]}, "12 to 100"),
        ({"lures": LURES * 5}, "at most 100"),
    ],
)
def test_house_rules_that_can_not_be_are_refused(wrong: dict, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        LureOptions(**wrong)
