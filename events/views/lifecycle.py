"""What ends one part of an evening and begins the next: publish, close a rehearsal, cancel, finish."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.domain import evenings
from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.forms.staff import CancelForm
from events.queries.roles import Action
from events.views.access import event_for, for_accounts, visitor
from events.views.answers import answered, put_at_field
from events.views.planning import ready_context
from events.views.written import write


@answered("GET", "POST")
@for_accounts
def publish(request: HttpRequest, event_id: str) -> HttpResponse:
    """Seal the seeds and show the evening to everybody."""
    event_for(request, event_id, Action.PUBLISH)
    if request.method != "POST":
        return redirect("ready", event_id)
    return _done(
        request, event_id, evenings.publish_event, _("Published. This is the address to give out.")
    )


@answered("GET", "POST")
@for_accounts
def close(request: HttpRequest, event_id: str) -> HttpResponse:
    """Close a rehearsal's list now."""
    event_for(request, event_id, Action.PRACTICE)
    if request.method != "POST":
        return redirect("ready", event_id)
    return _done(
        request,
        event_id,
        evenings.close_rehearsal,
        _("The list is closed. Draw when you are ready."),
    )


@answered("GET", "POST")
@for_accounts
def finish(request: HttpRequest, event_id: str) -> HttpResponse:
    """End the evening; every seal opens."""
    event_for(request, event_id, Action.FINISH)
    if request.method != "POST":
        return redirect("ready", event_id)
    form = CommandForm(request.POST)
    form.is_valid()
    write(
        evenings.finish_event,
        event_id=event_id,
        by=visitor(request).by,
        command_id=form.cleaned_data["command_id"],
    )
    messages.success(request, _("The evening is over. Everything is on this page."))
    return redirect("results", event_id)


@answered("GET", "POST")
@for_accounts
def cancel(request: HttpRequest, event_id: str) -> HttpResponse:
    """Call the evening off, with a reason that everybody reads."""
    event_for(request, event_id, Action.CANCEL)
    if request.method != "POST":
        return redirect("ready", event_id)
    form = CancelForm(request.POST, auto_id="cancel_%s")
    status = 422
    if form.is_valid():
        try:
            write(
                evenings.cancel_event,
                event_id=event_id,
                by=visitor(request).by,
                reason=form.cleaned_data["reason"],
                command_id=form.cleaned_data["command_id"],
            )
        except Refusal as refusal:
            put_at_field(form, refusal)
            status = refusal.status
        else:
            messages.success(request, _("Cancelled. Everybody who opens the page reads why."))
            return redirect("ready", event_id)
    context = ready_context(request, event_id, cancel_form=form)
    return render(request, "events/ready.html", context, status=status)


def _done(
    request: HttpRequest, event_id: str, act: Callable[..., object], message: str
) -> HttpResponse:
    form = CommandForm(request.POST)
    form.is_valid()
    try:
        write(
            act,
            event_id=event_id,
            by=visitor(request).by,
            command_id=form.cleaned_data["command_id"],
        )
    except Refusal as refusal:
        # What stands against it is on the same page, so the sentence goes above it.
        context = ready_context(request, event_id, refused=str(refusal))
        return render(request, "events/ready.html", context, status=refusal.status)
    messages.success(request, message)
    return redirect("ready", event_id)
