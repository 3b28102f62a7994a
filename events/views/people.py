"""A person's own things: where they have been, the link to another device, the name they host under."""

from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from events.domain import people
from events.domain.accounts import set_host_name
from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.forms.people import HostNameForm
from events.models import Award
from events.queries import history as queries
from events.queries import zones
from events.queries.roles import Action
from events.views.access import account, event_for, for_accounts, remember_device, visitor
from events.views.addresses import check_guess_rate, check_rate, right_guess
from events.views.answers import answered, put_at_field
from events.views.viewing import viewer_zone
from events.views.written import write


@never_cache
@answered("GET")
def history(request: HttpRequest) -> HttpResponse:
    """The evenings this device or account has been to, with places and prizes."""
    zone = viewer_zone(request)
    rows = [
        {
            "past": past,
            "entry": past.entry,
            "when": zones.local(past.entry.event.starts_at, zone or past.entry.event.zone),
            "prizes": [_prize(award, zone or past.entry.event.zone) for award in past.prizes],
        }
        for past in queries.history_of(visitor(request).person)
    ]
    return render(request, "events/history.html", {"rows": rows})


@never_cache
@answered("GET", "POST")
@sensitive_variables("token", "link", "context")
def make_link(request: HttpRequest, event_id: str) -> HttpResponse:
    """Make a link that moves this person to another device; it is shown this once."""
    found = event_for(request, event_id, Action.RESUME_LINK)
    person = visitor(request).known
    link = ""
    if request.method == "POST":
        check_rate("resume", person.public_id, most=20, seconds=600)
        token = write(people.resume_link, person)
        link = f"{settings.PUBLIC_URL}{reverse('resume', args=[token])}"
    context = {
        "event": found,
        "form": CommandForm(),
        "link": link,
        "qr": _qr(link) if link else "",
    }
    return render(request, "events/resume_link.html", context)


@never_cache
@answered("GET", "POST")
@sensitive_variables("token", "secret")
def use_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show whom the link would move here, and move them when asked. Looking uses nothing up."""
    check_guess_rate(request)
    if request.method != "POST":
        person = people.look_at_resume_link(token)
        right_guess(request)
        places = queries.open_places(person)
        return render(request, "events/resume.html", {"person": person, "places": places})
    person, secret = write(people.use_resume_link, token)
    right_guess(request)
    places = queries.open_places(person)
    messages.success(request, _("This device holds your place now. The other one can only watch."))
    response = redirect("event", places[0].event.public_id) if places else redirect("home")
    remember_device(response, secret)
    return response


@answered("GET", "POST")
@for_accounts
def set_name(request: HttpRequest) -> HttpResponse:
    """The name people know a host by."""
    user = account(request)
    back = request.POST.get("next", "") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = reverse("dashboard")
    form = HostNameForm(request.POST or None, initial={"name": user.name})
    if request.method == "POST" and form.is_valid():
        try:
            write(set_host_name, user=user, name=form.cleaned_data["name"])
        except Refusal as refusal:
            put_at_field(form, refusal)
        else:
            messages.success(request, _("People know you as %(name)s now.") % {"name": user.name})
            return redirect(back)
    status = 422 if request.method == "POST" else 200
    return render(request, "events/host_name.html", {"form": form, "next": back}, status=status)


def _prize(award: Award, zone: str) -> dict[str, Any]:
    """What was won: how far it is, and what the winner can do about it."""
    host = award.event.host
    until = award.claim_until and zones.said(award.claim_until, zone)
    said = {
        Award.State.AWARDED: _("yours until %(until)s") % {"until": until} if until else _("yours"),
        Award.State.CLAIMED: _("claimed: %(host)s hands it over") % {"host": host},
        Award.State.DELIVERED: _("handed over, says %(host)s") % {"host": host},
        Award.State.CONFIRMED: _("you have it"),
        Award.State.DISPUTED: _("you said that it isn’t right: %(host)s owes it to you")
        % {"host": host},
        Award.State.RETURNED: _("nobody claimed it in time, so it went back"),
        Award.State.VOID: _("doesn’t stand any more"),
    }
    todo = {
        Award.State.AWARDED: _("Claim it"),
        Award.State.DELIVERED: _("Say whether you have it"),
    }
    state = Award.State(award.state)
    return {"award": award, "state": said[state], "todo": todo.get(state, "")}


def _qr(address: str) -> SafeString:
    """The address as an SVG without a style of its own; ISO/IEC 18004, error correction M."""
    svg = segno.make(address, error="m", micro=False).svg_inline(
        border=2, svgclass="qr", lineclass=None, omitsize=True, dark="#071621", light="#fff"
    )
    return mark_safe(svg)  # noqa: S308 made by the library from our own address
