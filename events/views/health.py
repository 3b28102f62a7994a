"""Whether this process lives, and whether it can serve."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from events.live import broadcast

log = structlog.get_logger(__name__)


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers. Asks nobody else, or a slow database would get it restarted."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Each thing that pages need, ``ok`` or ``down``; 503 if one is down. Causes go to the log."""
    found = {name: _try(name, check) for name, check in CHECKS.items()}
    return JsonResponse(found, status=200 if set(found.values()) == {"ok"} else 503)


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _migrations() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise RuntimeError("migrations are missing")


def _redis() -> None:
    if settings.REDIS_URL:
        broadcast.ask_redis()  # the cache doesn't say that it is away


CHECKS: dict[str, Callable[[], None]] = {
    "database": _database,
    "migrations": _migrations,
    "redis": _redis,
}


def _try(name: str, check: Callable[[], None]) -> str:
    try:
        check()
    except Exception as problem:
        log.warning("not ready", part=name, problem=repr(problem))
        return "down"
    return "ok"
