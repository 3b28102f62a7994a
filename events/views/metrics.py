"""The numbers of this process, for Prometheus or whatever else reads its text."""

import resource
from collections.abc import Iterator
from itertools import chain
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from events.live import measures
from events.queries import clock
from events.queries.backlog import backlog

TEXT = "text/plain; version=0.0.4; charset=utf-8"


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """This process's numbers and what waits in the database; for this machine, or for who has the token."""
    if not _may_read(request):
        raise Http404
    counted = chain.from_iterable(measure.lines() for measure in measures.ALL)
    return HttpResponse("\n".join([*counted, *_read_now(), ""]), content_type=TEXT)


def _may_read(request: HttpRequest) -> bool:
    """By the token where there is one; else from this machine, and not through a proxy that stands on it."""
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "")
        return constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}")
    host = urlsplit(f"//{request.get_host()}").hostname
    return (
        request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
        and host in ("127.0.0.1", "localhost", "::1")
        and "X-Forwarded-For" not in request.headers
    )


def _read_now() -> Iterator[str]:
    waits = backlog(clock.now())
    seconds = {
        "overdue_seconds": ("How long the oldest thing due waits for a sweep.", waits.overdue),
        "pulse_age_seconds": ("How long ago some process noted that it lives.", waits.pulse),
        "outbox_oldest_seconds": ("Age of the oldest side work not done.", waits.oldest),
    }
    for name, (says, since) in seconds.items():
        yield from measures.level(name, says, since.total_seconds())
    yield from measures.level("outbox_waiting", "Side work that isn't done.", waits.waiting)
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    yield from measures.level("cpu_seconds", "Processor time of this process.", spent)
    yield from measures.level("peak_memory_kilobytes", "Most memory it has held.", used.ru_maxrss)
