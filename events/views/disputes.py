"""The form that opens a dispute at a table: a page of its own, which a live page shows in a panel."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.models import Match
from events.queries import disputes
from events.queries.evening.forms import form
from events.queries.roles import STAFF, Action
from events.views.access import event_for, role_in
from events.views.answers import answered


@never_cache
@answered("GET")
def dispute(request: HttpRequest, event_id: str, match_id: str) -> HttpResponse:
    """What is it about, and what wasn't right; the host says for whom. The form goes to the event's commands."""
    event = event_for(request, event_id, Action.DISPUTE_TABLE)
    match = event.matches.select_related("round", "event").filter(public_id=match_id).first()
    if match is None:
        raise Http404(match_id)
    runs_it = role_in(request, event) in STAFF
    context = {
        "event": event,
        "match": match,
        "moves": disputes.moves(match),
        "seats": _seats(match) if runs_it else [],
        "surface": "host" if runs_it else "live",
        "form": form(event, "Dispute", "", match=match.public_id),
    }
    return render(request, "events/dispute.html", context)


def _seats(match: Match) -> list[tuple[int, str]]:
    """Whose dispute the host can open, by entry."""
    seats = match.seats.select_related("registration")
    return [(seat.registration_id, seat.registration.name) for seat in seats]
