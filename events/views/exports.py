"""An evening's result to take away: files, a page to print, and a text for the community's thread."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from events.models import Event
from events.queries import exports, winners_post
from events.queries.roles import Action
from events.views.access import event_for
from events.views.answers import answered
from events.views.results import page_context

MARKUPS = {
    "plain": (_("Plain text"), _("For a mail or a chat.")),
    "markdown": (_("Markdown"), _("For Discord, Reddit, GitHub and the like.")),
    "bbcode": (_("BBCode"), _("For forums.")),
}
"""What each markup is called, and where it is read."""


@never_cache
@answered("GET")
def places_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Everybody by round and place, for a spreadsheet."""
    return _file(request, event_id, exports.places_csv, "places", "csv", exports.CSV_TYPE)


@never_cache
@answered("GET")
def prizes_csv(request: HttpRequest, event_id: str) -> HttpResponse:
    """Every prize with who has it, for a spreadsheet."""
    return _file(request, event_id, exports.prizes_csv, "prizes", "csv", exports.CSV_TYPE)


@never_cache
@answered("GET")
def result_json(request: HttpRequest, event_id: str) -> HttpResponse:
    """The whole result, for programs."""
    return _file(request, event_id, exports.result_json, "result", "json", exports.JSON_TYPE)


@never_cache
@answered("GET")
def printed(request: HttpRequest, event_id: str) -> HttpResponse:
    """Everything on one page in black on white."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    context = page_context(request, event) | {"theme": "day"}
    return render(request, "events/results_print.html", context)


@never_cache
@answered("GET")
def winners(request: HttpRequest, event_id: str) -> HttpResponse:
    """The winners as text to copy, in each markup."""
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    posts = [_post(event, key) for key in MARKUPS]
    context = {"event": event, "posts": posts, "over": event.results.exists()}
    return render(request, "events/winners.html", context)


def _post(event: Event, key: str) -> dict[str, Any]:
    """One markup's text, with as many rows as it has lines, within reason."""
    text = winners_post.winners_post(event, key)
    name, where = MARKUPS[key]
    rows = min(text.count("\n") + 2, 20)
    return {"key": key, "name": name, "where": where, "text": text, "rows": rows}


def _file(
    request: HttpRequest,
    event_id: str,
    make: Callable[[Event], bytes],
    what: str,
    kind: str,
    content_type: str,
) -> HttpResponse:
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    response = HttpResponse(make(event), content_type=content_type)
    name = exports.file_name(event, what, kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
