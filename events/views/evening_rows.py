"""Evenings as lines of a list: the day, what is played, how full it is."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Award, Event, Registration
from events.queries import zones
from games import TABLES


@dataclass(frozen=True, slots=True)
class Row:
    """One evening of a list."""

    event: Event
    when: zones.LocalTime
    what: str
    fill: str
    owed: str


def rows(events: Sequence[Event], now: datetime, zone: str) -> list[Row]:
    """Lines for these evenings, on the viewer's clock, or on the host's where that isn't known."""
    prefetch_related_objects(events, "host")
    counts = dict(
        Registration.objects.filter(event__in=events, status=Registration.Status.REGISTERED)
        .values_list("event")
        .annotate(Count("pk"))
    )
    won = Counter[int]()
    owed = Counter[int]()
    awards = Award.objects.filter(event__in=events, prize__isnull=False)
    for event_id, state in awards.values_list("event", "state"):
        won[event_id] += state != Award.State.VOID
        owed[event_id] += state in (Award.State.AWARDED, Award.State.CLAIMED)
    return [
        Row(
            event,
            zones.local(event.starts_at, zone or event.zone),
            _what(event, zones.local(event.starts_at, zone or event.zone)),
            _fill(event, counts.get(event.pk, 0), now),
            _owed(event, won[event.pk], owed[event.pk]),
        )
        for event in events
    ]


def _what(event: Event, when: zones.LocalTime) -> str:
    parts = [f"{when.clock} {when.city}", str(TABLES[event.game].game.title)]
    if event.rehearsal:
        parts.append(_("rehearsal"))
    elif event.rounds > 1:
        parts.append(ngettext("%(n)s round", "%(n)s rounds", event.rounds) % {"n": event.rounds})
    return " · ".join(parts)


def _fill(event: Event, count: int, now: datetime) -> str:
    if event.state == Event.State.DRAFT:
        return _("draft")
    if event.state == Event.State.CANCELLED:
        return _("cancelled")
    if event.state == Event.State.PUBLISHED and now < event.opens_at:
        return _("opens %(when)s") % {"when": zones.said(event.opens_at, event.zone)}
    if event.state == Event.State.PUBLISHED and now < event.closes_at:
        return _("%(count)s of %(places)s") % {"count": count, "places": event.capacity}
    if event.state in (Event.State.PUBLISHED, Event.State.CLOSED):
        return _("closed, %(count)s on the list") % {"count": count}
    if event.state == Event.State.RUNNING:
        return _("playing now")
    return ngettext("%(n)s played along", "%(n)s played along", count) % {"n": count}


def _owed(event: Event, won: int, owed: int) -> str:
    """How far the prizes of an evening that is over have got; nothing where none was won."""
    if event.state not in (Event.State.FINISHED, Event.State.SETTLED) or not won:
        return ""
    if not owed:
        return _("all delivered")
    return ngettext("%(n)s prize to hand over", "%(n)s prizes to hand over", owed) % {"n": owed}
