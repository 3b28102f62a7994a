"""No body is read that is larger than anything this site takes."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

GetResponse = Callable[[HttpRequest], HttpResponse]


@sync_only_middleware
def body_limit(get_response: GetResponse) -> GetResponse:
    """Refuse by its length what nothing here would read: a file has no limit of Django's."""

    def limited(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isascii() and length.isdecimal() and _is_more(length):
            raise RequestDataTooBig("a body larger than anything this site takes")
        return get_response(request)

    return limited


def _is_more(length: str) -> bool:
    # Python refuses to read a number of thousands of digits.
    return len(length) > len(str(settings.MOST_BODY)) or int(length) > settings.MOST_BODY
