"""A host's evenings: tonight first, what is coming up, what is behind."""

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.forms.people import HostNameForm
from events.models import Event
from events.queries import clock, entries, evenings, organiser, zones
from events.views.access import account, for_accounts
from events.views.answers import answered
from events.views.evening_rows import rows

OVER = (Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED)
TONIGHT = timedelta(hours=24)
STALE = timedelta(hours=12)
"""An evening that should have begun so long ago and never did is behind, not tonight."""
BEHIND_SHOWN = 30


@never_cache
@answered("GET")
@for_accounts
def dashboard(request: HttpRequest) -> HttpResponse:
    """The evening that needs its host next comes first."""
    user = account(request)
    now = clock.now()
    mine = list(evenings.run_by(user).select_related("host"))
    behind = [event for event in mine if event.state in OVER or _is_stale(event, now)]
    ahead = sorted(
        (event for event in mine if event not in behind), key=lambda event: event.starts_at
    )
    near = [event for event in ahead if _is_next(event, now)]
    tonight = min(near, key=lambda event: _urgency(event, now), default=None)
    context = {
        "tonight": _tonight(tonight, now) if tonight else None,
        "coming": rows([event for event in ahead if event != tonight], now, ""),
        "behind": rows(behind[:BEHIND_SHOWN], now, ""),
        "owed": organiser.undelivered(organiser.evenings_for(user)).count(),
        "sees_all": organiser.sees_all(user),
        "name_form": None if user.name else HostNameForm(),
        "now_ms": int(now.timestamp() * 1000),
    }
    return render(request, "events/dashboard.html", context)


def _is_stale(event: Event, now: datetime) -> bool:
    not_begun = event.state in (Event.State.DRAFT, Event.State.PUBLISHED, Event.State.CLOSED)
    return not_begun and max(event.starts_at, event.closes_at) < now - STALE


def _is_next(event: Event, now: datetime) -> bool:
    if event.state in (Event.State.CLOSED, Event.State.RUNNING):
        return True
    return event.state == Event.State.PUBLISHED and event.starts_at < now + TONIGHT


def _urgency(event: Event, now: datetime) -> tuple[bool, timedelta]:
    """What is being played comes before all else, then what is nearest to its start."""
    return event.state != Event.State.RUNNING, abs(event.starts_at - now)


def _tonight(event: Event, now: datetime) -> dict[str, Any]:
    counts = entries.counts(event)
    opens_later = event.state == Event.State.PUBLISHED and now < event.opens_at
    is_open = evenings.is_open(event, now)
    until = event.opens_at if opens_later else event.closes_at if is_open else None
    ready = evenings.readiness(event, now) if event.state == Event.State.PUBLISHED else []
    return {
        "event": event,
        "when": zones.local(event.starts_at, event.zone),
        "opens_later": opens_later,
        "is_open": is_open,
        "count_at_ms": int(until.timestamp() * 1000) if until else None,
        "counts": counts,
        "ready": [line for line in ready if not line.blocks],
    }
