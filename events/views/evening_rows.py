"""Evenings as lines of a list: the day, what is played, how full it is; who won, and what is still owed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Award, Event, Registration, Result
from events.queries import zones
from games import TABLES

OVER = (Event.State.FINISHED, Event.State.SETTLED)
NAMED = 2
"""So many winners are named on a line; of more, how many there are besides."""


@dataclass(frozen=True, slots=True)
class Row:
    """One evening of a list.

    ``owed`` and ``steps`` say how far its prizes are; ``won`` who won, and ``version`` of what result: 0 without one.
    ``leads``: no later one of its series is there, so the next is planned from it.
    """

    event: Event
    when: zones.LocalTime
    what: str
    fill: str
    owed: str
    steps: str
    won: str
    version: int
    leads: bool


def rows(events: Sequence[Event], now: datetime, zone: str) -> list[Row]:
    """Lines for these evenings, on the viewer's clock, or on the host's where that isn't known."""
    prefetch_related_objects(events, "host", "series")
    counts = dict(
        Registration.objects.filter(event__in=events, status=Registration.Status.REGISTERED)
        .values_list("event")
        .annotate(Count("pk"))
    )
    states: dict[int, Counter[str]] = {event.pk: Counter() for event in events}
    awards = Award.objects.filter(event__in=events, prize__isnull=False)
    for event_id, state in awards.values_list("event", "state"):
        states[event_id][state] += 1
    last = dict(
        Event.objects.filter(series__in={event.series_id for event in events if event.series_id})
        .values_list("series")
        .annotate(Max("starts_at"))
    )
    winners = _winners([event for event in events if event.state in OVER])
    found = []
    for event in events:
        when = zones.local(event.starts_at, zone or event.zone)
        version, names = winners.get(event.pk, (0, []))
        of_prizes = states[event.pk] if event.state in OVER else Counter[str]()
        found.append(
            Row(
                event,
                when,
                _what(event, when),
                _fill(event, counts.get(event.pk, 0), now),
                _owed(of_prizes),
                _steps(of_prizes),
                _won(names),
                version,
                leads=event.series_id is None or event.starts_at == last[event.series_id],
            )
        )
    return found


def _winners(events: Sequence[Event]) -> dict[int, tuple[int, list[str]]]:
    """The last version of each result, and who is first in it; nothing else of it is read."""
    found = {}
    results = Result.objects.filter(event__in=events).order_by("version")
    for event_id, version, podium in results.values_list("event", "version", "data__podium"):
        found[event_id] = version, [step["name"] for step in podium if step["place"] == 1]
    return found


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


def _won(names: Sequence[str]) -> str:
    if not names:
        return ""
    named = ", ".join(names[:NAMED])
    more = len(names) - NAMED
    if more > 0:
        return _("%(names)s and %(more)s more won") % {"names": named, "more": more}
    return _("%(names)s won") % {"names": named}


def _owed(states: Counter[str]) -> str:
    """How far the prizes of an evening that is over have got; nothing where none was won."""
    owed = sum(states[state] for state in Award.OWED)
    if owed:
        return ngettext("%(n)s prize to hand over", "%(n)s prizes to hand over", owed) % {"n": owed}
    handed = states[Award.State.DELIVERED] + states[Award.State.CONFIRMED]
    if handed:
        return _("all delivered")
    return _("nothing was claimed") if states[Award.State.RETURNED] else ""


def _steps(states: Counter[str]) -> str:
    """Where the prizes that are owed stand, as far as there are any."""
    said = {
        Award.State.AWARDED: _("%(n)s not claimed yet"),
        Award.State.CLAIMED: _("%(n)s claimed"),
        Award.State.DISPUTED: _("%(n)s disputed"),
    }
    return ", ".join(words % {"n": states[state]} for state, words in said.items() if states[state])
