"""Finding somebody at an evening: a page, which the console shows in a panel."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from events.models import Event
from events.queries.everyone import everyone
from events.queries.roles import Action, allowed
from events.views.access import event_for, role_in
from events.views.answers import answered

LONGEST = 60
"""Characters of a name that are looked for."""


@never_cache
@answered("GET")
def find(request: HttpRequest, event_id: str) -> HttpResponse:
    """Names a page at a time, with where each is and the way to take them out."""
    event: Event = event_for(request, event_id, Action.HOST_COMMAND)
    wanted = request.GET.get("q", "").replace("\x00", "")[:LONGEST]
    found = everyone(event, wanted, request.GET.get("page", "1"))
    context = {
        "event": event,
        "wanted": wanted,
        "page": found.page,
        "people": found.people,
        "can_remove": allowed(Action.REMOVE, role_in(request, event), event.state),
        "url": reverse("event-command", args=[event.public_id]),
    }
    return render(request, "events/everyone.html", context)
