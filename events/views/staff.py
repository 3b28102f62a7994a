"""Who helps run an evening, and who practises at it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.domain.evenings import add_co_host as domain_add
from events.domain.practice import add_practice_players
from events.domain.refusal import Refusal
from events.forms.staff import CoHostForm, PracticeForm
from events.queries.roles import Action
from events.views.access import event_for, for_accounts, visitor
from events.views.addresses import check_rate
from events.views.answers import answered, put_at_field
from events.views.planning import ready_context
from events.views.written import write


@answered("GET", "POST")
@for_accounts
def add_co_host(request: HttpRequest, event_id: str) -> HttpResponse:
    """Let another account run this evening too."""
    event_for(request, event_id, Action.ADD_CO_HOST)
    if request.method != "POST":
        return redirect("ready", event_id)
    # Whether an address has an account is something to be asked now and then, not in bulk.
    check_rate("co-host", visitor(request).by, most=20, seconds=3600)
    form = CoHostForm(request.POST, auto_id="cohost_%s")
    status = 422
    if form.is_valid():
        try:
            staff = write(
                domain_add,
                event_id=event_id,
                by=visitor(request).by,
                email=form.cleaned_data["email"],
                command_id=form.cleaned_data["command_id"],
            )
        except Refusal as refusal:
            put_at_field(form, refusal)
            status = refusal.status
        else:
            messages.success(
                request, _("%(name)s can run this evening too.") % {"name": staff.user}
            )
            return redirect("ready", event_id)
    context = ready_context(request, event_id, co_host_form=form)
    return render(request, "events/ready.html", context, status=status)


@answered("GET", "POST")
@for_accounts
def add_practice(request: HttpRequest, event_id: str) -> HttpResponse:
    """Fill a rehearsal with practice players."""
    event_for(request, event_id, Action.PRACTICE)
    if request.method != "POST":
        return redirect("ready", event_id)
    form = PracticeForm(request.POST, auto_id="practice_%s")
    status = 422
    if form.is_valid():
        try:
            count = write(
                add_practice_players,
                event_id=event_id,
                by=visitor(request).by,
                count=form.cleaned_data["count"],
                command_id=form.cleaned_data["command_id"],
            )
        except Refusal as refusal:
            put_at_field(form, refusal)
            status = refusal.status
        else:
            added = ngettext("%(n)s practice player came.", "%(n)s practice players came.", count)
            messages.success(request, added % {"n": count})
            return redirect("ready", event_id)
    context = ready_context(request, event_id, practice_form=form)
    return render(request, "events/ready.html", context, status=status)
