"""The next evening of a series, from one there is: a day, an hour, and one press."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.domain.refusal import Refusal
from events.domain.repeats import next_plan, repeat_evening
from events.forms.repeat import RepeatForm
from events.models import Event
from events.queries import clock, zones
from events.queries.roles import Action
from events.views.access import account, event_for, for_accounts
from events.views.answers import answered
from events.views.written import write


@never_cache
@answered("GET", "POST")
@for_accounts
def repeat(request: HttpRequest, event_id: str) -> HttpResponse:
    """Plan the next one: a draft with everything as it was, a week later by the same clock."""
    event = event_for(request, event_id, Action.REPEAT)
    planned = next_plan(event, now=clock.now())
    form = RepeatForm(request.POST or None, planned=planned)
    if request.method == "POST" and form.is_valid():
        try:
            made = write(
                repeat_evening,
                event_id=event_id,
                host=account(request),
                plan=form.plan,
                command_id=form.cleaned_data["command_id"],
            )
        except Refusal as refusal:
            form.put_refusal(refusal)
        else:
            messages.success(
                request,
                _("A draft for %(when)s, with everything as it was. Publish it when it is right.")
                % {"when": zones.said(made.starts_at, made.zone)},
            )
            return redirect("ready", made.public_id)
    context = {
        "event": event,
        "later": _later(event),
        "form": form,
        "city": zones.city(event.zone),
        "day": zones.local(event.starts_at, event.zone),
        "prizes": event.prizes.count(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "events/repeat.html", context, status=status)


def _later(event: Event) -> Event | None:
    """The last evening of the series, if it comes after this one: that is what the next one follows."""
    if event.series is None:
        return None
    return event.series.events.filter(starts_at__gt=event.starts_at).order_by("starts_at").last()
