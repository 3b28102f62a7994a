"""The organiser's page: every evening with its result, prizes and disputes, and all that is still to hand over."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.forms.organiser import FilterForm
from events.models import Award, Event
from events.queries import organiser as queries
from events.queries import zones
from events.views.access import account, for_accounts
from events.views.answers import answered

EVENINGS, PRIZES = 25, 12
"""So many are on a page of each list."""
OVER = (Event.State.FINISHED, Event.State.SETTLED)


@never_cache
@answered("GET")
@for_accounts
def organise(request: HttpRequest) -> HttpResponse:
    """Organisers see every evening, hosts those they run; the same page for both."""
    user = account(request)
    mine = queries.evenings_for(user)
    form = FilterForm(request.GET, hosts=queries.hosts_of(mine), series=queries.series_of(mine))
    found = queries.narrowed(mine, form.filters())
    evenings = Paginator(queries.with_numbers(found), EVENINGS).get_page(request.GET.get("page"))
    owed = Paginator(queries.undelivered(found), PRIZES).get_page(request.GET.get("prizes"))
    context = {
        "form": form,
        "sees_all": queries.sees_all(user),
        "evenings": evenings,
        "rows": [_row(queries.line_of(event)) for event in evenings],
        "owed": owed,
        "prizes": [_prize(award) for award in owed],
    }
    return render(request, "events/organiser.html", context)


def _row(line: queries.Line) -> dict[str, Any]:
    event = line.event
    return {
        "line": line,
        "event": event,
        "when": zones.local(event.starts_at, event.zone),
        "to": "results" if event.state in OVER else "ready",
        "is_over": event.state in OVER,
    }


def _prize(award: Award) -> dict[str, Any]:
    """A prize on its way: where it stands in words, and since when."""
    zone = award.event.zone
    since = {
        Award.State.CLAIMED: award.claimed_at,
        Award.State.DISPUTED: award.delivered_at,
    }.get(Award.State(award.state)) or award.awarded_at
    words = {
        Award.State.AWARDED: _("won %(day)s, not claimed yet"),
        Award.State.CLAIMED: _("claimed %(day)s"),
        Award.State.DISPUTED: _("called delivered %(day)s, and disputed"),
    }[Award.State(award.state)]
    return {
        "award": award,
        "since": words % {"day": zones.local(since, zone).date},
        "until": award.claim_until
        and award.state == Award.State.AWARDED
        and zones.local(award.claim_until, zone).date,
    }
