"""FC-13 … FC-17: the score sheet, the lucky seven, counted throws, the end, and leaving."""

from datetime import timedelta

import pytest

from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.commands import Deduct, FlipTimer, RollRig
from games.fish_or_cut_bait.options import FishOptions
from games.fish_or_cut_bait.view import BoxView, OddView
from games.kernel import Outcome, Player, Wait
from tests.games.fish_play import ALIKE, FULL, GAME, PARTIAL, Match, at_turn, rigged


def sheet(match: Match, seat: int) -> list[tuple[int | None, int | None]]:
    """The boxes of a seat up to the round that is played: catch and running sum."""
    return [(box.catch, box.sum) for box in match.view.sheet[seat][: match.view.round]]


def sevens(seats: int) -> Match:
    """A match with the lucky seven, whose first roller has just made one."""
    match = Match(seats, lucky_seven=True)
    match.catch(3, 4)
    return match


def test_fc13_catch_and_running_sum_are_booked() -> None:
    match = Match(2)
    for numbers in [(5, 3), (2,), (4, 4, 4), ()]:
        match.catch(*numbers)
    assert sheet(match, 0) == [(8, 8), (12, 20), (None, None)]
    assert sheet(match, 1) == [(2, 2), (0, 2), (None, None)]


def test_fc13_sheet_says_that_a_snag_left_nothing() -> None:
    match = rigged(*FULL)
    match.fish(red="snag")
    match.late()
    assert match.view.sheet[0][0] == BoxView(0, 0, "time", snags=1, taken=0)


def test_fc14_seven_takes_all_seven_from_the_only_opponent_at_once() -> None:
    match = Match(2, lucky_seven=True)
    assert match.catch(3, 4) == [
        e.Stopped(0),
        e.TurnEnded(0, 7, "stopped"),
        e.Deducted(0, (0, 7), automatic=True),
        e.TurnBegan(1, 1),
    ]
    assert match.view.points == (7, -7)


def test_fc14_seven_counts_however_the_turn_ended() -> None:
    match = rigged(*FULL, seats=2, lucky_seven=True)
    match.fish(red=3, white=4)
    match.late()
    assert match.view.points == (7, -7)


def test_fc14_with_more_the_roller_splits_it() -> None:
    """The rulebook's example: five from one and two from another."""
    match = sevens(4)
    assert match.view.phase == "deducting"
    assert GAME.waits(match.state) == {Player(0): Wait("r1/s0/deduct", timedelta(seconds=30))}
    assert match.do(0, Deduct((0, 5, 2, 0))) == [
        e.Deducted(0, (0, 5, 2, 0)),
        e.TurnBegan(1, 1),
    ]
    assert match.view.points == (7, -5, -2, 0)


@pytest.mark.parametrize("points", [(0, 0, 0), (0, 1, 0), (0, 0, 7)])
def test_fc14_any_portion_may_be_taken(points: tuple[int, ...]) -> None:
    match = sevens(3)
    match.do(0, Deduct(points))
    assert match.view.points == (7, -points[1], -points[2])


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ((0, 4, 4), "too-many"),
        ((1, 1, 1), "bad-split"),
        ((0, -1, 7), "bad-split"),
        ((0, 7), "bad-split"),
        ((0, 7, 0, 0), "bad-split"),
    ],
)
def test_fc14_split_that_can_not_be_is_refused(points: tuple[int, ...], code: str) -> None:
    assert sevens(3).refused(0, Deduct(points)) == code


def test_fc14_nothing_is_taken_from_whoever_left() -> None:
    match = Match(4, lucky_seven=True)
    match.leave(3)
    match.catch(3, 4)
    assert match.refused(0, Deduct((0, 0, 0, 7))) == "bad-split"


def test_fc14_after_the_limit_nothing_is_taken() -> None:
    match = sevens(3)
    assert match.late() == [e.Deducted(0, (0, 0, 0), automatic=True), e.TurnBegan(1, 1)]


def test_fc14_taken_fish_stand_in_the_box_of_the_round() -> None:
    match = Match(2, lucky_seven=True)
    match.catch(5)
    match.catch(3, 4)
    assert match.view.sheet[0][0] == BoxView(5, -2, "stopped", snags=0, taken=7)
    match.catch(3, 4)
    assert match.view.sheet[1][1] == BoxView(None, 0, None, snags=0, taken=7)


def test_fc14_off_a_seven_takes_nothing() -> None:
    match = Match(2)
    match.catch(3, 4)
    assert match.view.points == (7, 0)
    assert match.refused(1, Deduct((7, 0))) == "no-seven"


def test_fc14_nothing_is_taken_when_the_roller_leaves() -> None:
    match = sevens(3)
    assert match.leave(0) == [
        e.Left(0),
        e.Deducted(0, (0, 0, 0), automatic=True),
        e.TurnBegan(1, 1),
    ]


