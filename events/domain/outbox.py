"""Side work: decided in a transaction as a row, done after it, marked when it is done."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q

from events.domain.mails import send_alarm, send_confirmation
from events.models import Outbox
from events.queries import clock

logger = logging.getLogger(__name__)

Work = Callable[[Mapping[str, Any]], None]

WORK: dict[str, Work] = {
    "registered": send_confirmation,
    "recheck-failed": send_alarm,
}
"""By the row's kind: what does it, given its payload. Done again after a crash, so twice must be harmless."""

AGES = (
    timedelta(0),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
)
"""How old a row must be for its first, second … attempt; there is none after the last.

So a mail server may be away for an hour, and an attempt that is under way isn't made by a second worker too.
"""
_AT_ONCE = 50


def post(kind: str, payload: Mapping[str, Any], now: datetime) -> None:
    """Leave work for later, in the transaction that decides it; ``payload`` holds row ids, no secrets."""
    Outbox.objects.create(kind=kind, payload=dict(payload), created_at=now)


def drain() -> int:
    """Do what is due, oldest first; how many were done. Never raises: what fails keeps its problem and comes again.

    Holds no lock and no transaction while it works, so a slow mail server stops nobody.
    """
    try:
        now = clock.now()
        due = reduce(or_, (Q(attempts=n, created_at__lte=now - age) for n, age in enumerate(AGES)))
        rows = list(
            Outbox.objects.filter(due, done_at=None).order_by("created_at", "pk")[:_AT_ONCE]
        )
        return sum(_do(row) for row in rows)
    except Exception:
        logger.exception("outbox could not be drained")
        return 0


def _do(row: Outbox) -> bool:
    mine = Outbox.objects.filter(pk=row.pk, attempts=row.attempts, done_at=None)
    if not mine.update(attempts=F("attempts") + 1):
        return False  # another worker has it
    try:
        WORK[row.kind](row.payload)
    except Exception as problem:
        logger.exception("outbox row %s (%s) failed", row.pk, row.kind)
        Outbox.objects.filter(pk=row.pk).update(problem=repr(problem)[:200])
        return False
    Outbox.objects.filter(pk=row.pk).update(done_at=clock.now(), problem="")
    return True
