"""Results: who came where, what they won and whether they have it; and everything that happened, in words."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from events.forms.command import CommandForm
from events.models import Award, Dispute, Event
from events.queries import actors, handover, outcome, programme, zones
from events.queries import results as queries
from events.queries.happenings import happenings
from events.queries.roles import Action, Role, allowed
from events.queries.table import log
from events.views.access import event_for, role_in, visitor
from events.views.answers import answered
from events.views.viewing import viewer_zone

OVER = (Event.State.FINISHED, Event.State.SETTLED)


@never_cache
@answered("GET")
def results(request: HttpRequest, event_id: str) -> HttpResponse:
    """Rounds with their places, each award with its state, and every version of the result."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    return render(request, "events/results.html", page_context(request, event))


@never_cache
@answered("GET")
def round_page(request: HttpRequest, event_id: str, number: int) -> HttpResponse:
    """One round: places, rolls and prizes. A round that was never drawn isn't found."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    drawn = event.played_rounds.filter(number=number).last()
    if drawn is None:
        raise Http404(str(number))
    role, person = role_in(request, event), visitor(request).person
    numbers = sorted(set(event.played_rounds.values_list("number", flat=True)))
    place = numbers.index(number)
    context = {
        "event": event,
        "over": event.state in OVER,
        "title": programme.title_of(drawn),
        "version": queries.latest(event),
        "tables": [one for one in outcome.rounds_of(event) if one.match.round.number == number],
        "lines": [
            line
            for line in handover.lines(event, role, person)
            if line.award.match and line.award.match.round.number == number
        ],
        "before": numbers[place - 1] if place else None,
        "after": numbers[place + 1] if place + 1 < len(numbers) else None,
    }
    return render(request, "events/round.html", context)


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
        "title": programme.title_of(match.round),
        "city": zones.city(zone),
        "lines": [(line, zones.local(line.at, zone)) for line in log.everything(match)],
    }
    return render(request, "events/match_log.html", context)


def page_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Everything the results page and its printed form show, all of one version."""
    role = role_in(request, event)
    zone = viewer_zone(request) or event.zone
    version = queries.latest(event)
    rounds = outcome.rounds_of(event, version)
    lines = handover.lines(event, role, visitor(request).person)
    rolls = [one.rolls for one in rounds if one.rolls is not None]
    return {
        "event": event,
        "when": zones.local(event.starts_at, zone),
        "city": zones.city(zone),
        "over": event.state in OVER,
        "version": version,
        "versions": _versions(event, zone),
        "lines": lines,
        "sum": handover.summary(lines),
        "goes_back": _goes_back(lines, zone),
        "rounds": rounds,
        "round_count": len({one.match.round.number for one in rounds}),
        "rolls": sum(rolls),
        "played": len(
            {seat.registration_id for one in rounds for seat in (*one.placed, *one.unplaced)}
        ),
        "winners": [step["name"] for step in version.data["podium"] if step["place"] == 1],
        "sealed": event.ledger.filter(kind="seals").exists(),
        "open_disputes": Dispute.objects.filter(match__event=event, ruled_at=None).count(),
        "command": CommandForm(),
        **_host_only(event, role),
    }


def _host_only(event: Event, role: Role) -> dict[str, Any]:
    """What whoever runs the evening, or watches over it, can do from here."""
    gives = allowed(Action.AWARD_CUSTOM, role, event.state)
    return {
        "staff": allowed(Action.DELIVER, role, event.state),
        "may_rule": allowed(Action.RULE, role, event.state),
        "to_give": handover.to_give(event) if gives else [],
    }


def _versions(event: Event, zone: str) -> list[dict[str, Any]]:
    """Every version, the latest first: number, when, by whom, why, and what it changed."""
    changed = queries.changes(event)
    names = actors.called(version.by for version, _lines in changed)
    return [
        {
            "number": version.number,
            "when": zones.local(version.at, zone),
            "who": names[version.by],
            "reason": version.reason,
            "changes": lines,
        }
        for version, lines in changed
        if version.at is not None
    ]


def _goes_back(lines: list[handover.Line], zone: str) -> zones.LocalTime | None:
    """When the first of the prizes that nobody has claimed goes back."""
    until = [
        line.award.claim_until
        for line in lines
        if line.award.state == Award.State.AWARDED and line.award.prize and line.award.claim_until
    ]
    return zones.local(min(until), zone) if until else None
