"""How practice players play Fish or Cut Bait: by the plan, each looking another number of throws ahead."""

from collections.abc import Callable

from games.fish_or_cut_bait.commands import Deduct, FlipTimer
from games.fish_or_cut_bait.course import LUCKY
from games.fish_or_cut_bait.model import FishState
from games.fish_or_cut_bait.plan import Plan
from games.fish_or_cut_bait.view import view_of
from games.kernel import Command, Seat

A_THROW_S = 2
"""Seconds that a practice player takes for a throw."""
HASTY, DREAMING = 4, 15


def act(state: FishState, seat: Seat, style: int, number: int) -> Command | None:
    """What a practice player of this style does; None when nothing is waited for from it.

    Hasty ones look four throws ahead and soon stop, steady ones as far as the time reaches, dreamers ever fifteen: the
    clock often stops those.
    """
    if seat != state.roller or state.phase == "over":
        return None
    if state.phase == "ready":
        return FlipTimer()
    if state.phase == "deducting":
        return _from_the_leader(state)
    horizon = STYLES[style % len(STYLES)](state)
    counted = state.throws_left()
    throws = horizon if counted is None else min(horizon, counted)
    return Plan(state.options.faces).best(view_of(state), throws)


def _steady(state: FishState) -> int:
    """The throws for which there is time."""
    return max(state.options.turn_s // A_THROW_S - state.throws, 1)


STYLES: tuple[Callable[[FishState], int], ...] = (
    lambda _state: HASTY,
    _steady,
    lambda _state: DREAMING,
)
"""How many throws each style looks ahead: hasty, steady, dreaming."""


def _from_the_leader(state: FishState) -> Deduct:
    """All seven from whoever has caught most of the others (FC-14)."""
    leader = max(state.opponents(), key=state.sum_of)
    return Deduct(tuple(LUCKY if seat == leader else 0 for seat in range(state.seats)))
