"""What a request gets that no view answers: a page for people, and JSON for a page's script that asked for it."""

import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.csrf import csrf_failure as csrf_page

from events.views.answers import sentence

RETRY_AFTER = 2
"""Seconds."""


def wants_json(request: HttpRequest) -> bool:
    """Whether a script of ours waits for the answer."""
    return "application/json" in request.headers.get("Accept", "")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that can't be read, or is too large to be."""
    if isinstance(exception, RequestDataTooBig):
        text = _("That is more than this page takes. Shorten it, then try again.")
        if request.content_type == "multipart/form-data" and not wants_json(request):
            text = _("That file is too large. Choose a picture of at most 2 MB.")
        if wants_json(request):
            return _told(413, "too-big", text)
        return sentence(request, 413, text)
    if wants_json(request):
        return _told(400, "bad-request", _("That didn’t arrive whole. Load the page again."))
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_json(request):
        return _told(403, "not-allowed", _("That isn’t yours to do here, or not at this moment."))
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if wants_json(request):
        return _told(404, "not-found", _("There is no such evening."))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """What nobody expected; or a database that is away, full or read-only just now, which a page waits out.

    Called while the exception is being handled.
    """
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError | InternalError):
        return _away(request)
    if wants_json(request):
        return _told(500, "broken", _("Something went wrong here. Load the page again."))
    return defaults.server_error(request)


def _away(request: HttpRequest) -> HttpResponse:
    text = _("The server can’t reach its records just now. Nothing is lost; try again in a moment.")
    response = (
        _told(503, "away", text) if wants_json(request) else render(request, "503.html", status=503)
    )
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def csrf_failure(request: HttpRequest, reason: str = "", **kwargs: Any) -> HttpResponse:
    """A form whose key doesn't fit: it was open too long, or it isn't ours."""
    if wants_json(request):
        text = _("This page was open for too long. Load it again, then retry.")
        return _told(403, "csrf", text)
    return csrf_page(request, reason)


def _told(status: int, code: str, message: str) -> JsonResponse:
    """As `commands` answers: no frames, and why not."""
    return JsonResponse({"frames": [], "message": message, "code": code}, status=status)
