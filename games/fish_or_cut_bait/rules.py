"""Fish or Cut Bait as a game of the kernel: FC-1 … FC-17."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import combinations
from typing import ClassVar, cast

from games.chance import Chance
from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait import refusals
from games.fish_or_cut_bait.commands import COMMANDS, Deduct, FlipTimer, RollFish, RollRig, Stop
from games.fish_or_cut_bait.course import LUCKY, Course
from games.fish_or_cut_bait.dice import RIG_DICE
from games.fish_or_cut_bait.fold import fold
from games.fish_or_cut_bait.model import Box, FishState, first_phase
from games.fish_or_cut_bait.options import FishOptions
from games.fish_or_cut_bait.view import FishView, view_of
from games.kernel import (
    Actor,
    Audience,
    Command,
    Entry,
    Host,
    IllegalMove,
    Outcome,
    Player,
    Seat,
    Wait,
)


class FishOrCutBait:
    """Roll a rig together, then fish with it until the clock or a snag says otherwise."""

    key: ClassVar[str] = "fish-or-cut-bait"
    title: ClassVar[str] = "Fish or Cut Bait"
    nothing_is_secret: ClassVar[bool] = True
    min_seats: ClassVar[int] = 2  # FC-1
    max_seats: ClassVar[int] = 12  # FC-1
    options: ClassVar[type[FishOptions]] = FishOptions
    commands: ClassVar[tuple[type[Command], ...]] = COMMANDS
    entries: ClassVar[tuple[type[Entry], ...]] = e.ENTRIES

    def initial_state(self, seats: int, options: FishOptions) -> FishState:
        """Seat 0 is called first. Raises ValueError for a roster that can't be."""
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError(f"{self.title} seats {self.min_seats} to {self.max_seats} players.")
        return FishState(
            options=options,
            seats=seats,
            sheet=((Box(),) * options.rounds,) * seats,
            phase=first_phase(options),
        )

    def legal_commands(self, state: FishState, who: Actor) -> Sequence[Command]:
        """Everything they may do now, each choice of dice listed; a split of seven by examples."""
        if state.phase == "over" or (isinstance(who, Player) and who.seat != state.roller):
            return []
        match state.phase:
            case "ready":
                return [FlipTimer()]
            case _ if isinstance(who, Host):
                return []
            case "deducting":
                return [Deduct((0,) * state.seats), *_splits(state)]
            case "rigging":
                return [*_rig_throws(state), *_fish_throws(state), Stop()]
            case _:
                return [*_fish_throws(state), Stop()]

    def waits(self, state: FishState) -> Mapping[Actor, Wait]:
        """The roller, on one clock for the whole turn that no throw and no snag restarts (FC-2)."""
        options, turn = state.options, f"r{state.round}/s{state.roller}"
        match state.phase:
            case "over":
                return {}
            case "ready":
                wait = _wait(f"{turn}/ready", options.ready_s)
            case "deducting":
                wait = _wait(f"{turn}/deduct", options.deduct_s)
            case _ if options.throw_budget:
                wait = _wait(f"{turn}/throw/{state.throws + 1}", options.throw_s)
            case _:
                wait = _wait(turn, options.turn_s)
        return {Player(state.roller): wait}

    def decide(
        self, state: FishState, who: Actor, command: Command, chance: Chance
    ) -> Sequence[Entry]:
        """What the command makes happen. Raises IllegalMove."""
        refusals.check_actor(state, who)
        if not isinstance(command, self.commands):
            raise IllegalMove("unknown-command", "%(game)s has no such move.", game=self.title)
        refusals.check_turn(state, who, command)
        course = Course(state, chance)
        match command:
            case FlipTimer():
                refusals.check_flip(state)
                course.add(e.Flipped(state.roller))
            case RollRig():
                refusals.check_rig(state, command)
                course.roll_rig(command.dice)
            case RollFish():
                refusals.check_fish(state, command)
                course.roll_fish(command.dice)
            case Stop():
                refusals.check_stop(state, command)
                course.add(e.Stopped(state.roller))
                course.end_turn("stopped")
            case Deduct():
                refusals.check_deduct(state, command)
                course.deduct(command.points, automatic=False)
        return course.entries

    def time_out(self, state: FishState, who: Actor, chance: Chance) -> Sequence[Entry]:
        """The timer is flipped for them; a turn ends with what shows; a seven takes nothing."""
        if isinstance(who, Host):
            raise IllegalMove("no-limit", "No clock runs for the host.")
        if who not in self.waits(state):
            raise IllegalMove("not-waited-for", "Nothing is waited for from that player.")
        course = Course(state, chance)
        match state.phase:
            case "ready":  # FC-2
                course.add(e.Flipped(state.roller, automatic=True))
            case "deducting":  # FC-14
                course.deduct((0,) * state.seats, automatic=True)
            case _:  # FC-12, FC-16
                course.add(e.Stopped(state.roller, automatic=True))
                course.end_turn("time")
        return course.entries

    def withdraw(self, state: FishState, seat: Seat, chance: Chance) -> Sequence[Entry]:
        """FC-17. Raises IllegalMove if the seat has left before or the match is over."""
        refusals.check_actor(state, Player(seat))
        course = Course(state, chance)
        course.leave(seat)
        return course.entries

    def evolve(self, state: FishState, entry: Entry) -> FishState:
        """The state after the entry."""
        return fold(state, cast(e.Happening, entry))

    def view(self, state: FishState, audience: Audience) -> FishView:
        """The same for every audience: nothing in Fish or Cut Bait is secret."""
        return view_of(state)

    def outcome(self, state: FishState) -> Outcome | None:
        """FC-15: most fish first, a tie is shared; the sums of all."""
        if state.phase != "over":
            return None
        points = tuple(state.sum_of(seat) for seat in range(state.seats))
        return Outcome(places=state.places, prizes={}, points=points)


def _wait(token: str, seconds: int) -> Wait:
    return Wait(token, timedelta(seconds=seconds))


def _rig_throws(state: FishState) -> list[Command]:
    fewest = len(RIG_DICE) if state.rig is None else 1  # FC-4
    return [
        RollRig(dice)
        for count in range(len(RIG_DICE), fewest - 1, -1)
        for dice in combinations(RIG_DICE, count)
    ]


def _fish_throws(state: FishState) -> list[Command]:
    fishable = state.fishable()
    return [
        RollFish(dice)
        for count in range(len(fishable), 0, -1)
        for dice in combinations(fishable, count)
    ]


def _splits(state: FishState) -> list[Command]:
    """All seven from each of the others in turn, as examples of what may be taken."""
    return [
        Deduct(tuple(LUCKY if seat == one else 0 for seat in range(state.seats)))
        for one in state.opponents()
    ]
