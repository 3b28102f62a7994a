"""Entering an evening, changing one's name, leaving."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.domain import departures
from events.domain import registration as domain
from events.domain.admission import free_name
from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.forms.entry import RegisterForm, RenameForm
from events.models import Event, Person, Registration
from events.queries import entries
from events.queries.roles import Action
from events.views.access import event_for, joining, remember_device, visitor
from events.views.addresses import (
    check_guess_rate,
    check_rate,
    check_registration_rate,
    client_address,
    right_guess,
)
from events.views.answers import answered, put_at_field
from events.views.evening_pages import page_context
from events.views.written import write


@answered("GET", "POST")
def register(request: HttpRequest, event_id: str) -> HttpResponse:
    """Enter under a name. What is refused is said at its field, and nothing typed is lost."""
    found = event_for(request, event_id, Action.REGISTER)
    if request.method != "POST":
        return redirect("event", event_id)
    check_registration_rate(request, event_id, visitor(request).person)
    form = RegisterForm(found, request.POST)
    secret = None
    if form.is_valid():
        person, secret = joining(request)
        try:
            entry = _enter(request, found, person, form.cleaned_data)
        except Refusal as refusal:
            put_at_field(form, refusal)
            response = _again(request, found, form=form, status=refusal.status)
        else:
            messages.success(request, _welcome(entry))
            response = _to_event(request, event_id)
    else:
        response = _again(request, found, form=form)
    remember_device(response, secret)
    return response


def _enter(
    request: HttpRequest, found: Event, person: Person, sent: dict[str, Any]
) -> Registration:
    """The entry. Where a code is asked for, wrong ones count as guesses."""
    is_guess = found.entry_mode == Event.EntryMode.CODE
    if is_guess:
        check_guess_rate(request)
    try:
        entry: Registration = write(
            domain.register,
            event_id=found.public_id,
            person=person,
            name=sent["name"],
            code=sent.get("code", ""),
            client_seed=sent["client_seed"] or None,
            command_id=sent["command_id"],
        )
    except Refusal as refusal:
        if is_guess and refusal.code != "code":
            right_guess(request)
        raise
    if is_guess:
        right_guess(request)
    return entry


@never_cache
@answered("GET")
def check_name(request: HttpRequest, event_id: str) -> HttpResponse:
    """Whether a name is free, as a line under its field."""
    found = event_for(request, event_id, Action.REGISTER)
    check_rate("name", f"{event_id}/{client_address(request)}", most=600, seconds=60)
    text = request.GET.get("name", "").strip()
    context = {"name": "", "wrong": ""}
    if text:
        own = entries.entry_of(found, visitor(request).person)
        try:
            context["name"] = free_name(found, text, but=own)
        except Refusal as refusal:
            context["wrong"] = str(refusal)
    return render(request, "events/_name_check.html", context)


@answered("GET", "POST")
def rename(request: HttpRequest, event_id: str) -> HttpResponse:
    """Change the name of one's entry."""
    found = event_for(request, event_id, Action.RENAME)
    if request.method != "POST":
        return redirect("event", event_id)
    person = visitor(request).known
    check_registration_rate(request, event_id, person)
    form = RenameForm(request.POST, auto_id="rename_%s")
    if not form.is_valid():
        return _again(request, found, rename_form=form)
    try:
        entry = write(
            domain.rename,
            event_id=event_id,
            person=person,
            name=form.cleaned_data["name"],
            command_id=form.cleaned_data["command_id"],
        )
    except Refusal as refusal:
        put_at_field(form, refusal)
        return _again(request, found, rename_form=form, status=refusal.status)
    messages.success(request, _("You are on the list as %(name)s now.") % {"name": entry.name})
    return _to_event(request, event_id)


@never_cache
@answered("GET", "POST")
def withdraw(request: HttpRequest, event_id: str) -> HttpResponse:
    """Ask first, then take the entry back, with an open call and a seat."""
    found = event_for(request, event_id, Action.WITHDRAW)
    person = visitor(request).known
    if request.method != "POST":
        context = {"event": found, "entry": entries.entry_of(found, person), "form": CommandForm()}
        return render(request, "events/withdraw_confirm.html", context)
    form = CommandForm(request.POST)
    form.is_valid()
    write(
        departures.leave,
        event_id=event_id,
        person=person,
        command_id=form.cleaned_data["command_id"],
    )
    messages.success(request, _("You are off the list. You can still watch."))
    return redirect("event", event_id)


def _again(
    request: HttpRequest,
    found: Event,
    *,
    form: RegisterForm | None = None,
    rename_form: RenameForm | None = None,
    status: int = 422,
) -> HttpResponse:
    """The page once more, with what was typed and why it was refused; for htmx only the card."""
    found.refresh_from_db()
    context = page_context(request, found, form=form, rename_form=rename_form)
    if context["form"] is None and form is not None:
        # The form is no longer on the page, so the sentence stands in its place.
        context["gate"] = {"text": " ".join(_sentences(form))}
    template = "events/event.html#join" if getattr(request, "htmx", False) else "events/event.html"
    return render(request, template, context, status=status)


def _sentences(form: CommandForm) -> list[str]:
    return [str(error) for errors in form.errors.values() for error in errors]


def _to_event(request: HttpRequest, event_id: str) -> HttpResponse:
    """Back to the page, whole: it must be opened anew as whoever registered."""
    if getattr(request, "htmx", False):
        response = HttpResponse()
        response["HX-Redirect"] = reverse("event", args=[event_id])
        return response
    return redirect("event", event_id)


def _welcome(entry: Registration) -> str:
    if entry.status == Registration.Status.WAITING:
        return _("All places are taken. You are number %(place)s on the waiting list.") % {
            "place": entries.place_in_line(entry)
        }
    return _("You are on the list as %(name)s, arrival number %(number)s.") % {
        "name": entry.name,
        "number": entry.number,
    }
