"""One change of thread a request."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

GetResponse = Callable[[HttpRequest], HttpResponse]


@sync_only_middleware
def one_thread(get_response: GetResponse) -> GetResponse:
    """Innermost middleware, which makes Django run all others in one thread.

    Left to itself Django runs every middleware that can be async as such, and theirs are not: each
    hops to a thread and back, twice a request. With this a small page took 2.2 ms instead of 4.6.
    """
    return get_response
