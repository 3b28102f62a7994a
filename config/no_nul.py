"""No NUL gets in by an address or a cookie."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

NUL = "\x00"


class NoNulMiddleware:
    """Refuse an address with a NUL in it, and read no cookie that has one.

    PostgreSQL keeps no NUL in a text and fails on a query that asks for one, SQLite doesn't. Forms refuse it by
    themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.path:
            raise BadRequest("an address with a NUL")
        for name in [name for name, value in request.COOKIES.items() if NUL in value]:
            del request.COOKIES[name]
        return self.get_response(request)
