"""Rulings: all of them for everybody, and for those who run the evening one at a time, looked at before it is made."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from events.domain.disputes import rule_dispute
from events.domain.foreseen import Foreseen, foresee
from events.domain.rulings import Ruling, ruling
from events.forms.rulings import FORMS, DisputeRulingForm, RulingForm
from events.models import Event
from events.queries import rulings as queries
from events.queries import zones
from events.queries.roles import Action, allowed
from events.views.access import event_for, role_in, visitor
from events.views.answers import answered
from events.views.asking import Ask, ask, attempt
from events.views.viewing import viewer_zone
from events.views.written import write

KINDS = {
    Ruling.DISQUALIFY: (
        gettext_lazy("Disqualify somebody"),
        gettext_lazy("Their places don’t count, and what they haven’t been handed yet is void."),
    ),
    Ruling.SWAP: (
        gettext_lazy("Let two change places"),
        gettext_lazy("Two of one round, with what they won by their places."),
    ),
    Ruling.STRIKE: (
        gettext_lazy("Take a place away"),
        gettext_lazy("In one round only; whoever comes after moves up."),
    ),
    Ruling.REINSTATE: (
        gettext_lazy("Take a disqualification back"),
        gettext_lazy("What nobody else was given since is theirs again."),
    ),
    Ruling.NOTE: (
        gettext_lazy("Note something"),
        gettext_lazy("It changes nothing and stands beside the result."),
    ),
}
"""What each ruling is called, and what it does."""


@never_cache
@answered("GET")
def rulings(request: HttpRequest, event_id: str) -> HttpResponse:
    """Who ruled what, when and why; disputes with both times; and what was undone."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    zone = viewer_zone(request) or event.zone
    context = {
        "event": event,
        "city": zones.city(zone),
        "ruled": [(one, zones.local(one.at, zone)) for one in queries.rulings_of(event)],
        "disputes": [_times(one, zone) for one in queries.disputes_of(event)],
        "may_rule": allowed(Action.RULE, role_in(request, event), event.state),
        "kinds": [(kind, *KINDS[Ruling(kind)]) for kind in FORMS],
    }
    return render(request, "events/rulings.html", context)


@never_cache
@answered("GET", "POST")
def rule(request: HttpRequest, event_id: str, kind: str) -> HttpResponse:
    """Ask for a ruling, show what it would change, and make it once that has been seen."""
    event = event_for(request, event_id, Action.RULE)
    if kind not in FORMS:
        raise Http404(kind)
    form = FORMS[kind](event, request.POST or None)
    if request.method != "POST":
        return _page(request, event, kind, form)
    seen: list[Foreseen] = []
    target: dict[str, Any] = {"event_id": event_id, "by": visitor(request).by, "kind": kind}
    status = attempt(
        form,
        lambda sent: seen.append(write(foresee, **target, **form.target, reason=sent["reason"])),
    )
    if status:
        return _page(request, event, kind, form, status=status)
    foreseen, mark = seen[0], form.cleaned_data["seen"]
    if "rule" not in request.POST or mark != foreseen.mark:
        stale = "rule" in request.POST
        return _page(request, event, kind, form, foreseen, status=409 if stale else 200)
    status = attempt(
        form,
        lambda sent: write(
            ruling, **target, **form.target, reason=sent["reason"], command_id=sent["command_id"]
        ),
    )
    if status:
        return _page(request, event, kind, form, status=status)
    messages.success(request, _("Ruled. Everybody reads it."))
    return redirect("rulings", event_id)


@never_cache
@answered("GET", "POST")
def rule_on_dispute(request: HttpRequest, event_id: str, dispute_id: int) -> HttpResponse:
    """Decide a dispute that is still open, in words that everybody reads."""
    event = event_for(request, event_id, Action.RULE)
    zone = viewer_zone(request) or event.zone
    found = [one for one in queries.disputes_of(event) if one.dispute.pk == dispute_id]
    if not found:
        raise Http404(str(dispute_id))
    form = DisputeRulingForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = attempt(
            form,
            lambda sent: write(
                rule_dispute,
                event_id=event_id,
                by=visitor(request).by,
                dispute_id=dispute_id,
                **sent,
            ),
        )
        if not status:
            messages.success(request, _("Ruled. Everybody reads it."))
            return redirect("rulings", event_id)
    one = found[0]
    said = [_about(one), *_said_times(_times(one, zone), zones.city(zone))]
    words = Ask(
        _("Rule on a dispute"),
        _("Rule"),
        said,
        quotes=[f"“{one.dispute.said}”"],
        back="rulings",
    )
    return ask(request, event, form, words, status)


def _page(
    request: HttpRequest,
    event: Event,
    kind: str,
    form: RulingForm,
    foreseen: Foreseen | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The form, and under it what it would change; what is shown is then what may be made."""
    context = {
        "event": event,
        "form": form,
        "fields": form.visible(),
        "title": KINDS[Ruling(kind)][0],
        "does": KINDS[Ruling(kind)][1],
        "foreseen": foreseen,
        "stale": status == 409,
    }
    return render(request, "events/rule.html", context, status=status)


def _times(one: queries.Disputed, zone: str) -> dict[str, Any]:
    """A dispute with both times to the millisecond."""
    row = one.dispute
    return {
        "one": one,
        "opened": zones.local(row.opened_at, zone),
        "ruled": zones.local(row.ruled_at, zone) if row.ruled_at else None,
        "sent": _exactly(one.times.sent, zone),
        "received": _exactly(one.times.received, zone),
        "deadline": _exactly(one.times.deadline, zone),
        "lag": f"{one.lag.total_seconds():.3f}" if one.lag is not None else "",
    }


def _exactly(at: Any, zone: str) -> str:
    return f"{zones.local(at, zone).at:%H:%M:%S.%f}"[:-3] if at is not None else ""


def _about(one: queries.Disputed) -> str:
    words = {"name": one.dispute.registration.name, "round": one.where, "move": one.move}
    if one.move:
        return _("%(name)s, in %(round)s, about this: %(move)s") % words
    return _("%(name)s, in %(round)s.") % words


def _said_times(times: dict[str, Any], city: str) -> list[str]:
    words = {**times, "city": city}
    sent = (
        _("Sent by the page at %(sent)s %(city)s.")
        if times["sent"]
        else _("When the page sent it is not known.")
    )
    said = [sent % words]
    if times["received"]:
        said.append(_("Received by the server at %(received)s %(city)s.") % words)
    if times["deadline"]:
        said.append(_("The time to act ran until %(deadline)s %(city)s.") % words)
    return said
