"""A request's id goes back to who asked, and into every log line."""

import structlog
from django.http import HttpResponse
from django.test import RequestFactory

from config.request_id import RequestIdMiddleware

WELL_FORMED = "0123456789abcdef"


def answer(**headers) -> tuple[str, dict]:
    bound = {}

    def view(request):
        bound.update(structlog.contextvars.get_contextvars())
        return HttpResponse()

    request = RequestFactory().get("/somewhere", headers=headers)
    return RequestIdMiddleware(view)(request)["X-Request-ID"], bound


def test_request_id_of_a_proxy_is_kept():
    request_id, bound = answer(**{"X-Request-ID": WELL_FORMED})
    assert request_id == WELL_FORMED
    assert bound == {"request_id": WELL_FORMED, "method": "GET", "path": "/somewhere"}


def test_request_id_is_made_when_missing_or_odd():
    made = [answer()[0], answer(**{"X-Request-ID": 'x" injected\n'})[0]]
    assert [len(each) for each in made] == [32, 32]
    assert made[0] != made[1]
