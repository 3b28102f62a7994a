"""The seals of an evening: every commitment, and what it opened to once it is open."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.queries import evenings
from events.queries.roles import Action
from events.views.access import event_for
from events.views.answers import answered


@never_cache
@answered("GET")
def seals(request: HttpRequest, event_id: str) -> HttpResponse:
    """The numbered list whose hash stands on the event page."""
    event = event_for(request, event_id, Action.VIEW_EVENT)
    sealed = event.ledger.filter(kind="seals").first()
    context = {
        "event": event,
        "hash": sealed.data["hash"] if sealed else "",
        "seals": evenings.seals(event),
    }
    return render(request, "events/seals.html", context)
