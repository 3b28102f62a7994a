"""Results: who came where, what they won and whether they have it; and everything that happened, in words."""

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from events.forms.command import CommandForm
from events.models import Award, Event
from events.queries import chain, outcome, zones
from events.queries.happenings import happenings
from events.queries.roles import Action, allowed
from events.queries.table import log
from events.views.access import event_for, role_in, visitor
from events.views.answers import answered
from events.views.viewing import viewer_zone

OVER = (Event.State.FINISHED, Event.State.SETTLED)


@never_cache
@answered("GET")
def results(request: HttpRequest, event_id: str) -> HttpResponse:
    """Rounds with their places, and each award with its state."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    role = role_in(request, event)
    person = visitor(request).person
    awards = outcome.awards_of(event)
    can_deliver = allowed(Action.DELIVER, role, event.state)
    can_claim = allowed(Action.CLAIM, role, event.state)
    rounds = outcome.rounds_of(event)
    context = {
        "event": event,
        "when": zones.local(event.starts_at, viewer_zone(request) or event.zone),
        "over": event.state in OVER,
        "rows": [
            _row(
                award,
                mine=can_claim and award.registration.person == person,
                can_deliver=can_deliver,
            )
            for award in awards
        ],
        "sum": _sum(awards),
        "rounds": rounds,
        "played": len(
            {seat.registration_id for one in rounds for seat in (*one.placed, *one.unplaced)}
        ),
        "winners": [award.registration.name for award in awards if award.place == "main"],
        "chain": chain.shown(event),
        "sealed": event.ledger.filter(kind="seals").exists(),
        "command": CommandForm(),
    }
    return render(request, "events/results.html", context)


@never_cache
@answered("GET")
def happened(request: HttpRequest, event_id: str) -> HttpResponse:
    """Everything that happened, in words, from the ledger."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    zone = viewer_zone(request) or event.zone
    context = {
        "event": event,
        "city": zones.city(zone),
        "lines": [(line, zones.local(line.at, zone)) for line in happenings(event)],
    }
    return render(request, "events/happened.html", context)


@never_cache
@answered("GET")
def match_log(request: HttpRequest, event_id: str, match_id: str) -> HttpResponse:
    """Every move of a match, in words. A match of another evening isn't found."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    match = event.matches.select_related("round").filter(public_id=match_id).first()
    if match is None:
        raise Http404(match_id)
    zone = viewer_zone(request) or event.zone
    context = {
        "event": event,
        "match": match,
        "city": zones.city(zone),
        "lines": [(line, zones.local(line.at, zone)) for line in log.everything(match)],
    }
    return render(request, "events/match_log.html", context)


def _row(award: Award, *, mine: bool, can_deliver: bool) -> dict[str, Any]:
    done = {Award.State.AWARDED: 1, Award.State.CLAIMED: 2, Award.State.DELIVERED: 3}
    return {
        "award": award,
        "steps": [step <= done.get(Award.State(award.state), 0) for step in (1, 2, 3)],
        "claim": mine and award.prize is not None and award.state == Award.State.AWARDED,
        "deliver": can_deliver and award.prize is not None and award.state == Award.State.CLAIMED,
        "mine": mine,
    }


def _sum(awards: list[Award]) -> str:
    """Like "6 awarded, 4 claimed, 2 delivered"; each counts those that got at least so far."""
    states = Counter(award.state for award in awards if award.prize is not None)
    delivered = states[Award.State.DELIVERED]
    claimed = delivered + states[Award.State.CLAIMED]
    total = claimed + states[Award.State.AWARDED]
    if not total:
        return ""
    return ngettext(
        "%(total)s prize awarded, %(claimed)s claimed, %(delivered)s delivered",
        "%(total)s prizes awarded, %(claimed)s claimed, %(delivered)s delivered",
        total,
    ) % {"total": total, "claimed": claimed, "delivered": delivered}
