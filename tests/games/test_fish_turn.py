"""FC-1 … FC-12: the turn, the rig, the chip, fishing and snags."""

from datetime import timedelta

import pytest

from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.commands import FlipTimer, RollFish, RollRig, Stop
from games.fish_or_cut_bait.dice import Faces
from games.fish_or_cut_bait.options import FishOptions
from games.kernel import Host, Player, Wait
from tests.games.fish_play import ALIKE, FULL, GAME, PARTIAL, Match, at_turn, rigged


@pytest.mark.parametrize("seats", [1, 13])
def test_fc1_other_than_two_to_twelve_seats_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 12"):
        GAME.initial_state(seats, FishOptions())


def test_fc1_every_player_has_one_turn_a_round_to_the_left() -> None:
    match = Match(3)
    order = []
    for _turn in range(6):
        order.append((match.view.round, match.roller))
        match.catch()
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


def test_fc1_match_ends_after_eight_rounds() -> None:
    match = Match(2)
    for _turn in range(15):
        match.catch(1)
    assert GAME.outcome(match.state) is None
    match.catch(1)
    assert match.view.phase == "over"
    assert match.view.round == 8


def test_fc2_roller_has_twenty_seconds_to_flip_and_a_turn_has_forty_five() -> None:
    match = Match(2)
    assert GAME.waits(match.state) == {Player(0): Wait("r1/s0/ready", timedelta(seconds=20))}
    match.flip()
    assert GAME.waits(match.state) == {Player(0): Wait("r1/s0", timedelta(seconds=45))}


def test_fc2_timer_is_flipped_for_whoever_does_not() -> None:
    match = Match(2)
    assert match.late() == [e.Flipped(0, automatic=True)]
    assert match.view.phase == "rigging"


def test_fc2_host_may_flip_the_timer() -> None:
    match = Match(2)
    assert match.do(Host(), FlipTimer()) == [e.Flipped(0)]


def test_fc2_nobody_rolls_before_the_timer_is_flipped() -> None:
    match = Match(2)
    assert match.refused(0, RollRig((0, 1, 2, 3))) == "not-flipped"
    assert match.refused(0, Stop()) == "not-flipped"


def test_fc2_timer_is_flipped_once() -> None:
    assert at_turn().refused(0, FlipTimer()) == "flipped"


def test_fc2_no_throw_and_no_snag_restarts_the_clock() -> None:
    match = at_turn()
    clock = GAME.waits(match.state)
    match.rig(*FULL)
    match.fish(red=2)
    match.fish(white="snag")
    match.rig(*FULL)
    assert GAME.waits(match.state) == clock


def test_fc3_faces_are_data() -> None:
    faces = Faces(fish=(1, 1, 2, 2, 3, "snag"))
    match = at_turn(faces=faces)
    match.rig(*FULL)
    match.fish(red=5)
    assert match.view.fish == (3, None, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rig": ("pole", "lure", "bobber")},
        {"rig": ("pole", "pole", "pole", "lure", "lure", "boat")},
        {"rig": ("pole", "lure", "bobber", "boat", "boat", "net")},
        {"fish": ("snag",) * 6},
        {"fish": (1, 2, 3, 4, 5, 21)},
        {"fish": (1, 2, 3, 4, 5, -1)},
    ],
)
def test_fc3_dice_that_can_not_be_played_with_are_refused(wrong: dict[str, tuple]) -> None:
    with pytest.raises(ValueError, match="die"):
        Faces(**wrong)


def test_fc4_turn_begins_with_all_four_rig_dice() -> None:
    match = at_turn()
    assert match.refused(0, RollRig((0, 1, 2))) == "all-four"
    assert match.rig("pole", "bobber", "pole", "boat") == [
        e.RigRolled(0, (0, 1, 2, 3), ("pole", "bobber", "pole", "boat"))
    ]


def test_fc4_roller_keeps_what_they_choose() -> None:
    """The rulebook's example: Pole, Bobber kept; Pole, Boat rolled to Lure, Pole."""
    match = rigged("pole", "bobber", "pole", "boat")
    match.rig("lure", "pole", dice=(2, 3))
    assert match.view.rig == ("pole", "bobber", "lure", "pole")
    assert match.view.rigged == "partial"


@pytest.mark.parametrize("dice", [(), (0, 0), (4,), (-1,), (0, 1, 2, 3, 4)])
def test_fc4_choice_of_dice_that_is_none_is_refused(dice: tuple[int, ...]) -> None:
    assert rigged(*PARTIAL).refused(0, RollRig(dice)) == "bad-dice"


def test_fc5_three_ways_on_after_pole_bobber_lure_pole() -> None:
    """The rulebook's example: fish with two dice, roll a Pole for the Boat, or go for three alike."""
    ways = GAME.legal_commands(rigged(*PARTIAL).state, Player(0))
    assert RollFish(("red", "white")) in ways
    assert RollRig((3,)) in ways
    assert RollRig((1, 2)) in ways


@pytest.mark.parametrize(
    ("rig", "rigged_"),
    [
        (("pole", "pole", "bobber", "boat"), "none"),
        (("boat", "boat", "lure", "bobber"), "none"),
        (PARTIAL, "partial"),
        (("lure", "lure", "pole", "bobber"), "partial"),
        (FULL, "full"),
        (("boat", "lure", "pole", "bobber"), "full"),
    ],
)
def test_fc5_rig_is_partial_with_three_parts_and_full_with_a_boat(rig: tuple, rigged_: str) -> None:
    assert rigged(*rig).view.rigged == rigged_


