"""Prizes on their way: claimed by the winner, delivered by the host or an organiser."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from events.domain.prizes import claim_award, deliver_award
from events.forms.command import CommandForm
from events.queries.roles import Action
from events.views.access import event_for, visitor
from events.views.answers import answered
from events.views.written import write


@answered("GET", "POST")
def claim(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """The winner says that they want it."""
    event = event_for(request, event_id, Action.CLAIM)
    if request.method != "POST":
        return redirect("results", event_id)
    write(
        claim_award,
        event_id=event_id,
        person=visitor(request).known,
        award_id=award_id,
        command_id=_command_id(request),
    )
    messages.success(request, _("Claimed. %(host)s hands it over.") % {"host": event.host})
    return redirect("results", event_id)


@answered("GET", "POST")
def deliver(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """Whoever runs the evening says that it has been handed over."""
    event_for(request, event_id, Action.DELIVER)
    if request.method != "POST":
        return redirect("results", event_id)
    write(
        deliver_award,
        event_id=event_id,
        by=visitor(request).by,
        award_id=award_id,
        command_id=_command_id(request),
    )
    messages.success(request, _("Delivered. It is on record."))
    return redirect("results", event_id)


def _command_id(request: HttpRequest) -> str:
    form = CommandForm(request.POST)
    form.is_valid()
    return str(form.cleaned_data["command_id"])
