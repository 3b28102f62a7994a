"""The form that waives a rule at a table: a page of its own, which the console shows in a panel."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.domain.waivers import LONGEST_REASON
from events.queries.evening.forms import form
from events.queries.programme import in_words
from events.queries.roles import Action
from events.views.access import event_for
from events.views.answers import answered


@never_cache
@answered("GET")
def waive(request: HttpRequest, event_id: str, match_id: str) -> HttpResponse:
    """Why may a prior winner play for the main prize? The form goes to the event's commands."""
    event = event_for(request, event_id, Action.HOST_COMMAND)
    match = event.matches.select_related("round").filter(public_id=match_id).first()
    if match is None:
        raise Http404(match_id)
    seats = match.seats.filter(number__in=match.options.get("prior_winners", ()))
    context = {
        "event": event,
        "winners": [seat.registration.name for seat in seats.select_related("registration")],
        "round": in_words(match.round.kind, match.round.number),
        "longest": LONGEST_REASON,
        "form": form(event, "WaivePriorWinner", "", match=match.public_id),
    }
    return render(request, "events/waive.html", context)
