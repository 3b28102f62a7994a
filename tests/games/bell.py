"""A game just large enough to try a table on: the host rings, everybody taps, three times.

Several wait at once, each with ten seconds; who taps rolls a die, and the sum decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import ClassVar

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
    View,
    Wait,
)

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Ring(Command):
    """The host rings."""


@dataclass(frozen=True, slots=True)
class Tap(Command):
    """A player taps."""


@dataclass(frozen=True, slots=True)
class Rang(Entry):
    """A round began."""


@dataclass(frozen=True, slots=True)
class Tapped(Entry):
    seat: Seat
    face: int
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Gone(Entry):
    seat: Seat


@dataclass(frozen=True, slots=True)
class BellOptions:
    limit_s: int = 10


@dataclass(frozen=True, slots=True)
class BellView(View):
    sums: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BellState:
    options: BellOptions
    sums: tuple[int, ...]
    round: int = 0
    tapped: frozenset[Seat] = frozenset()
    gone: frozenset[Seat] = frozenset()

    def there(self) -> list[Seat]:
        return [seat for seat in range(len(self.sums)) if seat not in self.gone]

    def missing(self) -> list[Seat]:
        return [seat for seat in self.there() if seat not in self.tapped] if self.round else []


class Bell:
    key: ClassVar[str] = "bell"
    title: ClassVar[str] = "Bell"
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 6
    options: ClassVar[type[BellOptions]] = BellOptions
    commands: ClassVar[tuple[type[Command], ...]] = (Ring, Tap)
    entries: ClassVar[tuple[type[Entry], ...]] = (Rang, Tapped, Gone)

    def initial_state(self, seats: int, options: BellOptions) -> BellState:
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError("two to six")
        return BellState(options, (0,) * seats)

    def legal_commands(self, state: BellState, who: Actor) -> Sequence[Command]:
        if who not in self.waits(state):
            return ()
        return (Ring(),) if isinstance(who, Host) else (Tap(),)

    def waits(self, state: BellState) -> Mapping[Actor, Wait]:
        if self.outcome(state) is not None:
            return {}
        limit = timedelta(seconds=state.options.limit_s)
        if not state.missing():
            return {Host(): Wait(("ring", state.round), None)}
        return {Player(seat): Wait(("tap", state.round), limit) for seat in state.missing()}

    def decide(
        self, state: BellState, who: Actor, command: Command, chance: Chance
    ) -> Sequence[Entry]:
        if command not in self.legal_commands(state, who):
            raise IllegalMove("not-now", "Not now.")
        if isinstance(who, Host):
            return (Rang(),)
        return (self._tapped(state, who.seat, chance),)

    def time_out(self, state: BellState, who: Actor, chance: Chance) -> Sequence[Entry]:
        assert isinstance(who, Player)
        return (replace(self._tapped(state, who.seat, chance), automatic=True),)

    def withdraw(self, state: BellState, seat: Seat, chance: Chance) -> Sequence[Entry]:
        return (Gone(seat),)

    def evolve(self, state: BellState, entry: Entry) -> BellState:
        match entry:
            case Rang():
                return replace(state, round=state.round + 1, tapped=frozenset())
            case Tapped(seat, face):
                sums = tuple(total + face * (at == seat) for at, total in enumerate(state.sums))
                return replace(state, sums=sums, tapped=state.tapped | {seat})
            case Gone(seat):
                return replace(state, gone=state.gone | {seat})
        return state

    def view(self, state: BellState, audience: Audience) -> BellView:
        return BellView(state.sums)

    def outcome(self, state: BellState) -> Outcome | None:
        there = state.there()
        if len(there) > 1 and (state.round < ROUNDS or state.missing()):
            return None
        ranked = sorted(there, key=lambda seat: -state.sums[seat])
        return Outcome(tuple((seat,) for seat in ranked), {"main": tuple(ranked[:1])})

    @staticmethod
    def _tapped(state: BellState, seat: Seat, chance: Chance) -> Tapped:
        return Tapped(seat, chance.roll(f"r{state.round}/s{seat}")[0])
