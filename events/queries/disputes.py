"""Disputes at an evening's tables: what can be disputed, what is open, and the times a ruling goes by."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from events.models import Dispute, Event, Match
from events.queries.table import log
from events.queries.table.reading import decoded
from games.kernel import Player, Seat
from games.table import DeadlineSet, Skipped, TimedOut

MOVES_SHOWN = 8
"""Of so many happenings the one is chosen that a dispute is about."""


@dataclass(frozen=True, slots=True)
class Times:
    """When the act in question was sent by the page, received by the server, and until when it could be done.

    Each None where it isn't known: a page that had not heard the server's clock, an act without a limit.
    """

    sent: datetime | None
    received: datetime | None
    deadline: datetime | None


def moves(match: Match) -> "list[log.Happening]":
    """What happened last at a table and still counts, newest first."""
    lines = log.newest(match, None, count=MOVES_SHOWN)
    return [line for line in lines if not line.void]


def shown(event: Event, match: Match | None) -> list[Dispute]:
    """The disputes a page of the evening tells of: all that are open, and those ruled on at this match."""
    rows = Dispute.objects.filter(match__event=event).filter(Q(ruled_at=None) | Q(match=match))
    return list(rows.select_related("match__event", "match__round", "registration").order_by("pk"))


def about(dispute: Dispute) -> str:
    """The move in question, in words."""
    line = log.moment(dispute.match, dispute.seq)
    return line.text if line else ""


def times(dispute: Dispute) -> Times:
    """Both times of the act, and the deadline it ran against: the one its seat had before the move in question."""
    match = dispute.match
    rows = decoded(match, log.group_until(match, dispute.seq))
    if not rows:
        return Times(dispute.sent_at, dispute.received_at, None)
    seat = _seat_of(dispute, [entry for _row, entry in rows], rows[0][0].by)
    before = match.log.filter(
        seq__lt=rows[0][0].seq, kind=DeadlineSet.__name__, data__who__seat=seat
    ).last()
    deadline = decoded(match, [before])[0][1].at if before else None
    return Times(dispute.sent_at, dispute.received_at, deadline)


def _seat_of(dispute: Dispute, entries: Sequence[object], by: str) -> Seat:
    """Whose act it was: of the seat that acted or was acted for, else of the one who disputes."""
    for entry in entries:
        if isinstance(entry, TimedOut | Skipped) and isinstance(entry.who, Player):
            return entry.who.seat
    if by.startswith("seat/"):
        return int(by.removeprefix("seat/"))
    return dispute.match.seats.get(registration_id=dispute.registration_id).number
