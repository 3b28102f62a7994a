"""The first page, and the way in by PIN."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from events.forms.entry import PinForm
from events.queries import clock, evenings, history
from events.views.access import visitor
from events.views.addresses import check_guess_rate, right_guess
from events.views.answers import answered
from events.views.evening_rows import rows
from events.views.viewing import viewer_zone

SHOWN = 12
"""Evenings on the first page, at most."""


@answered("GET")
def home(request: HttpRequest) -> HttpResponse:
    """What this is, the evenings to come, the PIN, and one's own places."""
    return _page(request, PinForm())


@answered("POST")
def enter_pin(request: HttpRequest) -> HttpResponse:
    """From a PIN to its evening."""
    check_guess_rate(request)
    form = PinForm(request.POST)
    if form.is_valid():
        event = evenings.by_pin(form.cleaned_data["pin"])
        if event is not None:
            right_guess(request)
            return redirect("event", event.public_id)
        form.add_error("pin", _("No evening has this PIN. Look at the screen once more."))
    return _page(request, form, status=422)


@answered("GET")
def join(request: HttpRequest, pin: str) -> HttpResponse:
    """The address in the QR code: straight to the evening."""
    check_guess_rate(request)
    event = evenings.by_pin(pin)
    if event is not None:
        right_guess(request)
        return redirect("event", event.public_id)
    form = PinForm({"pin": pin})
    if form.is_valid():
        form.add_error("pin", _("No evening has this PIN. Look at the screen once more."))
    return _page(request, form, status=404)


def _page(request: HttpRequest, form: PinForm, status: int = 200) -> HttpResponse:
    now = clock.now()
    zone = viewer_zone(request)
    person = visitor(request).person
    context = {
        "pin_form": form,
        "evenings": rows(list(evenings.upcoming(now)[:SHOWN]), now, zone),
        "places": history.open_places(person),
    }
    return render(request, "events/home.html", context, status=status)
