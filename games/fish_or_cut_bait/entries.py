"""What happens in Fish or Cut Bait. Stored in logs: a class or field here is never renamed.

One command, time-out or withdrawal makes one group: an act first (``ACTS``, or a ``Deducted`` that
was asked for), then what came of it.
"""

from dataclasses import dataclass
from typing import Literal

from games.fish_or_cut_bait.dice import Colour, Fish, RigFace, Rigged
from games.kernel import Entry, Seat

EndOfTurn = Literal["stopped", "time", "throws", "left"]


@dataclass(frozen=True, slots=True)
class Flipped(Entry):
    """The turn's clock was started (FC-2)."""

    seat: Seat
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class RigRolled(Entry):
    """Rig dice were rolled; ``faces`` are theirs, in the same order (FC-4)."""

    seat: Seat
    dice: tuple[int, ...]
    faces: tuple[RigFace, ...]


@dataclass(frozen=True, slots=True)
class RigChanged(Entry):
    """The rig can do more, or less, than before the throw (FC-5)."""

    seat: Seat
    rigged: Rigged


@dataclass(frozen=True, slots=True)
class ChipEarned(Entry):
    """Three or more rig dice are alike: no snag breaks the rig in this turn any more (FC-6)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FishRolled(Entry):
    """Fish dice were rolled; ``faces`` are theirs, in the same order (FC-8)."""

    seat: Seat
    dice: tuple[Colour, ...]
    faces: tuple[Fish, ...]


@dataclass(frozen=True, slots=True)
class RigBroken(Entry):
    """A snag without the chip: ``lost`` fish are thrown back, and the rig is gone (FC-9)."""

    seat: Seat
    lost: int


@dataclass(frozen=True, slots=True)
class Stopped(Entry):
    """The roller stopped (FC-11), or the clock did it for them (FC-12)."""

    seat: Seat
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class TurnEnded(Entry):
    """The turn is over, and so many fish are booked (FC-11, FC-12, FC-16, FC-17)."""

    seat: Seat
    catch: int
    why: EndOfTurn


@dataclass(frozen=True, slots=True)
class LuckySeven(Entry):
    """Exactly seven: the roller says whom to take fish from (FC-14)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deducted(Entry):
    """Fish that a lucky seven takes, a number a seat (FC-14)."""

    seat: Seat
    points: tuple[int, ...]
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class TurnBegan(Entry):
    """This seat rolls next (FC-1)."""

    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class Left(Entry):
    """A seat was withdrawn (FC-17)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Entry):
    """The match is over (FC-15): places, first place first, and the sum of every seat."""

    places: tuple[tuple[Seat, ...], ...]
    points: tuple[int, ...]


Happening = (
    Flipped
    | RigRolled
    | RigChanged
    | ChipEarned
    | FishRolled
    | RigBroken
    | Stopped
    | TurnEnded
    | LuckySeven
    | Deducted
    | TurnBegan
    | Left
    | Ended
)

ENTRIES: tuple[type[Entry], ...] = (
    Flipped,
    RigRolled,
    RigChanged,
    ChipEarned,
    FishRolled,
    RigBroken,
    Stopped,
    TurnEnded,
    LuckySeven,
    Deducted,
    TurnBegan,
    Left,
    Ended,
)

ACTS = (Flipped, RigRolled, FishRolled, Stopped, Left)
"""The entries that begin a group."""
