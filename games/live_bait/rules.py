"""The rules of Live Bait, LB-1 … LB-22, as a game of the kernel."""

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
from games.live_bait import entries as e
from games.live_bait.commands import (
    COMMANDS,
    CallRoll,
    ChooseNext,
    PickDie,
    Roll,
    WaivePriorWinner,
)
from games.live_bait.course import Course
from games.live_bait.fold import fold
from games.live_bait.model import LiveBaitOptions, LiveBaitState
from games.live_bait.view import LiveBaitView, view_of


class LiveBait:
    """Six dice and the host's: match a player to pass LIVE on, match the host and you are out."""

    key: ClassVar[str] = "live-bait"
    title: ClassVar[str] = "Live Bait"
    min_seats: ClassVar[int] = 2  # LB-1
    max_seats: ClassVar[int] = 6  # LB-1
    options: ClassVar[type[LiveBaitOptions]] = LiveBaitOptions
    commands: ClassVar[tuple[type[Command], ...]] = COMMANDS
    entries: ClassVar[tuple[type[Entry], ...]] = e.ENTRIES

    def initial_state(self, seats: int, options: LiveBaitOptions) -> LiveBaitState:
        """Nobody has picked a die. Raises ValueError for a roster that can't be."""
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError(f"{self.title} seats {self.min_seats} to {self.max_seats} players.")
        if any(seat >= seats for seat in options.prior_winners):
            raise ValueError("prior_winners names a seat that is not in this match.")
        return LiveBaitState(seats=seats, options=options, rolled=(0,) * seats)

    def legal_commands(self, state: LiveBaitState, who: Actor) -> Sequence[Command]:
        """Everything they may do now, each choice listed."""
        found: list[Command] = []
        if who in self.waits(state):
            match state.phase:
                case "picking":
                    found += [PickDie(die) for die in state.free_dice()]
                case "ready":
                    found.append(CallRoll())
                case "choosing":
                    found += [ChooseNext(seat) for seat in state.candidates]
                case _:
                    found.append(Roll())
        if isinstance(who, Host) and _waive_refusal(state) is None:
            found.append(WaivePriorWinner())
        return found

    def waits(self, state: LiveBaitState) -> Mapping[Actor, Wait]:
        """Who must act: each seat with a limit and token of its own, the host without limit."""
        options = state.options
        match state.phase:
            case "picking":
                return _each(state.without_die(), "pick", options.pick_s)
            case "ready":
                return {Host(): Wait("call", None)}
            case "opening":
                return _each(state.without_face(), "open", options.opening_s)
            case "host_first" | "host_again":
                return {Host(): Wait(f"host/{state.host_rolls + 1}", None)}
            case "live":
                return _each(_live(state), f"live/{state.live_rolls + 1}", options.roll_s)
            case "choosing":
                return _each(_live(state), f"choose/{state.choices}", options.choose_s)
            case "duel":
                return _each(state.without_face(), f"duel/{state.duel_round}", options.roll_s)
            case "duel_host":
                return {Host(): Wait(f"duel/host/{state.duel_host_rolls + 1}", None)}
            case _:
                return {}

    def decide(
        self, state: LiveBaitState, who: Actor, command: Command, chance: Chance
    ) -> Sequence[Entry]:
        """What the command makes happen. Raises IllegalMove."""
        _check_actor(state, who)
        course = Course(state, chance)
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
            case WaivePriorWinner(), Host():
                if refusal := _waive_refusal(state):
                    raise refusal
                course.add(e.Waived())
            case ((CallRoll() | WaivePriorWinner()), _):
                raise IllegalMove("host-only", "Only the host does that.")
            case ((PickDie() | ChooseNext()), _):
                raise IllegalMove("player-only", "Only a player does that.")
            case _:
                raise IllegalMove("unknown-command", "Live Bait has no such move.")
        return course.entries

    def time_out(self, state: LiveBaitState, who: Actor, chance: Chance) -> Sequence[Entry]:
        """The stated default at the limit, marked automatic. Raises IllegalMove for the host."""
        if isinstance(who, Host):
            raise IllegalMove("no-limit", "No clock runs for the host.")
        if who not in self.waits(state):
            raise IllegalMove("not-waited-for", "Nothing is waited for from that player.")
        course = Course(state, chance)
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

    def withdraw(self, state: LiveBaitState, seat: Seat, chance: Chance) -> Sequence[Entry]:
        """LB-21. Raises IllegalMove if the seat has left before or the match is over."""
        _check_actor(state, Player(seat))
        course = Course(state, chance)
        course.leave(seat)
        return course.entries

    def evolve(self, state: LiveBaitState, entry: Entry) -> LiveBaitState:
        """The state after the entry."""
        return fold(state, cast(e.Happening, entry))

    def view(self, state: LiveBaitState, audience: Audience) -> LiveBaitView:
        """The same for every audience: nothing in Live Bait is secret."""
        return view_of(state)

    def outcome(self, state: LiveBaitState) -> Outcome | None:
        """LB-20: places in the order of going out; a prize that finds nobody has no taker."""
        if state.phase != "over":
            return None
        names = ("first", "second", "third", "door") if state.options.final else ("main", "door")
        takers = {
            name: tuple(seat for prize, seat in state.prizes if prize == name) for name in names
        }
        return Outcome(places=tuple((seat,) for seat in state.places), prizes=takers)

    def _roll(self, course: Course, who: Actor, *, automatic: bool) -> None:
        state = course.state
        if who not in self.waits(state) or state.phase in ("picking", "ready", "choosing"):
            raise _roll_refusal(state, who)
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

    def _may(self, state: LiveBaitState, who: Actor, phase: str, otherwise: str) -> None:
        if state.phase != phase:
            raise IllegalMove("not-now", otherwise)
        if who not in self.waits(state):
            message = "You have a die already." if phase == "picking" else "It is not your turn."
            raise IllegalMove("not-your-turn", message)


