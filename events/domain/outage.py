"""The server's pulse, and what an outage costs nobody: running clocks move on by the hole it left."""

import logging
from datetime import timedelta

from django.db import transaction

from events.domain.play import shift_clocks
from events.domain.writing import writing
from events.models import Call, Heartbeat, Match
from events.queries import clock

logger = logging.getLogger(__name__)

HOLE = timedelta(seconds=6)
"""A silence longer than this (three beats) was an outage."""
GRACE = timedelta(seconds=10)
"""What players get on top, to find their page again."""


def beat() -> None:
    """Note that a server is alive."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})


def after_hole() -> timedelta:
    """Move the clocks of calls and matches on after an outage; how far, zero if there was none.

    Run it before anything is served. The pulse's row is locked, so of several processes that start together only the
    first moves clocks. Registration's instants never move (design.md 6).
    """
    with transaction.atomic(durable=True):
        pulse = Heartbeat.objects.select_for_update().filter(pk=1).first()
        now = clock.now()
        last = pulse.at if pulse else now
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    if now - last < HOLE:
        return timedelta(0)
    moved = now - last + GRACE
    logger.warning("no pulse for %s: running clocks move on by %s", now - last, moved)
    for match_id in Match.objects.filter(ended_at=None, seq__gt=0).values_list("public_id", flat=True):
        shift_clocks(match_id=match_id, by=moved)
    called = Call.objects.filter(state=Call.State.CALLED)
    for event_id in set(called.values_list("draw__event__public_id", flat=True)):
        _shift_calls(event_id, moved)
    return moved


def _shift_calls(event_id: str, by: timedelta) -> None:
    with writing(event_id, by="clock") as ledger:
        calls = Call.objects.filter(draw__event=ledger.event, state=Call.State.CALLED)
        for call in calls:
            call.deadline += by
            call.save(update_fields=["deadline"])
        ledger.append("clocks-moved", seconds=int(by.total_seconds()), calls=len(calls))
