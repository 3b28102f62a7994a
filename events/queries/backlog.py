"""What waits to be done: the oldest thing due by the clock, and the side work in the outbox."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q

from events.models import Call, Closing, Event, Heartbeat, Match, Outbox


@dataclass(frozen=True, slots=True)
class Backlog:
    """As of one instant. ``overdue`` is how long the oldest thing due has waited for a sweep, ``pulse`` how long ago
    some process beat, ``oldest`` how old the oldest side work is that isn't done, which ``waiting`` counts."""

    overdue: timedelta
    pulse: timedelta
    waiting: int
    oldest: timedelta


def backlog(now: datetime) -> Backlog:
    """What has been due by ``now``."""
    pulse = Heartbeat.objects.filter(pk=1).values_list("at", flat=True).first()
    outbox = Outbox.objects.filter(done_at=None).aggregate(n=Count("pk"), oldest=Min("created_at"))
    return Backlog(
        overdue=_since(min(_due(now), default=None), now),
        pulse=_since(pulse, now),
        waiting=outbox["n"],
        oldest=_since(outbox["oldest"], now),
    )


def _due(now: datetime) -> Iterator[datetime]:
    """When the oldest of each kind was due that the sweep looks for (`events.domain.sweep`)."""
    published = Q(state=Event.State.PUBLISHED)
    for kind, which, instant in (
        (Event, published & Q(closes_at__lte=now), "closes_at"),
        (Event, published & Q(opens_at__lte=now, opened_at=None), "opens_at"),
        (Closing, Q(done_at=None), "match__ended_at"),
        (Call, Q(state=Call.State.CALLED, deadline__lt=now), "deadline"),
        (Match, Q(ended_at=None, next_deadline__lt=now), "next_deadline"),
    ):
        oldest = kind.objects.filter(which).aggregate(at=Min(instant))["at"]
        if oldest is not None:
            yield oldest


def _since(at: datetime | None, now: datetime) -> timedelta:
    return max(now - at, timedelta(0)) if at is not None else timedelta(0)
