"""How a view says no: a refusal becomes a sentence on a page, or at the field it belongs to."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from events.domain.refusal import Refusal

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

TITLES = {
    400: _("That didn’t arrive whole"),
    403: _("That isn’t yours to do"),
    404: _("There is nothing here"),
    405: _("This address doesn’t do that"),
    409: _("This page is out of date"),
    410: _("This link is used up"),
    413: _("That is too much at once"),
    422: _("That can’t be done"),
    429: _("A little slower"),
    500: _("Something went wrong here"),
}


def answered(*methods: str) -> Callable[[View[P]], View[P]]:
    """Let these methods through, and answer a Refusal with a page that says why and what to do."""
    allowed = (*methods, "HEAD") if "GET" in methods else methods

    def wrap(view: View[P]) -> View[P]:
        @wraps(view)
        def answering(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method not in allowed:
                response = sentence(
                    request, 405, _("Go back to the page before, and use its buttons.")
                )
                response["Allow"] = ", ".join(allowed)
                return response
            try:
                return view(request, *args, **kwargs)
            except Refusal as refusal:
                return refused(request, refusal)

        return answering

    return wrap


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The refusal as a page of its own, with its status."""
    return sentence(request, refusal.status, str(refusal))


def sentence(request: HttpRequest, status: int, text: object) -> HttpResponse:
    """A page that says one thing. It reads no database, so that it can be shown in every trouble."""
    context = {"heading": TITLES.get(status, TITLES[500]), "text": text, "status": status}
    return render(request, "events/refused.html", context, status=status)


def put_at_field(form: BaseForm, refusal: Refusal) -> None:
    """Put a refusal where it belongs: at its field if the form shows it, else above the form."""
    field = refusal.field
    if field is not None and (field not in form.fields or form.fields[field].widget.is_hidden):
        field = None
    form.add_error(field, str(refusal))
