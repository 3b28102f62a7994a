"""Side work: decided in a transaction as a row, done after it, marked when it is done."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from events.models import Outbox
from events.queries import clock

logger = logging.getLogger(__name__)

Work = Callable[[Mapping[str, Any]], None]

WORK: dict[str, Work] = {}
"""By the row's kind: what does it, given its payload. Doing one twice must be harmless."""
TRIES = 5
_AT_ONCE = 50


def drain() -> int:
    """Do what waits, oldest first; how many were done.

    A row that fails keeps its problem and is tried again next time, TRIES times in all.
    """
    waiting = Outbox.objects.filter(done_at=None, attempts__lt=TRIES).order_by("created_at")
    return sum(_do(pk) for pk in list(waiting.values_list("pk", flat=True)[:_AT_ONCE]))


def _do(pk: int) -> bool:
    """One row under its lock, so that two workers don't do it at once."""
    with transaction.atomic(durable=True):
        row = Outbox.objects.select_for_update(skip_locked=True).filter(pk=pk, done_at=None).first()
        if row is None:
            return False
        row.attempts += 1
        try:
            with transaction.atomic():
                WORK[row.kind](row.payload)
        except Exception as problem:
            logger.exception("outbox row %s (%s) failed", row.pk, row.kind)
            row.problem = repr(problem)[:200]
        else:
            row.done_at = clock.now()
        row.save()
        return row.done_at is not None