def test_fc5_rig_says_when_it_can_do_more() -> None:
    match = rigged("pole", "bobber", "pole", "lure")
    assert match.log[-1] == e.RigChanged(0, "partial")
    assert match.rig("boat", dice=(2,))[1:] == [e.RigChanged(0, "full")]
    assert match.rig("pole", dice=(0,))[1:] == []


def test_fc5_nobody_fishes_without_a_rig() -> None:
    match = rigged("pole", "pole", "bobber", "boat")
    assert match.view.fishable == ()
    assert match.refused(0, RollFish(("red",))) == "no-rig"


def test_fc6_three_alike_at_the_first_throw_earn_the_chip() -> None:
    match = at_turn()
    assert match.rig(*ALIKE)[1:] == [e.ChipEarned(0)]
    assert match.view.chip


def test_fc6_kept_dice_count() -> None:
    match = rigged("pole", "pole", "bobber", "lure")
    assert not match.view.chip
    assert match.rig("pole", dice=(2,))[1:] == [e.RigChanged(0, "none"), e.ChipEarned(0)]


def test_fc6_chip_is_earned_once() -> None:
    match = rigged(*ALIKE)
    assert match.rig("bobber", "bobber", "bobber", dice=(0, 1, 2)) == [
        e.RigRolled(0, (0, 1, 2), ("bobber", "bobber", "bobber"))
    ]


def test_fc6_chip_lasts_to_the_end_of_the_turn() -> None:
    match = rigged(*ALIKE)
    match.stop()
    assert not match.view.chip


def test_fc7_partial_rig_rolls_red_and_white_only() -> None:
    match = rigged(*PARTIAL)
    assert match.view.fishable == ("red", "white")
    assert match.refused(0, RollFish(("blue",))) == "no-boat"
    assert match.refused(0, RollFish(("red", "blue"))) == "no-boat"


def test_fc7_full_rig_rolls_all_three() -> None:
    match = rigged(*FULL)
    match.fish(red=1, white=2, blue=3)
    assert match.view.fish == (1, 2, 3)


def test_fc7_there_is_no_way_back_to_the_rig() -> None:
    match = rigged(*PARTIAL)
    match.fish(red=1)
    assert match.refused(0, RollRig((3,))) == "fishing"


def test_fc8_other_dice_keep_their_faces() -> None:
    match = rigged(*FULL)
    match.fish(red=1, white=5)
    match.fish(red=3)
    assert match.view.fish == (3, 5, None)
    assert match.view.catch == 8


@pytest.mark.parametrize("dice", [(), ("red", "red"), ("green",)])
def test_fc8_choice_of_fish_dice_that_is_none_is_refused(dice: tuple) -> None:
    assert rigged(*FULL).refused(0, RollFish(dice)) == "bad-dice"


def test_fc9_snag_breaks_the_rig_and_throws_the_fish_back() -> None:
    match = rigged(*FULL)
    match.fish(red=5, white=4)
    assert match.fish(blue="snag") == [e.FishRolled(0, ("blue",), ("snag",)), e.RigBroken(0, 9)]
    assert (match.view.phase, match.view.rig, match.view.fish) == (
        "rigging", None, (None, None, None),
    )  # fmt: skip
    assert match.view.catch == 0
    assert match.refused(0, RollRig((3,))) == "all-four"


def test_fc10_chip_covers_a_snag_and_the_die_may_be_rolled_again() -> None:
    match = rigged(*ALIKE)
    match.rig("bobber", dice=(0,))
    match.fish(red=2, white="snag")
    assert (match.view.phase, match.view.fish, match.view.catch) == (
        "fishing", (2, "snag", None), 2,
    )  # fmt: skip
    match.fish(white=4)
    assert match.view.catch == 6


def test_fc11_faces_showing_count_when_the_roller_stops() -> None:
    """The rulebook's example: a red 2 and a white 4 are six fish."""
    match = rigged(*PARTIAL)
    match.fish(red=2, white=4)
    assert match.stop() == [e.Stopped(0), e.TurnEnded(0, 6, "stopped"), e.TurnBegan(1, 1)]
    assert match.view.points == (6, 0, 0)


def test_fc11_stopping_before_fishing_scores_nothing() -> None:
    match = rigged(*FULL)
    assert match.stop()[1] == e.TurnEnded(0, 0, "stopped")


def test_fc12_turn_ends_by_itself_with_what_shows() -> None:
    match = rigged(*FULL)
    match.fish(red=3, blue=4)
    assert match.late() == [
        e.Stopped(0, automatic=True),
        e.TurnEnded(0, 7, "time"),
        e.TurnBegan(1, 1),
    ]


def test_only_the_roller_rolls() -> None:
    match = at_turn()
    assert match.refused(1, RollRig((0, 1, 2, 3))) == "not-your-turn"
    assert match.refused(Host(), RollRig((0, 1, 2, 3))) == "player-only"
    assert match.refused(Host(), Stop()) == "player-only"


def test_labels_say_round_seat_and_throw() -> None:
    match = rigged(*FULL)
    match.fish(red="snag")
    match.rig(*FULL)
    assert match.chance.labels == ["r1/s0/rig/1", "r1/s0/fish/2", "r1/s0/rig/3"]
