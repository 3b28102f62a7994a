"""KnockOut as a game of the kernel: everybody in one big round, KO-1 … KO-8."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar

from games.chance import Chance
from games.kernel import Actor, Audience, Command, Entry, Host, IllegalMove, Player, Wait
from games.live_bait import entries as e
from games.live_bait.commands import KNOCKOUT_COMMANDS, PassOver, Roll
from games.live_bait.floor import DICE
from games.live_bait.floor_game import FloorGame
from games.live_bait.knockout_course import EVENT_PRIZES, KnockOutCourse
from games.live_bait.knockout_fold import fold
from games.live_bait.knockout_model import Called, KnockOutOptions, KnockOutState
from games.live_bait.refusals import check_actor
from games.live_bait.view import LiveBaitView, view_of


class KnockOut(FloorGame[KnockOutState]):
    """Live Bait with a queue: when one goes out, the next is called to the die."""

    key: ClassVar[str] = "knockout"
    title: ClassVar[str] = "KnockOut"
    min_seats: ClassVar[int] = 2  # KO-1
    max_seats: ClassVar[int] = 500  # KO-1
    options: ClassVar[type[KnockOutOptions]] = KnockOutOptions
    commands: ClassVar[tuple[type[Command], ...]] = KNOCKOUT_COMMANDS
    entries: ClassVar[tuple[type[Entry], ...]] = e.KNOCKOUT_ENTRIES

    def initial_state(self, seats: int, options: KnockOutOptions) -> KnockOutState:
        """KO-1: the first six are called. Raises ValueError for a roster that can't be."""
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError(f"{self.title} seats {self.min_seats} to {self.max_seats} players.")
        first = min(seats, DICE)
        return KnockOutState(
            seats=seats,
            options=options,
            rolled=(0,) * seats,
            called=tuple(Called(seat, None, seat + 1) for seat in range(first)),
            queue=tuple(range(first, seats)),
            calls=first,
        )

    def legal_commands(self, state: KnockOutState, who: Actor) -> Sequence[Command]:
        """Everything they may do now, each choice listed."""
        if isinstance(who, Host):
            passed = [PassOver(call.seat) for call in state.called]
            return [*super().legal_commands(state, who), *passed]
        if state.phase != "picking" and state.call_of(who.seat) is not None:
            return [Roll()]
        return super().legal_commands(state, who)

    def waits(self, state: KnockOutState) -> Mapping[Actor, Wait]:
        """Who must act: the called, each with a clock of their own, and who plays on the floor."""
        if state.phase == "picking":
            return self._picking(state)
        floor = super().waits(state)
        if state.phase == "ready":
            return {who: replace(wait, token=f"call/{state.calls}") for who, wait in floor.items()}
        if state.holds:  # a turn that play took from somebody begins anew
            floor = {
                who: replace(wait, token=f"{wait.token}/held/{state.holds}")
                for who, wait in floor.items()
            }
        return {**_arrivals(state), **floor}

    def decide(
        self, state: KnockOutState, who: Actor, command: Command, chance: Chance
    ) -> Sequence[Entry]:
        """What the command makes happen. Raises IllegalMove."""
        check_actor(state, who)
        if isinstance(who, Player):
            call = state.call_of(who.seat)
            if call is not None and isinstance(command, Roll) and state.phase != "picking":
                course = self._course(state, chance)
                course.arrive(call)
                return course.entries
            if who.seat in state.queue and isinstance(command, self.commands):
                raise IllegalMove("in-the-queue", "Wait in the queue until you are called.")
        return super().decide(state, who, command, chance)

    def time_out(self, state: KnockOutState, who: Actor, chance: Chance) -> Sequence[Entry]:
        """KO-4 for one who is called: never rolled or picked for. Else as in Live Bait."""
        call = state.call_of(who.seat) if isinstance(who, Player) else None
        if call is None:
            return super().time_out(state, who, chance)
        course = self._course(state, chance)
        course.pass_over(call, automatic=True)
        return course.entries

    def view(self, state: KnockOutState, audience: Audience) -> LiveBaitView:
        """The same for every audience: nothing in KnockOut is secret."""
        return view_of(
            state,
            called=tuple((call.seat, call.die) for call in state.called),
            queue=state.queue,
            missed=state.missed,
        )

    def _course(self, state: KnockOutState, chance: Chance) -> KnockOutCourse:
        return KnockOutCourse(state, fold, chance)

    def _fold(self, state: KnockOutState, entry: e.Happening) -> KnockOutState:
        return fold(state, entry)

    def _host_does(self, state: KnockOutState, command: Command, chance: Chance) -> Sequence[Entry]:
        call = state.call_of(command.seat) if isinstance(command, PassOver) else None
        if call is None:
            raise IllegalMove("not-called", "Only a player who is called can be passed over.")
        course = self._course(state, chance)
        course.pass_over(call, automatic=False)
        return course.entries

    def _picking(self, state: KnockOutState) -> Mapping[Actor, Wait]:
        return _arrivals(state)  # KO-2

    def _prizes(self, state: KnockOutState) -> tuple[str, ...]:
        return (*EVENT_PRIZES, "door")


def _arrivals(state: KnockOutState) -> dict[Actor, Wait]:
    limit = timedelta(seconds=state.options.answer_s)
    return {Player(call.seat): Wait(f"called/{call.number}", limit) for call in state.called}
