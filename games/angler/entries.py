"""What happens in Angler & Fish. Stored in logs: a class or field here is never renamed.

One command, time-out or withdrawal makes one group: an act first (``ACTS``), then what came of it.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.kernel import Entry, Seat

EndOfRound = Literal["baits", "bites", "unseen", "fish", "left"]


@dataclass(frozen=True, slots=True)
class Baited(Entry):
    """A bait lies face up (AF-3); ``forced``: the last one, which nobody chose (AF-5)."""

    seat: Seat
    value: int
    automatic: bool = False
    forced: bool = False


@dataclass(frozen=True, slots=True)
class CardLaid(Entry):
    """An angler card lies under it, face down: the angler's secret until it is turned (AF-13)."""

    seat: Seat
    bite: bool

    sealed: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Staked(Entry):
    """A fish player staked so many, for all to see (AF-4)."""

    seat: Seat
    fish: int
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Discarded(Entry):
    """Nobody staked: both cards are gone, the angler card unseen (AF-6)."""

    value: int


@dataclass(frozen=True, slots=True)
class CardTurned(Entry):
    """The angler card was turned up. On a bite the staked fish are the angler's, else their owners' (AF-7)."""

    value: int
    bite: bool
    stakes: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class RoundEnded(Entry):
    """A round is over (AF-8): why, the cards that went unseen, and the points a seat (AF-9)."""

    why: EndOfRound
    unseen: tuple[bool, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan(Entry):
    """The next round: who is the angler, and in which order the fish players stake (AF-11)."""

    round: int
    angler: Seat
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Left(Entry):
    """A seat was withdrawn (AF-14)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(Entry):
    """The match is over (AF-12): places, first place first, and the points of every seat."""

    places: tuple[tuple[Seat, ...], ...]
    points: tuple[int, ...]


Happening = (
    Baited | CardLaid | Staked | Discarded | CardTurned | RoundEnded | RoundBegan | Left | Ended
)

ENTRIES: tuple[type[Entry], ...] = (
    Baited,
    CardLaid,
    Staked,
    Discarded,
    CardTurned,
    RoundEnded,
    RoundBegan,
    Left,
    Ended,
)
