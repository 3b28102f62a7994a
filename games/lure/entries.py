"""What happens in Lure. Stored in logs: a class or field here is never renamed.

One command, time-out or withdrawal makes one group: an act first (``ACTS``), then what came of it.
What is a player's secret is an entry of its own beside the public one that says that it happened.
"""

from dataclasses import dataclass
from typing import ClassVar

from games.kernel import Entry, Seat
from games.lure.cards import Lure, Splash


@dataclass(frozen=True, slots=True)
class Dealt(Entry):
    """The host dealt (LU-2)."""


@dataclass(frozen=True, slots=True)
class RoundBegan(Entry):
    """A round began with its splash (LU-5)."""

    round: int


@dataclass(frozen=True, slots=True)
class FishTurned(Entry):
    """A fish was turned up, by its place in the deck, and what its card does at once (LU-5)."""

    fish: int
    name: str
    splash: Splash | None


@dataclass(frozen=True, slots=True)
class LuresDrawn(Entry):
    """These seats drew a lure each, in this order (LU-2, LU-5, LU-12, LU-14)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LureDrawn(Entry):
    """Which lure a seat drew, by its place among the lures: its secret (LU-16)."""

    seat: Seat
    lure: int
    token: Lure

    sealed: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HasCast(Entry):
    """A seat has cast, or cast anew (LU-6)."""

    seat: Seat
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class CastLaid(Entry):
    """What a seat cast: its secret until all have (LU-6)."""

    seat: Seat
    d6: int
    specials: tuple[int, ...]
    lures: tuple[int, ...]

    sealed: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ShownCast:
    """A cast after the reveal."""

    seat: Seat
    d6: int
    specials: tuple[int, ...]
    lures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Revealed(Entry):
    """All casts are open: those of the seats still in, and the groups in which they roll (LU-6, LU-7)."""

    casts: tuple[ShownCast, ...]
    order: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class Rolled(Entry):
    """A seat's dice fell: ``sides`` and ``faces`` in the same order, extra dice apart (LU-8, LU-9)."""

    seat: Seat
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    extras: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HasAdjusted(Entry):
    """A seat has settled its dice (LU-8)."""

    seat: Seat
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class AdjustLaid(Entry):
    """How a seat turned its dice: its secret until the whole group has (LU-8)."""

    seat: Seat
    changes: tuple[tuple[int, int], ...]

    sealed: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Adjusted(Entry):
    """A seat's dice after adjusting, for all to see (LU-8)."""

    seat: Seat
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Caught(Entry):
    """A seat caught these fish (LU-10)."""

    seat: Seat
    fish: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shared(Entry):
    """The lowest total that could catch this fish was shared by these seats, so it stays (LU-10)."""

    fish: int
    name: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Boasted(Entry):
    """A seat with a fish scored its boasts (LU-11)."""

    seat: Seat
    lures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discarded(Entry):
    """A seat's played lures were discarded (LU-12, LU-14)."""

    seat: Seat
    lures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupSettled(Entry):
    """A group has rolled and caught: the next one's turn (LU-7)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NoFishLeft(Entry):
    """The last fish was caught: these seats take their dice back (LU-14)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Left(Entry):
    """A seat was withdrawn, and its lures are discarded (LU-17)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Entry):
    """The match is over (LU-15): places, points and number of fish of every seat."""

    places: tuple[tuple[Seat, ...], ...]
    points: tuple[int, ...]
    fish: tuple[int, ...]


Happening = (
    Dealt
    | RoundBegan
    | FishTurned
    | LuresDrawn
    | LureDrawn
    | HasCast
    | CastLaid
    | Revealed
    | Rolled
    | HasAdjusted
    | AdjustLaid
    | Adjusted
    | Caught
    | Shared
    | Boasted
    | Discarded
    | GroupSettled
    | NoFishLeft
    | Left
    | Ended
)

ACTS = (Dealt, HasCast, HasAdjusted, Left)
"""The entries that begin a group."""

ENTRIES: tuple[type[Entry], ...] = (
    Dealt,
    RoundBegan,
    FishTurned,
    LuresDrawn,
    LureDrawn,
    HasCast,
    CastLaid,
    Revealed,
    Rolled,
    HasAdjusted,
    AdjustLaid,
    Adjusted,
    Caught,
    Shared,
    Boasted,
    Discarded,
    GroupSettled,
    NoFishLeft,
    Left,
    Ended,
)
