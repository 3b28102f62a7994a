"""A request's own id: in every log line written for it, and in its answer."""

import re
import uuid
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
_FORM = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestIdMiddleware:
    """Take the proxy's X-Request-ID, or make one; bind it for the logs; send it back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        request_id = given if _FORM.fullmatch(given) else uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(
            request_id=request_id, method=request.method, path=request.path
        )
        response = self.get_response(request)
        response[HEADER] = request_id
        return response
