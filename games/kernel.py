"""What a game is: the words and the one interface every ruleset implements.

A game is a *decider*: ``decide`` turns a command into entries (facts, with every die already
rolled), ``evolve`` folds an entry into the state and neither refuses nor rolls. So a stored log
replays without chance, clock or seed.

State, Command, Entry, View and Options are frozen, slotted, hashable dataclasses that
``games.codec`` turns into JSON and back.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Protocol, TypeVar

from games.chance import Chance

S = TypeVar("S")

Seat = int
"""A place in the match's roster, 0 … n-1 in draw order."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: acts for it and sees what it may see."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Host:
    """Who runs the table; in some games the host rolls as well."""


@dataclass(frozen=True, slots=True)
class Public:
    """Everybody else who watches. Never acts."""


Actor = Player | Host
Audience = Player | Host | Public


@dataclass(frozen=True, slots=True)
class Command:
    """A request, named in the imperative."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened, named in the past tense. Names are stored and never renamed.

    ``sealed``: what it says is its owner's secret, such as a card laid face down. The log's chain then
    covers a commitment to it, so that the public head gives nothing away.
    """

    sealed: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Departed(Entry):
    """The rules themselves took a seat out of the match.

    By an entry of such a kind in a game, the table knows that ``seat`` is withdrawn.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class View:
    """What one audience may see: built field by field from a state, never stripped down from it."""


@dataclass(frozen=True, slots=True)
class Wait:
    """That somebody must act.

    ``token`` changes exactly when a *new* wait of that person begins. ``limit`` is how long they
    have; ``None`` means no clock runs.
    """

    token: Hashable
    limit: timedelta | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    ``places``: first place first; a tie is one group; withdrawn seats are in none.
    ``prizes``: who takes each prize, by the name the rules give it (``main``, ``door`` …).
    ``points``: a value a seat, or ``None`` for games without points.
    """

    places: tuple[tuple[Seat, ...], ...]
    prizes: Mapping[str, tuple[Seat, ...]]
    points: tuple[int | None, ...] | None = None


class IllegalMove(Exception):
    """Refused by the rules.

    ``code`` is a stable slug; ``message`` says what to do, in plain words. What varies in it comes
    as ``values`` (``%(name)s``), so that ``template`` can be translated.
    """

    def __init__(self, code: str, template: str, **values: object) -> None:
        super().__init__(code, template)
        self.code = code
        self.template = template
        self.values = values
        self.message = template % values if values else template

    def __str__(self) -> str:
        return self.message


class Game(Protocol[S]):
    """A ruleset over states of type ``S``. Every method is pure.

    One whose view is the same for every audience may say so: ``nothing_is_secret``.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    options: ClassVar[type[Any]]
    commands: ClassVar[tuple[type[Command], ...]]
    entries: ClassVar[tuple[type[Entry], ...]]

    def initial_state(self, seats: int, options: Any) -> S:
        """The state before anything happened.

        Raises ValueError for a roster or options the game can't have.
        """

    def legal_commands(self, state: S, who: Actor) -> Sequence[Command]:
        """What they *may* do now; a command with many arguments is listed by a representative."""

    def waits(self, state: S) -> Mapping[Actor, Wait]:
        """Who *must* act. Nonempty until there is an outcome."""

    def decide(self, state: S, who: Actor, command: Command, chance: Chance) -> Sequence[Entry]:
        """What the command makes happen. Raises IllegalMove."""

    def time_out(self, state: S, who: Actor, chance: Chance) -> Sequence[Entry]:
        """The default for one who is waited for and didn't act."""

    def withdraw(self, state: S, seat: Seat, chance: Chance) -> Sequence[Entry]:
        """What happens when a seat leaves for good. Raises IllegalMove if it already has."""

    def evolve(self, state: S, entry: Entry) -> S:
        """The state after the entry. Never refuses, never rolls."""

    def view(self, state: S, audience: Audience) -> View:
        """What the audience may see."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""
