"""What happens between the queue and the dice in KnockOut.

Stored in logs: a class or field here is never renamed.
"""

from dataclasses import dataclass

from games.kernel import Departed, Entry, Seat


@dataclass(frozen=True, slots=True)
class CalledUp(Entry):
    """The next in the queue is called to this die; before the roll is called, to any (KO-3)."""

    seat: Seat
    die: int | None


@dataclass(frozen=True, slots=True)
class Arrived(Entry):
    """A called seat came to its die and rolled; the face is not compared (KO-3)."""

    seat: Seat
    die: int
    face: int


@dataclass(frozen=True, slots=True)
class PassedOver(Entry):
    """A called seat didn't come and goes to the end of the queue (KO-4)."""

    seat: Seat
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class StruckOut(Departed):
    """A called seat didn't come the second time and is out: withdrawn, not caught (KO-4)."""

    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Held(Entry):
    """Fewer than two stand: play waits for an arrival (KO-3)."""