def _live(state: LiveBaitState) -> tuple[Seat, ...]:
    return () if state.live is None else (state.live,)


def _each(seats: Sequence[Seat], token: str, seconds: int) -> dict[Actor, Wait]:
    limit = timedelta(seconds=seconds)
    return {Player(seat): Wait(token, limit) for seat in seats}


def _check_actor(state: LiveBaitState, who: Actor) -> None:
    if state.phase == "over":
        raise IllegalMove("over", "The match is over.")
    if isinstance(who, Player):
        if who.seat not in range(state.seats):
            raise IllegalMove("no-such-seat", "There is no such seat in this match.")
        if who.seat in state.withdrawn:
            raise IllegalMove("left", "That player has left the match.")


def _roll_refusal(state: LiveBaitState, who: Actor) -> IllegalMove:
    if isinstance(who, Host):
        return IllegalMove("not-your-turn", "It is not the host's turn to roll.")
    if who.seat in state.caught:
        return IllegalMove("caught", "You are caught. Watch the others play on.")  # LB-14
    match state.phase:
        case "picking" | "ready":
            return IllegalMove("not-now", "Wait until the host calls the roll.")
        case "opening" | "duel":
            return IllegalMove("not-your-turn", "You have rolled. Wait for the others.")
        case "choosing":
            return IllegalMove("not-now", "Nobody rolls until the choice is made.")  # LB-11
        case "live":
            return IllegalMove("not-your-turn", "Only the LIVE player rolls.")  # LB-8
        case _:
            return IllegalMove("not-now", "Wait for the host to roll.")


def _waive_refusal(state: LiveBaitState) -> IllegalMove | None:
    """Why LB-18 can't be waived now, or None when it can."""
    options = state.options
    applies = options.duel and options.prior_winner_takes_door and not options.final
    if not (applies and options.prior_winners):
        return IllegalMove("nothing-to-waive", "No prior winner's rule applies to this match.")
    if state.waived:
        return IllegalMove("waived", "The prior winner's rule is waived already.")
    rolled = state.duel_round > 1 or any(state.face_of(seat) for seat in state.standing())
    if state.phase in ("duel_host", "over") or (state.phase == "duel" and rolled):
        return IllegalMove("too-late", "The rule can be waived until the first duel roll.")
    return None
