"""The table's own words: what host and clock may ask for, and what is then on record.

Every command writes one *group* of entries. The first entry of a group, its header, says who acted:
``Acted`` for a game's command, ``TimedOut`` for the clock, and for the table's commands the entry
named after them. The last ones are ``DeadlineSet``, one for each wait that began.
"""

from dataclasses import dataclass
from datetime import datetime

from games.kernel import Actor, Command, Entry, Host, IllegalMove, Player, Seat


@dataclass(frozen=True, slots=True)
class Clock:
    """Who says that time has run out. Sends ``TimeOut`` and nothing else."""


Sender = Player | Host | Clock


class Stale(IllegalMove):
    """Refused because the sender acted on something that is no longer the last word (409)."""

    def __init__(self, message: str) -> None:
        super().__init__("stale", message)


@dataclass(frozen=True, slots=True)
class Start(Command):
    """The host opens the match; only then do clocks run."""


@dataclass(frozen=True, slots=True)
class Pause(Command):
    """The host stops every clock; what is left of each is kept."""


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """The host lets the clocks go on with what was left."""


@dataclass(frozen=True, slots=True)
class AddTime(Command):
    """The host lengthens every running clock by 1 to 600 seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Skip(Command):
    """The host lets somebody's wait end as if its time had run out."""

    who: Actor


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """A seat leaves for good: sent by the host with a reason, or by the player of that seat."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Void(Command):
    """The host undoes the last move. ``seq`` names the last entry of that move."""

    seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class TimeOut(Command):
    """The clock's report that this very deadline of ``who`` has passed."""

    who: Actor
    deadline: datetime


@dataclass(frozen=True, slots=True)
class Acted(Entry):
    """``who`` made a move of the game; the game's entries follow."""

    who: Actor


@dataclass(frozen=True, slots=True)
class TimedOut(Entry):
    """``who`` did not act in time; the game's default follows."""

    who: Actor


@dataclass(frozen=True, slots=True)
class Skipped(Entry):
    """The host ended the wait for ``who``; the game's default follows."""

    who: Actor


@dataclass(frozen=True, slots=True)
class Started(Entry):
    """The match began."""


@dataclass(frozen=True, slots=True)
class Paused(Entry):
    """The clocks stopped at this instant."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Resumed(Entry):
    """The clocks go on; a deadline for each follows."""


@dataclass(frozen=True, slots=True)
class TimeAdded(Entry):
    """The clocks got this much more; the new deadlines follow."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Withdrew(Entry):
    """``seat`` left for good, by its own wish or by the host's."""

    by: Actor
    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Voided(Entry):
    """The entries with these numbers count no longer; only waits that they had ended begin anew."""

    seqs: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class DeadlineSet(Entry):
    """``who`` may act until this instant, and at this instant still."""

    who: Actor
    at: datetime


TABLE_COMMANDS: tuple[type[Command], ...] = (
    Start,
    Pause,
    Resume,
    AddTime,
    Skip,
    Withdraw,
    Void,
    TimeOut,
)
TABLE_ENTRIES: tuple[type[Entry], ...] = (
    Acted,
    TimedOut,
    Skipped,
    Started,
    Paused,
    Resumed,
    TimeAdded,
    Withdrew,
    Voided,
    DeadlineSet,
)
