"""A clock and a host round any game.

A ``Table`` turns commands into entries as a game does, and adds what every match needs: a start,
deadlines, pauses, more time, skipping, withdrawing, undoing. Times come in as arguments, so the
same log always folds to the same state.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Any, Generic, TypeVar

from games.chance import Chance
from games.codec import canonical_json, encode
from games.kernel import (
    Actor,
    Audience,
    Command,
    Entry,
    Game,
    Host,
    IllegalMove,
    Outcome,
    Player,
    Seat,
    View,
    Wait,
)
from games.table_fold import evolve, running
from games.table_refusals import checked_reason, must_be_seated, must_run
from games.table_state import TableState, actor_rank, clock_of, last_own, seated
from games.table_words import (
    TABLE_COMMANDS,
    TABLE_ENTRIES,
    Acted,
    AddTime,
    Clock,
    DeadlineSet,
    Pause,
    Paused,
    Resume,
    Resumed,
    Sender,
    Skip,
    Skipped,
    Stale,
    Start,
    Started,
    TimeAdded,
    TimedOut,
    TimeOut,
    Void,
    Voided,
    Withdraw,
    Withdrew,
)

__all__ = [
    "Acted",
    "AddTime",
    "Clock",
    "DeadlineSet",
    "Pause",
    "Paused",
    "Resume",
    "Resumed",
    "Sender",
    "Skip",
    "Skipped",
    "Stale",
    "Start",
    "Started",
    "Table",
    "TableState",
    "TimeAdded",
    "TimeOut",
    "TimedOut",
    "Void",
    "Voided",
    "Withdraw",
    "Withdrew",
]

S = TypeVar("S")

ABSENT_AFTER = 2
ABSENT_LIMIT = timedelta(seconds=2)
LONGEST_ADDED_TIME = 600


class Table(Generic[S]):
    """One game as it is played at an event.

    ``voids``: how many moves may be undone in a match. A log is replayed by a table that allows at
    least as many as the one that wrote it.
    """

    def __init__(self, game: Game[S], voids: int = 3) -> None:
        self.game = game
        self.voids = voids
        self.commands = (*TABLE_COMMANDS, *game.commands)
        self.entries = (*TABLE_ENTRIES, *game.entries)
        for kinds in (self.commands, self.entries):
            names = [kind.__name__ for kind in kinds]
            if len(set(names)) != len(names):
                raise ValueError(f"{game.key}: two commands or two entries share a name: {names}")

    @property
    def key(self) -> str:
        """The game's key: ``live-bait``."""
        return self.game.key

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.game.title

    def initial(self, seats: int, options: Any = None) -> TableState[S]:
        """A match that has not started. Raises ValueError for what the game can't have."""
        chosen = self.game.options() if options is None else options
        return TableState(self.game.initial_state(seats, chosen), seats)

    def replay(self, seats: int, options: Any, entries: Iterable[Entry]) -> TableState[S]:
        """The state after a whole log. An entry's number is its place in the log, from 1."""
        return self.fold(self.initial(seats, options), entries)

    def fold(self, state: TableState[S], entries: Iterable[Entry]) -> TableState[S]:
        """The state after newer entries; undoing needs no fresh replay."""
        return reduce(self.evolve, entries, state)

    def evolve(self, state: TableState[S], entry: Entry) -> TableState[S]:
        """The state after one entry. Never refuses, never rolls, knows no time."""
        return evolve(self.game, self.voids, state, entry)

    # ------------------------------------------------------------------ what can be asked of it

    def outcome(self, state: TableState[S]) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self.game.outcome(state.game)

    def view(self, state: TableState[S], audience: Audience) -> View:
        """The game's view for this audience."""
        return self.game.view(state.game, audience)

    def waits(self, state: TableState[S]) -> Mapping[Actor, Wait]:
        """Who must act, with the limits that apply to them now. Empty once there is an outcome.

        Before the start and during a pause that is the host alone.
        """
        if self.outcome(state) is not None:
            return {}
        if not state.started:
            return {Host(): Wait("start", None)}
        if state.paused:
            return {Host(): Wait("resume", None)}
        return {
            who: replace(wait, limit=self._limit(state, who, wait))
            for who, wait in self.game.waits(state.game).items()
        }

    def deadlines(self, state: TableState[S]) -> dict[Actor, datetime]:
        """The clocks that run now: who has until when. None run while paused."""
        if not state.started or state.paused or self.outcome(state) is not None:
            return {}
        return {deadline.who: deadline.at for deadline in running(self.game, state)}

    def next_deadline(self, state: TableState[S]) -> datetime | None:
        """The earliest of the running clocks."""
        return min(self.deadlines(state).values(), default=None)

    def overdue(self, state: TableState[S], now: datetime) -> tuple[TimeOut, ...]:
        """What the clock has to report, earliest first.

        Each may change who is waited for: decide the first, fold it, ask again.
        """
        late = [(at, who) for who, at in self.deadlines(state).items() if now > at]
        late.sort(key=lambda pair: (pair[0], actor_rank(pair[1])))
        return tuple(TimeOut(who, at) for at, who in late)

    def absent(self, state: TableState[S]) -> frozenset[Seat]:
        """The seats that let time run out twice or more in a row: two seconds until they act."""
        return frozenset(seat for seat, count in state.misses if count >= ABSENT_AFTER)

    def voidable(self, state: TableState[S]) -> int | None:
        """The number that ``Void`` must name now, or None when nothing can be undone."""
        if not state.moves or state.voids >= self.voids or self.outcome(state) is not None:
            return None
        return state.moves[-1].last

    def ticket(self, state: TableState[S], who: Actor) -> str:
        """What a form of this actor is made for: 16 hexadecimal digits.

        It changes when a wait of theirs begins, when they did something, and when a move was
        undone; never by what others do. Another value is stale.
        """
        wait = self.game.waits(state.game).get(who)
        own = max(last_own(state.own, who), state.voided_at)
        made_for = [state.started, encode(None if wait is None else wait.token), own]
        return hashlib.sha256(canonical_json(made_for).encode()).hexdigest()[:16]

    def legal_commands(self, state: TableState[S], who: Sender) -> tuple[Command, ...]:
        """What they may do: the game's commands, then the table's.

        A command whose arguments are free (seconds, reasons, which seat leaves) is listed once, by
        an example that would be accepted. Empty once there is an outcome.
        """
        if self.outcome(state) is not None or isinstance(who, Clock):
            return ()
        if isinstance(who, Player):
            if not state.started or not seated(state, who.seat):
                return ()
            play = () if state.paused else tuple(self.game.legal_commands(state.game, who))
            return (*play, Withdraw(who.seat, ""))
        play = ()
        if not state.started:
            control: list[Command] = [Start()]
        elif state.paused:
            control = [Resume()]
        else:
            play = tuple(self.game.legal_commands(state.game, who))
            control = [Pause()]
            if self.deadlines(state):
                control.append(AddTime(30))
            waiting = self.game.waits(state.game)
            control += [Skip(waited) for waited in waiting if isinstance(waited, Player)]
        there = next((seat for seat in range(state.seats) if seated(state, seat)), None)
        if there is not None:
            control.append(Withdraw(there, "left"))
        voidable = self.voidable(state)
        if voidable is not None:
            control.append(Void(voidable, "a mistake"))
        return (*play, *control)

    # ---------------------------------------------------------------------------- what happens

    def decide(
        self, state: TableState[S], who: Sender, command: Command, chance: Chance, now: datetime
    ) -> tuple[Entry, ...]:
        """The group of entries this command writes at this instant (aware, UTC).

        A player's move after their own deadline is taken as the time-out. Raises IllegalMove, and
        its subclass Stale when the sender acted on something that is no longer the last word.
        """
        if now.tzinfo is None:
            raise ValueError("now needs a zone")
        if self.outcome(state) is not None:
            raise IllegalMove("over", "This match is over.")
        if isinstance(who, Clock) or isinstance(command, TimeOut):
            if not (isinstance(who, Clock) and isinstance(command, TimeOut)):
                raise IllegalMove("not-yours", "The clock, and only the clock, reports time-outs.")
            return self._with_deadlines(state, self._time_out(state, command, chance, now), now)
        if isinstance(who, Player):
            must_be_seated(state, who.seat)
        if not state.started and who != Host():
            raise IllegalMove("not-started", "Wait until the host starts the match.")
        entries = (
            self._withdraw(state, who, command, chance)
            if isinstance(command, Withdraw)
            else self._control(state, who, command, chance, now)
            if isinstance(command, TABLE_COMMANDS)
            else self._play(state, who, command, chance, now)
        )
        return self._with_deadlines(state, entries, now)

    def _control(
        self, state: TableState[S], who: Actor, command: Command, chance: Chance, now: datetime
    ) -> tuple[Entry, ...]:
        if who != Host():
            raise IllegalMove("host-only", "Only the host can do that.")
        match command:
            case Void():
                return self._void(state, command)
            case Resume():
                return self._resume(state, now)
            case Start():
                if state.started:
                    raise IllegalMove("started", "The match has started already.")
                return (Started(),)
        must_run(state)
        match command:
            case AddTime(seconds):
                return self._add_time(state, seconds)
            case Skip(skipped):
                return self._skip(state, skipped, chance)
            case _:
                return (Paused(now),)

    def _play(
        self, state: TableState[S], who: Actor, command: Command, chance: Chance, now: datetime
    ) -> tuple[Entry, ...]:
        if not isinstance(command, self.game.commands):
            raise IllegalMove("unknown-command", "This game has no such move.")
        must_run(state)
        deadline = clock_of(running(self.game, state), who)
        if isinstance(who, Player) and deadline is not None and now > deadline.at:
            return (TimedOut(who), *self.game.time_out(state.game, who, chance))
        return (Acted(who), *self.game.decide(state.game, who, command, chance))

    def _time_out(
        self, state: TableState[S], command: TimeOut, chance: Chance, now: datetime
    ) -> tuple[Entry, ...]:
        must_run(state)
        deadline = clock_of(running(self.game, state), command.who)
        if deadline is None or deadline.at != command.deadline:
            raise Stale("That deadline doesn't hold any more.")
        if now <= deadline.at:
            raise IllegalMove("too-early", "There is time left.")
        return (TimedOut(command.who), *self.game.time_out(state.game, command.who, chance))

    def _resume(self, state: TableState[S], now: datetime) -> tuple[Entry, ...]:
        if not state.paused:
            raise IllegalMove("not-paused", "The match is not paused.")
        waits = self.game.waits(state.game)
        still = [
            left for left in state.left if left.who in waits and waits[left.who].token == left.token
        ]
        return (Resumed(), *(DeadlineSet(left.who, now + left.time) for left in still))

    def _add_time(self, state: TableState[S], seconds: int) -> tuple[Entry, ...]:
        if not 1 <= seconds <= LONGEST_ADDED_TIME:
            raise IllegalMove(
                "bad-time", "Add between 1 and %(most)s seconds.", most=LONGEST_ADDED_TIME
            )
        clocks = running(self.game, state)
        if not clocks:
            raise IllegalMove("no-clock", "No clock is running.")
        more = timedelta(seconds=seconds)
        return (TimeAdded(seconds), *(DeadlineSet(clock.who, clock.at + more) for clock in clocks))

    def _skip(self, state: TableState[S], who: Actor, chance: Chance) -> tuple[Entry, ...]:
        if not isinstance(who, Player):
            raise IllegalMove("host-waits", "The host's own part can't be skipped.")
        if who not in self.game.waits(state.game):
            raise IllegalMove("not-waiting", "Nobody waits for that player now.")
        return (Skipped(who), *self.game.time_out(state.game, who, chance))

    def _withdraw(
        self, state: TableState[S], who: Actor, command: Withdraw, chance: Chance
    ) -> tuple[Entry, ...]:
        if isinstance(who, Player) and who.seat != command.seat:
            raise IllegalMove("not-yours", "You can only leave your own seat.")
        if not isinstance(who, Player):
            must_be_seated(state, command.seat)
        reason = checked_reason(command.reason, needed=not isinstance(who, Player))
        left = self.game.withdraw(state.game, command.seat, chance)
        return (Withdrew(who, command.seat, reason), *left)

    def _void(self, state: TableState[S], command: Void) -> tuple[Entry, ...]:
        reason = checked_reason(command.reason, needed=True)
        if state.voids >= self.voids:
            raise IllegalMove(
                "no-voids-left", "No more than %(voids)s moves can be undone.", voids=self.voids
            )
        if not state.moves or command.seq != state.moves[-1].last:
            if state.seq and command.seq == state.seq and not state.in_move:
                raise IllegalMove("not-voidable", "Only a move of the game can be undone.")
            raise Stale("Something happened since: look again at what you want to undo.")
        move = state.moves[-1]
        return (Voided(tuple(range(move.first, move.last + 1)), reason),)

    def _with_deadlines(
        self, state: TableState[S], entries: tuple[Entry, ...], now: datetime
    ) -> tuple[Entry, ...]:
        """The group with a deadline for every limited wait that has none yet."""
        after = self.fold(state, entries)
        if not after.started or after.paused or self.outcome(after) is not None:
            return entries
        known = {(deadline.who, deadline.token) for deadline in after.deadlines}
        begun = tuple(
            DeadlineSet(who, now + limit)
            for who, wait in self.game.waits(after.game).items()
            if (limit := self._limit(after, who, wait)) is not None
            and (who, wait.token) not in known
        )
        return entries + begun

    # ------------------------------------------------------------------------------- conditions

    def _limit(self, state: TableState[S], who: Actor, wait: Wait) -> timedelta | None:
        if wait.limit is not None and isinstance(who, Player) and who.seat in self.absent(state):
            return min(wait.limit, ABSENT_LIMIT)
        return wait.limit
