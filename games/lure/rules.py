"""Lure as a game of the kernel: LU-1 … LU-17."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import ClassVar, cast

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
from games.lure import entries as e
from games.lure import model, refusals
from games.lure.commands import COMMANDS, Adjust, Cast, Deal
from games.lure.course import Course
from games.lure.fold import fold
from games.lure.model import D6, FEW, OUT_WHEN_FEW, Angling, LureState
from games.lure.options import LureOptions
from games.lure.view import LureView, view_of


class LureGame:
    """Bid dice and lures in secret; the fewest roll first, and whoever can, catches."""

    key: ClassVar[str] = "lure"
    title: ClassVar[str] = "Lure"
    min_seats: ClassVar[int] = 2  # LU-1
    max_seats: ClassVar[int] = 5  # LU-1
    options: ClassVar[type[LureOptions]] = LureOptions
    commands: ClassVar[tuple[type[Command], ...]] = COMMANDS
    entries: ClassVar[tuple[type[Entry], ...]] = e.ENTRIES

    def initial_state(self, seats: int, options: LureOptions) -> LureState:
        """Before the deal. Raises ValueError for a roster that can't be."""
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError(f"{self.title} seats {self.min_seats} to {self.max_seats} players.")
        cards = len(options.deck)
        return LureState(
            options=options,
            seats=seats,
            players=(Angling(),) * seats,
            pool=tuple(range(cards)),
            to_turn=cards - OUT_WHEN_FEW if seats <= FEW else cards,  # LU-3
            pile=tuple(range(len(options.lures))),
        )

    def legal_commands(self, state: LureState, who: Actor) -> Sequence[Command]:
        """What they may do now; casts and adjusts by examples, those who have cast may cast anew."""
        if isinstance(who, Host):
            return [Deal()] if state.phase == "ready" else []
        if who.seat not in state.there():
            return []
        match state.phase:
            case "casting":
                return _casts(state, who.seat)
            case "adjusting" if who.seat in state.to_adjust():
                return [Adjust(()), *_steps(state, who.seat)]
            case _:
                return []

    def waits(self, state: LureState) -> Mapping[Actor, Wait]:
        """Everybody who hasn't cast or adjusted, each with a clock of their own."""
        options = state.options
        match state.phase:
            case "ready":
                return {Host(): Wait("deal", None)}
            case "casting":
                wait = Wait(f"r{state.round}/cast", timedelta(seconds=options.cast_s))
                return dict.fromkeys(map(Player, state.to_cast()), wait)
            case "adjusting":
                token = f"r{state.round}/g{state.group}/adjust"
                wait = Wait(token, timedelta(seconds=options.adjust_s))
                return dict.fromkeys(map(Player, state.to_adjust()), wait)
            case _:
                return {}

    def decide(
        self, state: LureState, who: Actor, command: Command, chance: Chance
    ) -> Sequence[Entry]:
        """What the command makes happen. Raises IllegalMove."""
        refusals.check_actor(state, who)
        course = Course(state, chance)
        match command, who:
            case Deal(), Host():
                if state.phase != "ready":
                    raise IllegalMove("dealt", "The lures have been dealt already.")
                course.deal()
            case Cast(), Player(seat=seat):
                refusals.check_cast(state, seat, command)
                chosen = model.Cast(
                    command.d6, tuple(sorted(command.specials)), tuple(sorted(command.lures))
                )
                course.cast(seat, chosen, automatic=False)
            case Adjust(changes=changes), Player(seat=seat):
                refusals.check_adjust(state, seat, command)
                course.adjust(seat, tuple(sorted(changes)), automatic=False)
            case Deal(), _:
                raise IllegalMove("host-only", "Only the host does that.")
            case ((Cast() | Adjust()), _):
                raise IllegalMove("player-only", "Only a player does that.")
            case _:
                raise IllegalMove("unknown-command", "%(game)s has no such move.", game=self.title)
        return course.entries

    def time_out(self, state: LureState, who: Actor, chance: Chance) -> Sequence[Entry]:
        """No dice and no lures, or no adjusting (LU-6, LU-8)."""
        if isinstance(who, Host):
            raise IllegalMove("no-limit", "No clock runs for the host.")
        if who not in self.waits(state):
            raise IllegalMove("not-waited-for", "Nothing is waited for from that player.")
        course = Course(state, chance)
        if state.phase == "casting":
            course.cast(who.seat, model.Cast(), automatic=True)
        else:
            course.adjust(who.seat, (), automatic=True)
        return course.entries

    def withdraw(self, state: LureState, seat: Seat, chance: Chance) -> Sequence[Entry]:
        """LU-17. Raises IllegalMove if the seat has left before or the match is over."""
        refusals.check_actor(state, Player(seat))
        course = Course(state, chance)
        course.leave(seat)
        return course.entries

    def evolve(self, state: LureState, entry: Entry) -> LureState:
        """The state after the entry."""
        return fold(state, cast(e.Happening, entry))

    def view(self, state: LureState, audience: Audience) -> LureView:
        """What the audience may see (LU-16)."""
        return view_of(state, audience)

    def outcome(self, state: LureState) -> Outcome | None:
        """LU-15: most points, then fewest fish; then shared."""
        if state.phase != "over":
            return None
        points = tuple(state.points_of(seat) for seat in range(state.seats))
        return Outcome(places=state.places, prizes={}, points=points)


def _casts(state: LureState, seat: Seat) -> list[Command]:
    """Every number of d6, without and with all that is at hand besides."""
    specials, lures = state.specials_of(seat), state.players[seat].lures
    return [
        Cast(d6, chosen, played)
        for played in dict.fromkeys([(), lures])
        for chosen in dict.fromkeys([(), specials[:1], specials])
        for d6 in range(D6 + 1)
    ]


def _steps(state: LureState, seat: Seat) -> list[Command]:
    """Each die one step up or down, where it goes so far."""
    roll = state.players[seat].roll
    if roll is None:
        return []
    return [
        Adjust(((die, step),))
        for die, (face, sides) in enumerate(zip(roll.faces, roll.sides, strict=True))
        for step in (1, -1)
        if 1 <= face + step <= sides
    ]
