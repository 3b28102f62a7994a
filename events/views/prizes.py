"""Prizes on their way: claimed, received or disputed by the winner, delivered by the host or an organiser."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.domain.prizes import claim_award, confirm_award, deliver_award, dispute_award
from events.forms.awards import ClaimCodeForm, DisputeForm
from events.forms.command import CommandForm
from events.models import Award, Event
from events.queries.roles import Action
from events.views.access import check_state, event_for, visitor
from events.views.addresses import check_guess_rate, right_guess
from events.views.answers import answered
from events.views.asking import Ask, ask, attempt
from events.views.written import write


@answered("GET", "POST")
def claim(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """The winner says that they want it."""
    event = event_for(request, event_id, Action.CLAIM)
    if request.method != "POST":
        return redirect("results", event_id)
    check_state(request, event, Action.CLAIM)
    write(
        claim_award,
        event_id=event_id,
        person=visitor(request).known,
        award_id=award_id,
        command_id=_command_id(request),
    )
    messages.success(request, _("Claimed. %(host)s hands it over.") % {"host": event.host})
    return redirect("results", event_id)


@never_cache
@answered("GET", "POST")
def claim_by_code(request: HttpRequest, event_id: str) -> HttpResponse:
    """Whoever has the code that the host gave out claims with it, on any device."""
    event = event_for(request, event_id, Action.CLAIM_BY_CODE)
    form = ClaimCodeForm(request.POST or None)
    status = 200
    if request.method == "POST":
        check_guess_rate(request)
        check_state(request, event, Action.CLAIM_BY_CODE)
        claimed: list[Award] = []
        status = attempt(form, lambda sent: claimed.append(_claim(request, event_id, sent)))
        if claimed:
            right_guess(request)
            messages.success(request, _claimed(event, claimed[0]))
            return redirect("results", event_id)
    words = Ask(
        _("Claim a prize with its code"),
        _("Claim it"),
        [_("For a prize you won on a device you don’t have any more. The host has its code.")],
        kind="go",
    )
    return ask(request, event, form, words, status)


@answered("GET", "POST")
def deliver(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """Whoever runs the evening says that it has been handed over."""
    event = event_for(request, event_id, Action.DELIVER)
    if request.method != "POST":
        return redirect("results", event_id)
    check_state(request, event, Action.DELIVER)
    write(
        deliver_award,
        event_id=event_id,
        by=visitor(request).by,
        award_id=award_id,
        command_id=_command_id(request),
    )
    messages.success(request, _("Delivered. It is on record."))
    return redirect("results", event_id)


@answered("GET", "POST")
def confirm(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """The winner says that they have it."""
    event = event_for(request, event_id, Action.CONFIRM)
    if request.method != "POST":
        return redirect("results", event_id)
    check_state(request, event, Action.CONFIRM)
    write(
        confirm_award,
        event_id=event_id,
        person=visitor(request).known,
        award_id=award_id,
        command_id=_command_id(request),
    )
    messages.success(request, _("Good. It is on record that you have it."))
    return redirect("results", event_id)


@never_cache
@answered("GET", "POST")
def dispute(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """The winner says that it hasn't come, or not as promised."""
    event = event_for(request, event_id, Action.DISPUTE_PRIZE)
    person = visitor(request).known
    award = award_or_404(event, award_id)
    form = DisputeForm(request.POST or None)
    status = 200
    if request.method == "POST":
        check_state(request, event, Action.DISPUTE_PRIZE)
        status = attempt(
            form,
            lambda sent: write(
                dispute_award, event_id=event_id, person=person, award_id=award_id, **sent
            ),
        )
        if not status:
            messages.success(
                request, _("Said. %(host)s is asked to deliver again.") % {"host": event.host}
            )
            return redirect("results", event_id)
    words = Ask(
        _("%(prize)s hasn’t come?") % {"prize": award.prize},
        _("Say that it hasn’t come"),
        [_("It counts as not delivered until the host has handed it over again.")],
    )
    return ask(request, event, form, words, status)


def award_or_404(event: Event, award_id: int) -> Award:
    """An award of this evening that comes with a prize; another's is not found."""
    award = (
        event.awards.select_related("prize", "registration__person", "match__round", "event")
        .filter(pk=award_id, prize__isnull=False)
        .first()
    )
    if award is None:
        raise Http404(str(award_id))
    return award


def _claim(request: HttpRequest, event_id: str, sent: dict[str, Any]) -> Award:
    return write(claim_award, event_id=event_id, person=visitor(request).person, **sent)


def _claimed(event: Event, award: Award) -> str:
    return _("Claimed for %(name)s: %(prize)s. %(host)s hands it over.") % {
        "name": award.registration.name,
        "prize": award.prize,
        "host": event.host,
    }


def _command_id(request: HttpRequest) -> str:
    form = CommandForm(request.POST)
    form.is_valid()
    return str(form.cleaned_data["command_id"])
