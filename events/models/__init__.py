"""What is stored. One module a noun; everything else imports from here."""

from events.models.draw import Call, Draw, Round
from events.models.event import Event, EventStaff, Registration
from events.models.ledger import LedgerEntry, Seed
from events.models.match import Closing, CommandRecord, LogEntry, Match, Seat
from events.models.outbox import Heartbeat, Outbox
from events.models.person import Person, ResumeLink, User
from events.models.prize import Award, Prize

__all__ = [
    "Award",
    "Call",
    "Closing",
    "CommandRecord",
    "Draw",
    "Event",
    "EventStaff",
    "Heartbeat",
    "LedgerEntry",
    "LogEntry",
    "Match",
    "Outbox",
    "Person",
    "Prize",
    "Registration",
    "ResumeLink",
    "Round",
    "Seat",
    "Seed",
    "User",
]
