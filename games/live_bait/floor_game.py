"""Play on the floor, LB-2 … LB-17 and LB-21: what Live Bait and KnockOut have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import ClassVar, Generic, TypeVar, cast

from games.chance import Chance
from games.kernel import Actor, Command, Entry, Host, IllegalMove, Outcome, Player, Seat, Wait
from games.live_bait import entries as e
from games.live_bait.commands import CallRoll, ChooseNext, PickDie, Roll
from games.live_bait.course import Course
from games.live_bait.floor import FloorState
from games.live_bait.refusals import check_actor, roll_refusal

F = TypeVar("F", bound=FloorState)


class FloorGame(ABC, Generic[F]):
    """Six dice and the host's: match a player to pass LIVE on, match the host and you are out."""

    title: ClassVar[str]
    nothing_is_secret: ClassVar[bool] = True
    commands: ClassVar[tuple[type[Command], ...]]

    @abstractmethod
    def _course(self, state: F, chance: Chance) -> Course[F]:
        """An act that is about to run its course."""

    @abstractmethod
    def _fold(self, state: F, entry: e.Happening) -> F:
        """The state after the entry."""

    @abstractmethod
    def _host_does(self, state: F, command: Command, chance: Chance) -> Sequence[Entry]:
        """A command that only the host of this game has. Raises IllegalMove."""

    @abstractmethod
    def _picking(self, state: F) -> Mapping[Actor, Wait]:
        """Who has yet to pick a die."""

    @abstractmethod
    def _prizes(self, state: F) -> tuple[str, ...]:
        """The names of the prizes."""

    def legal_commands(self, state: F, who: Actor) -> Sequence[Command]:
        """Everything they may do now, each choice listed."""
        if who not in self.waits(state):
            return []
        match state.phase:
            case "picking":
                return [PickDie(die) for die in state.free_dice()]
            case "ready":
                return [CallRoll()]
            case "choosing":
                return [ChooseNext(seat) for seat in state.candidates]
            case _:
                return [Roll()]

    def waits(self, state: F) -> Mapping[Actor, Wait]:
        """Who must act: each seat with a limit and token of its own, the host without limit."""
        options = state.options
        live = () if state.live is None else (state.live,)
        match state.phase:
            case "picking":
                return self._picking(state)
            case "ready":
                return {Host(): Wait("call", None)}
            case "opening":
                return each(state.without_face(), "open", options.opening_s)
            case "host_first" | "host_again":
                return {Host(): Wait(f"host/{state.host_rolls + 1}", None)}
            case "live":
                return each(live, f"live/{state.live_rolls + 1}", options.roll_s)
            case "choosing":
                return each(live, f"choose/{state.choices}", options.choose_s)
            case "duel":
                return each(state.without_face(), f"duel/{state.duel_round}", options.roll_s)
            case "duel_host":
                return {Host(): Wait(f"duel/host/{state.duel_host_rolls + 1}", None)}
            case _:
                return {}

    def decide(self, state: F, who: Actor, command: Command, chance: Chance) -> Sequence[Entry]:
        """What the command makes happen. Raises IllegalMove."""
        check_actor(state, who)
        if not isinstance(command, self.commands):
            raise IllegalMove("unknown-command", "%(game)s has no such move.", game=self.title)
        course = self._course(state, chance)
        match command, who:
            case PickDie(die=die), Player(seat=seat):
                self._may(state, who, "picking", "Dice are picked before the roll is called.")
                if die not in range(1, len(state.dice) + 1):
                    raise IllegalMove("no-such-die", "Pick one of the dice 1 to 6.")
                if die not in state.free_dice():
                    raise IllegalMove("die-taken", "That die is taken. Pick a free one.")
                course.add(e.Picked(seat, die))
            case Roll(), _:
                self._roll(course, who, automatic=False)
            case ChooseNext(seat=chosen), Player(seat=seat):
                self._may(state, who, "choosing", "There is nobody to choose now.")
                if chosen not in state.candidates:
                    raise IllegalMove("not-a-candidate", "Choose one of the players you matched.")
                course.choose(seat, chosen, automatic=False)
            case CallRoll(), Host():
                self._may(state, who, "ready", "The roll is called once, when all have a die.")
                course.call_roll()
            case ((PickDie() | ChooseNext()), _):
                raise IllegalMove("player-only", "Only a player does that.")
            case _, Host():
                return self._host_does(state, command, chance)
            case _:
                raise IllegalMove("host-only", "Only the host does that.")
        return course.entries

    def time_out(self, state: F, who: Actor, chance: Chance) -> Sequence[Entry]:
        """The stated default at the limit, marked automatic. Raises IllegalMove for the host."""
        if isinstance(who, Host):
            raise IllegalMove("no-limit", "No clock runs for the host.")
        if who not in self.waits(state):
            raise IllegalMove("not-waited-for", "Nothing is waited for from that player.")
        course = self._course(state, chance)
        seat = who.seat
        match state.phase:
            case "picking":  # LB-2
                free = state.free_dice()
                (index,) = chance.pick(f"pick/s{seat}", len(free), 1)
                course.add(e.Picked(seat, free[index], automatic=True))
            case "choosing":  # LB-11
                (index,) = chance.pick(f"choose/{state.choices}", len(state.candidates), 1)
                course.choose(seat, state.candidates[index], automatic=True)
            case _:  # LB-4, LB-13, LB-17
                self._roll(course, who, automatic=True)
        return course.entries

    def withdraw(self, state: F, seat: Seat, chance: Chance) -> Sequence[Entry]:
        """LB-21, KO-8. Raises IllegalMove if the seat has left before or the match is over."""
        check_actor(state, Player(seat))
        course = self._course(state, chance)
        course.leave(seat)
        return course.entries

    def evolve(self, state: F, entry: Entry) -> F:
        """The state after the entry."""
        return self._fold(state, cast(e.Happening, entry))

    def outcome(self, state: F) -> Outcome | None:
        """LB-20: places in the order of going out; a prize that finds nobody has no taker."""
        if state.phase != "over":
            return None
        takers = {
            name: tuple(seat for prize, seat in state.prizes if prize == name)
            for name in self._prizes(state)
        }
        return Outcome(places=tuple((seat,) for seat in state.places), prizes=takers)

    def _roll(self, course: Course[F], who: Actor, *, automatic: bool) -> None:
        state = course.state
        if who not in self.waits(state) or state.phase in ("picking", "ready", "choosing"):
            raise roll_refusal(state, who)
        match state.phase, who:
            case "opening", Player(seat=seat):
                course.roll_opening(seat, automatic=automatic)
            case "live", Player(seat=seat):
                course.roll_live(seat, automatic=automatic)
            case "duel", Player(seat=seat):
                course.roll_duel(seat, automatic=automatic)
            case "host_first", _:
                course.roll_host_first()
            case "host_again", _:
                course.roll_host_again()
            case _:
                course.roll_host_duel()

    def _may(self, state: F, who: Actor, phase: str, otherwise: str) -> None:
        if state.phase != phase:
            raise IllegalMove("not-now", otherwise)
        if who not in self.waits(state):
            message = "You have a die already." if phase == "picking" else "It is not your turn."
            raise IllegalMove("not-your-turn", message)


def each(seats: Iterable[Seat], token: str, seconds: int) -> dict[Actor, Wait]:
    """The same wait for each of these seats."""
    limit = timedelta(seconds=seconds)
    return {Player(seat): Wait(token, limit) for seat in seats}