def test_fc14_all_seven_come_from_the_last_opponent() -> None:
    match = sevens(3)
    assert match.leave(1) == [
        e.Left(1),
        e.Deducted(0, (0, 0, 7), automatic=True),
        e.TurnBegan(2, 1),
    ]


def test_fc14_nobody_rolls_before_the_split() -> None:
    assert sevens(3).refused(0, RollRig((0, 1, 2, 3))) == "turn-over"
    assert sevens(3).refused(1, FlipTimer()) == "not-your-turn"


def test_fc15_most_fish_win() -> None:
    match = Match(3, rounds=1)
    for numbers in [(2,), (5, 5), (4,)]:
        match.catch(*numbers)
    assert GAME.outcome(match.state) == Outcome(((1,), (2,), (0,)), {}, (2, 10, 4))


def test_fc15_tie_is_shared() -> None:
    match = Match(3, rounds=1)
    for numbers in [(5,), (2,), (5,)]:
        match.catch(*numbers)
    assert GAME.outcome(match.state) == Outcome(((0, 2), (1,)), {}, (5, 2, 5))


def test_fc16_turn_has_so_many_throws_and_no_timer() -> None:
    match = Match(2, throw_budget=3)
    assert match.view.phase == "rigging"
    assert match.view.throws_left == 3
    assert GAME.waits(match.state) == {Player(0): Wait("r1/s0/throw/1", timedelta(seconds=60))}
    assert match.refused(0, FlipTimer()) == "flipped"
    match.rig(*FULL)
    match.fish(red=2)
    assert match.view.throws_left == 1
    assert match.fish(white=3)[1:] == [e.TurnEnded(0, 5, "throws"), e.TurnBegan(1, 1)]


def test_fc16_snag_with_the_last_throw_leaves_nothing() -> None:
    match = Match(2, throw_budget=2)
    match.rig(*FULL)
    assert match.fish(red=2, white="snag")[1:] == [
        e.RigBroken(0, 0),
        e.TurnEnded(0, 0, "throws"),
        e.TurnBegan(1, 1),
    ]


def test_fc16_chip_covers_a_snag_with_the_last_throw() -> None:
    match = Match(2, throw_budget=3)
    match.rig(*ALIKE)
    match.rig("bobber", dice=(0,))
    match.fish(red=2, white="snag")
    assert match.view.points == (2, 0)


def test_fc16_snag_uses_up_a_throw_and_the_rig_begins_anew() -> None:
    match = Match(2, throw_budget=4)
    match.rig(*FULL)
    match.fish(red="snag")
    match.rig(*FULL)
    assert match.view.throws_left == 1


def test_fc16_throw_that_does_not_come_ends_the_turn() -> None:
    match = Match(2, throw_budget=5)
    match.rig(*PARTIAL)
    match.fish(red=4)
    assert match.late()[1] == e.TurnEnded(0, 4, "time")


def test_fc17_turn_of_whoever_leaves_scores_nothing() -> None:
    match = rigged(*FULL)
    match.fish(red=5)
    assert match.leave(0) == [e.Left(0), e.TurnEnded(0, 0, "left"), e.TurnBegan(1, 1)]
    assert match.view.points == (0, 0, 0)


def test_fc17_remaining_turns_are_skipped() -> None:
    match = Match(3)
    match.leave(1)
    match.catch(1)
    assert match.roller == 2
    match.catch(1)
    assert (match.view.round, match.roller) == (2, 0)


def test_fc17_sum_of_whoever_left_stays_without_a_place() -> None:
    match = Match(3, rounds=2)
    match.catch(5, 5)
    match.leave(0)
    for _turn in range(4):
        match.catch(1)
    assert GAME.outcome(match.state) == Outcome(((1, 2),), {}, (10, 2, 2))


def test_match_ends_with_one_seat_left_and_that_one_is_first() -> None:
    match = Match(2)
    match.catch(5)
    assert match.leave(0) == [e.Left(0), e.Ended(((1,),), (5, 0))]
    assert GAME.outcome(match.state) == Outcome(((1,),), {}, (5, 0))


def test_leaving_in_the_own_turn_with_one_other_ends_the_match() -> None:
    match = at_turn(2)
    match.rig(*FULL)
    match.fish(red=5)
    assert match.leave(0)[-1] == e.Ended(((1,),), (0, 0))


def test_odds_name_every_choice_of_fish_dice() -> None:
    assert rigged(*PARTIAL).view.odds == (
        OddView(("red",), 17),
        OddView(("white",), 17),
        OddView(("red", "white"), 31),
    )
    assert rigged(*FULL).view.odds[-1] == OddView(("red", "white", "blue"), 42)
    assert at_turn().view.odds == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"rounds": 21},
        {"turn_s": 4},
        {"turn_s": True},
        {"throw_budget": -1},
        {"throw_budget": 51},
        {"lucky_seven": 1},
    ],
)
def test_house_rules_that_can_not_be_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        FishOptions(**wrong)  # type: ignore[arg-type]
