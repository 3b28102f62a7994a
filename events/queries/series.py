"""Series and the evenings in them."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from events.models import Event, Series, User

OVER = (Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED)
CHOICE = 60
"""So many of a host's evenings are offered to be taken into a series, the latest first."""


def of_host(user: User) -> list[Series]:
    """A host's own series by title, each with ``evenings``: how many there are in it."""
    return list(_counted().filter(host=user))


def of_others(user: User) -> list[Series]:
    """Everybody else's."""
    return list(_counted().exclude(host=user))


def evenings_in(series: Series, *, drafts: bool) -> tuple[list[Event], list[Event]]:
    """The evenings to come, the next first, and those behind, the latest first; drafts only if asked for."""
    rows = series.events.order_by("starts_at", "pk")
    events = list(rows if drafts else rows.exclude(state=Event.State.DRAFT))
    coming = [event for event in events if event.state not in OVER]
    behind = [event for event in reversed(events) if event.state in OVER]
    return coming, behind


def not_in(series: Series) -> list[Event]:
    """The host's evenings that could be taken in: no rehearsals, nothing cancelled."""
    rows = Event.objects.filter(host=series.host, rehearsal=False)
    rows = rows.exclude(state=Event.State.CANCELLED)
    outside = rows.filter(Q(series=None) | ~Q(series=series))
    return list(outside.order_by("-starts_at", "-pk")[:CHOICE])


def _counted() -> QuerySet[Any]:
    return (
        Series.objects.select_related("host")
        .annotate(evenings=Count("events"))
        .order_by("title", "pk")
    )
