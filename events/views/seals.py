"""The seals of an evening: every commitment, and what it opened to once it is open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.queries.roles import Action
from events.queries.seal_lists import seal_lists
from events.views.access import event_for
from events.views.answers import answered


@never_cache
@answered("GET")
def seals(request: HttpRequest, event_id: str) -> HttpResponse:
    """The numbered lists; the hash of the first stands on the event page."""
    event = event_for(request, event_id, Action.VIEW_EVENT)
    return render(request, "events/seals.html", {"event": event, "lists": seal_lists(event)})
