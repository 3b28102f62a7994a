"""Pages that ask for one act with a form: shown, done, or shown again with what was wrong at its field."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.models import Event
from events.views.answers import put_at_field


@dataclass(frozen=True, slots=True)
class Ask:
    """What stands round the form: a heading, what is at stake in sentences, and the button's words and kind."""

    heading: Any
    button: Any
    says: list[Any] = field(default_factory=list)
    kind: str = "solid"
    quotes: list[Any] = field(default_factory=list)
    back: str = "results"


def attempt(form: CommandForm, act: Callable[[dict[str, Any]], object]) -> int:
    """Do ``act`` with what was sent if the form is whole; 0 once it is done, else the status to show it again with."""
    if not form.is_valid():
        return 422
    try:
        act(form.cleaned_data)
    except Refusal as refusal:
        put_at_field(form, refusal)
        return refusal.status
    return 0


def ask(
    request: HttpRequest, event: Event, form: CommandForm, words: Ask, status: int = 200
) -> HttpResponse:
    """The page with the form; what was typed stays."""
    context = {"event": event, "form": form, "ask": words}
    return render(request, "events/ask.html", context, status=status)
