"""What a table remembers about a match, and how each of the table's entries changes it."""

from bisect import bisect_left
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from games.kernel import Actor, Host, Player, Seat

S = TypeVar("S")
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Deadline:
    """The clock of one wait: ``who`` has until ``at`` (UTC) for the wait with this token."""

    who: Actor
    token: Hashable
    at: datetime


@dataclass(frozen=True, slots=True)
class Left:
    """What a paused clock still had."""

    who: Actor
    token: Hashable
    time: timedelta


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """A move that can still be undone: entries ``first`` … ``last``, and what was before them."""

    first: int
    last: int
    game: S
    misses: tuple[tuple[Seat, int], ...]
    withdrawn: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TableState(Generic[S]):
    """A match between two commands.

    ``seq``: number of entries so far. ``deadlines``: clocks as last set; one whose wait is over
    stays until the next is set, so read them through ``Table.deadlines``. ``left``: filled while
    paused. ``misses``: time-outs in a row, seats without any left out. ``own``: the number of each
    actor's last own entry. ``moves``: the moves that can be undone, newest last. ``in_move``:
    whether the next entry without a header belongs to the newest move. ``voids``: how many moves
    were undone, the last by the entry numbered ``voided_at``.
    """

    game: S
    seats: int
    started: bool = False
    paused: bool = False
    deadlines: tuple[Deadline, ...] = ()
    left: tuple[Left, ...] = ()
    seq: int = 0
    misses: tuple[tuple[Seat, int], ...] = ()
    own: tuple[tuple[Actor, int], ...] = ()
    withdrawn: tuple[Seat, ...] = ()
    moves: tuple[Move[S], ...] = ()
    in_move: bool = False
    voids: int = 0
    voided_at: int = 0


def actor_rank(who: Actor) -> int:
    """A place for every actor in a fixed order: the host, then the seats."""
    return who.seat if isinstance(who, Player) else -1


def noted(
    own: tuple[tuple[Actor, int], ...], who: Actor, seq: int
) -> tuple[tuple[Actor, int], ...]:
    """``own`` with ``seq`` as the number of this actor's last own entry."""
    at = _place(own, who)
    known = at < len(own) and own[at][0] == who
    return (*own[:at], (who, seq), *own[at + known :])


def last_own(own: tuple[tuple[Actor, int], ...], who: Actor) -> int:
    """The number of this actor's last own entry, or 0."""
    at = _place(own, who)
    return own[at][1] if at < len(own) and own[at][0] == who else 0


def _place(own: tuple[tuple[Actor, int], ...], who: Actor) -> int:
    """Where in ``own``, which is in the order of actors, this one stands or would stand."""
    return bisect_left(own, actor_rank(who), key=lambda pair: actor_rank(pair[0]))


def missed(misses: tuple[tuple[Seat, int], ...], who: Actor) -> tuple[tuple[Seat, int], ...]:
    """``misses`` with one more for this seat; the host's are not counted."""
    if isinstance(who, Host):
        return misses
    return tuple(sorted((dict(misses) | {who.seat: dict(misses).get(who.seat, 0) + 1}).items()))


def present(misses: tuple[tuple[Seat, int], ...], who: Actor) -> tuple[tuple[Seat, int], ...]:
    """``misses`` after this actor did something: none of theirs."""
    return tuple(pair for pair in misses if Player(pair[0]) != who)


def clock_of(deadlines: Iterable[Deadline], who: Actor) -> Deadline | None:
    """The clock that runs for this actor, if one does."""
    return next((deadline for deadline in deadlines if deadline.who == who), None)


def seated(state: TableState[S], seat: Seat) -> bool:
    """Whether this seat is in the match and has not left it."""
    return 0 <= seat < state.seats and seat not in state.withdrawn
