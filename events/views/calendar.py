"""An evening as a calendar entry (RFC 5545)."""

from datetime import timedelta

import icalendar
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from events.models import Event
from events.queries.roles import Action
from events.views.access import event_for
from events.views.answers import answered

LENGTH = timedelta(hours=1)
"""About how long an evening takes; calendars want an end."""


@answered("GET")
def ics(request: HttpRequest, event_id: str) -> HttpResponse:
    """One VEVENT. SEQUENCE is the ledger's seq, so that a later file replaces an earlier one."""
    event = event_for(request, event_id, Action.VIEW_CALENDAR)
    response = HttpResponse(_calendar(event), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="evening.ics"'
    response["Cache-Control"] = "no-cache"
    return response


def _calendar(event: Event) -> bytes:
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Tacklebox//Evenings//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    entry = icalendar.Event()
    entry.add("uid", event.public_id)
    last = event.ledger.last()
    entry.add("dtstamp", last.at if last else event.created_at)
    entry.add("sequence", event.seq)
    entry.add("dtstart", event.starts_at)
    entry.add("dtend", event.starts_at + LENGTH)
    entry.add("summary", event.title)
    entry.add("description", event.welcome)
    entry.add("url", f"{settings.PUBLIC_URL}{reverse('event', args=[event.public_id])}")
    entry.add("status", "CANCELLED" if event.state == Event.State.CANCELLED else "CONFIRMED")
    calendar.add_component(entry)
    return calendar.to_ical()
