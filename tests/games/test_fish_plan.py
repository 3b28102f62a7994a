"""Good play: worth what research found, and sensible where everybody would agree."""

import pytest

from games.fish_or_cut_bait import FishOrCutBait
from games.fish_or_cut_bait.commands import RollFish, RollRig, Stop
from games.fish_or_cut_bait.dice import Faces
from games.fish_or_cut_bait.figures import figures, figures_text, good_play
from games.fish_or_cut_bait.options import FishOptions
from games.fish_or_cut_bait.plan import Plan, turn_value
from games.odds import simulate
from tests.games.fish_play import ALIKE, FULL, PARTIAL, rigged

PLAN = Plan(Faces())


@pytest.mark.parametrize(
    ("throws", "fish"), [(4, 3.8), (6, 6.0), (8, 7.9), (10, 9.6), (12, 11.1), (15, 12.8)]
)
def test_a_turn_is_worth_what_was_found_before(throws: int, fish: float) -> None:
    """The figures of research/games.md 3.2, which were worked out apart from this."""
    assert round(turn_value(Faces(), throws), 1) == fish


def test_plan_begins_with_all_four_rig_dice() -> None:
    match = rigged(*FULL)
    match.fish(red="snag")
    assert PLAN.best(match.view, 5) == RollRig((0, 1, 2, 3))


def test_plan_fishes_with_what_it_has_at_the_last_throw() -> None:
    assert PLAN.best(rigged(*PARTIAL).view, 1) == RollFish(("red", "white"))
    assert PLAN.best(rigged(*FULL).view, 1) == RollFish(("red", "white", "blue"))


def test_plan_stops_before_a_snag_could_cost_more_than_a_throw_brings() -> None:
    match = rigged(*FULL)
    match.fish(red=5, white=5, blue=4)
    assert PLAN.best(match.view, 1) == Stop()


def test_plan_rolls_on_with_the_chip() -> None:
    match = rigged(*ALIKE)
    match.rig("bobber", dice=(0,))
    match.fish(red=5, white=1)
    assert PLAN.best(match.view, 1) == RollFish(("white",))


def test_plan_stops_without_throws() -> None:
    assert PLAN.best(rigged(*FULL).view, 0) == Stop()


def test_simulated_good_play_catches_about_nine_and_a_half_in_ten_throws() -> None:
    options = FishOptions(rounds=2, throw_budget=10)
    odds = simulate(FishOrCutBait(), 3, options, 40, "1", good_play)
    (fish,) = [line.split()[-1] for line in odds.figures if line.startswith("fish a turn")]
    assert 8.9 < float(fish) < 10.3  # 240 turns around 9.6: five standard errors each way


def test_figures_count_chips_and_broken_rigs_by_turn() -> None:
    match = rigged(*ALIKE)
    match.rig("bobber", dice=(0,))
    match.fish(red=2)
    match.stop()
    match.flip()
    match.rig(*FULL)
    match.fish(red="snag")
    match.late()
    assert figures_text(figures(match.log)) == [
        "fish a turn (2 turns)  1.00",
        "  turns with the chip      50.00 %",
        "  turns with a broken rig  50.00 %",
        "  turns without fish       50.00 %",
    ]
