"""Angler & Fish as a game of the kernel: AF-1 … AF-14."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import ClassVar, cast

from games.angler import entries as e
from games.angler import refusals
from games.angler.commands import COMMANDS, Bait, Stake
from games.angler.course import Course
from games.angler.fold import dealt, fold
from games.angler.model import FEW, AnglerState, order_of
from games.angler.options import AnglerOptions
from games.angler.view import AnglerView, view_of
from games.chance import Chance
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


class Angler:
    """One baits, the others stake their fish on what lies under the bait."""

    key: ClassVar[str] = "angler"
    title: ClassVar[str] = "Angler & Fish"
    min_seats: ClassVar[int] = 2  # AF-1
    max_seats: ClassVar[int] = 8  # AF-1
    options: ClassVar[type[AnglerOptions]] = AnglerOptions
    commands: ClassVar[tuple[type[Command], ...]] = COMMANDS
    entries: ClassVar[tuple[type[Entry], ...]] = e.ENTRIES

    def initial_state(self, seats: int, options: AnglerOptions) -> AnglerState:
        """Seat 0 is the first angler. Raises ValueError for a roster or cards that can't be."""
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError(f"{self.title} seats {self.min_seats} to {self.max_seats} players.")
        turns = 2 if seats <= FEW else 1  # AF-1
        return AnglerState(
            options=options,
            seats=seats,
            turns=(turns - 1, *(turns,) * (seats - 1)),
            hand=dealt(options),
            order=order_of(seats, 0, 1),
            fish=(options.fish,) * seats,
            tiles=((),) * seats,
        )

    def legal_commands(self, state: AnglerState, who: Actor) -> Sequence[Command]:
        """Everything they may do now, each choice listed."""
        if who not in self.waits(state) or isinstance(who, Host):
            return []
        if state.phase == "baiting":
            return [
                Bait(value, bite)
                for value in dict.fromkeys(state.hand.baits)
                for bite in state.hand.cards()
            ]
        return [Stake(fish) for fish in range(state.fish[who.seat] + 1)]

    def waits(self, state: AnglerState) -> Mapping[Actor, Wait]:
        """The angler, or the one fish player whose stake is next."""
        cast_ = f"r{state.round}/c{len(state.used)}"
        match state.phase:
            case "over":
                return {}
            case "baiting":
                limit = timedelta(seconds=state.options.bait_s)
                return {Player(state.angler): Wait(f"{cast_}/bait", limit)}
            case _:
                seat = state.stakers()[0]
                limit = timedelta(seconds=state.options.stake_s)
                return {Player(seat): Wait(f"{cast_}/stake/s{seat}", limit)}

    def decide(
        self, state: AnglerState, who: Actor, command: Command, chance: Chance
    ) -> Sequence[Entry]:
        """What the command makes happen. Raises IllegalMove."""
        refusals.check_actor(state, who)
        course = Course(state)
        match command, who:
            case Bait(value=value, bite=bite), Player():
                refusals.check_bait(state, who, command)
                course.bait(value, bite, automatic=False)
            case Stake(fish=fish), Player(seat=seat):
                refusals.check_stake(state, who, command)
                course.stake(seat, fish, automatic=False)
            case ((Bait() | Stake()), _):
                raise IllegalMove("player-only", "Only a player does that.")
            case _:
                raise IllegalMove("unknown-command", "%(game)s has no such move.", game=self.title)
        return course.entries

    def time_out(self, state: AnglerState, who: Actor, chance: Chance) -> Sequence[Entry]:
        """A random pair for the angler, no fish for a fish player (AF-3, AF-4)."""
        if isinstance(who, Host):
            raise IllegalMove("no-limit", "No clock runs for the host.")
        if who not in self.waits(state):
            raise IllegalMove("not-waited-for", "Nothing is waited for from that player.")
        course = Course(state)
        if state.phase == "staking":
            course.stake(who.seat, 0, automatic=True)
            return course.entries
        hand, label = state.hand, f"r{state.round}/c{len(state.used)}"
        (bait,) = chance.pick(f"{label}/bait", len(hand.baits), 1)
        (card,) = chance.pick(f"{label}/card", hand.bites + hand.no_bites, 1)
        course.bait(hand.baits[bait], card < hand.bites, automatic=True)
        return course.entries

    def withdraw(self, state: AnglerState, seat: Seat, chance: Chance) -> Sequence[Entry]:
        """AF-14. Raises IllegalMove if the seat has left before or the match is over."""
        refusals.check_actor(state, Player(seat))
        course = Course(state)
        course.leave(seat)
        return course.entries

    def evolve(self, state: AnglerState, entry: Entry) -> AnglerState:
        """The state after the entry."""
        return fold(state, cast(e.Happening, entry))

    def view(self, state: AnglerState, audience: Audience) -> AnglerView:
        """What the audience may see (AF-13)."""
        return view_of(state, audience)

    def outcome(self, state: AnglerState) -> Outcome | None:
        """AF-12: most points first, a tie is shared."""
        if state.phase != "over":
            return None
        return Outcome(places=state.places, prizes={}, points=state.scores())
