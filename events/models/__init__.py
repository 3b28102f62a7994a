"""What is stored. One module a noun; everything else imports from here."""

from events.models.draw import Call, Draw, Round
from events.models.entropy import Entropy
from events.models.event import Event, EventStaff, Registration, Series
from events.models.ledger import LedgerEntry, Seed
from events.models.match import Attempt, Closing, CommandRecord, LogEntry, Match, Seat
from events.models.outbox import Heartbeat, Outbox
from events.models.person import Person, ResumeLink, User
from events.models.prize import Award, Dispute, Prize, Result

__all__ = [
    "Attempt",
    "Award",
    "Call",
    "Closing",
    "CommandRecord",
    "Dispute",
    "Draw",
    "Entropy",
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
    "Result",
    "ResumeLink",
    "Round",
    "Seat",
    "Seed",
    "Series",
    "User",
]
