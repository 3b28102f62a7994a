"""What happens in Live Bait. Stored in logs: a class or field here is never renamed.

One command, time-out or withdrawal makes one group: an act first (``ACTS``), then what came of it.
"""

from dataclasses import dataclass
from typing import Literal

from games.kernel import Entry, Seat
from games.live_bait.arrivals import Arrived, CalledUp, Held, PassedOver, StruckOut


@dataclass(frozen=True, slots=True)
class Picked(Entry):
    """A seat stands at die 1 … 6 (LB-2)."""

    seat: Seat
    die: int
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class RollCalled(Entry):
    """The host called the roll (LB-3)."""


@dataclass(frozen=True, slots=True)
class OpeningRolled(Entry):
    """A seat rolled the face it shows at the start (LB-4)."""

    seat: Seat
    face: int
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class HostRolled(Entry):
    """The host rolled: to say who is LIVE first (LB-5), a new number (LB-16), or in the duel."""

    face: int
    why: Literal["first", "again", "duel"]


@dataclass(frozen=True, slots=True)
class Rolled(Entry):
    """The LIVE seat rolled (LB-8). With nothing after it in its group, it matched nothing."""

    seat: Seat
    face: int
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Matched(Entry):
    """The LIVE seat's face equals those of these others (LB-10, LB-11)."""

    seat: Seat
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Chose(Entry):
    """The LIVE seat chose who is LIVE next (LB-11)."""

    seat: Seat
    next: Seat
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class WentLive(Entry):
    """A seat is LIVE; with a re-roll owed, as soon as that is made (LB-15)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOn(Entry):
    """The host has re-rolled, and the LIVE seat goes on (LB-16)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Caught(Entry):
    """A seat matched the host and is out (LB-9, LB-14), as the ``out``-th to be caught."""

    seat: Seat
    out: int


@dataclass(frozen=True, slots=True)
class DuelBegan(Entry):
    """Two are left and roll against each other (LB-17), the left one first."""

    left: Seat
    right: Seat


@dataclass(frozen=True, slots=True)
class DuelRolled(Entry):
    """One of the two rolled in the duel (LB-17)."""

    seat: Seat
    face: int
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class DuelTied(Entry):
    """Both rolled the same, so both roll again (LB-17)."""

    face: int


@dataclass(frozen=True, slots=True)
class DuelMatched(Entry):
    """The host's face equals that of this one of the two (LB-17)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PriorWinnerRuled(Entry):
    """This one of the two had won a main prize before and takes the door prize (LB-18)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Waived(Entry):
    """The host set LB-18 aside for this match."""


@dataclass(frozen=True, slots=True)
class Left(Entry):
    """A seat was withdrawn (LB-21)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DoorPicked(Entry):
    """The door prize was drawn among the caught (LB-19, LB-22)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Entry):
    """The match is over (LB-20): the places, first place first, and who takes each prize."""

    places: tuple[Seat, ...]
    prizes: tuple[tuple[str, Seat], ...]


Happening = (
    Picked
    | RollCalled
    | OpeningRolled
    | HostRolled
    | Rolled
    | Matched
    | Chose
    | WentLive
    | WentOn
    | Caught
    | DuelBegan
    | DuelRolled
    | DuelTied
    | DuelMatched
    | PriorWinnerRuled
    | Waived
    | Left
    | DoorPicked
    | Ended
    | CalledUp
    | Arrived
    | PassedOver
    | StruckOut
    | Held
)

FLOOR_ACTS = (Picked, RollCalled, OpeningRolled, HostRolled, Rolled, Chose, DuelRolled, Left)
ACTS = (*FLOOR_ACTS, Waived, Arrived, PassedOver, StruckOut)
"""The entries that begin a group."""

FLOOR_ENTRIES: tuple[type[Entry], ...] = (
    *FLOOR_ACTS,
    Matched,
    WentLive,
    WentOn,
    Caught,
    DuelBegan,
    DuelTied,
    DuelMatched,
    Ended,
)
"""What happens in Live Bait and in KnockOut alike."""

ENTRIES: tuple[type[Entry], ...] = (*FLOOR_ENTRIES, Waived, PriorWinnerRuled, DoorPicked)
KNOCKOUT_ENTRIES: tuple[type[Entry], ...] = (
    *FLOOR_ENTRIES,
    CalledUp,
    Arrived,
    PassedOver,
    StruckOut,
    Held,
)
