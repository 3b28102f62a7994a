"""The server's pulse, and what an outage costs nobody: running clocks move on by the hole it left."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from events.domain.ledger import Ledger
from events.domain.play import shift_clocks
from events.live import broadcast
from events.models import Call, Event, Heartbeat, Match
from events.queries import clock

logger = logging.getLogger(__name__)

HOLE = timedelta(seconds=6)
"""A silence longer than this (three beats) was an outage."""
GRACE = timedelta(seconds=10)
"""What players get on top, to find their page again."""


def beat() -> None:
    """Note that a server is alive."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})


def is_dark(now: datetime) -> bool:
    """Whether no web process has served anybody for the length of a hole; not, if none ever did."""
    return Heartbeat.objects.filter(pk=1, at__lte=now - HOLE).exists()


def after_hole() -> timedelta:
    """Move the clocks of calls and matches on after an outage; how far, zero if there was none.

    Run it before anything is served. All of it is one transaction under the pulse's lock: of several processes that
    start together the first moves clocks and the others wait until they are moved, and one that dies in the middle
    has moved none. Registration's instants never move (design.md 6).
    """
    moved = timedelta(0)
    with transaction.atomic(durable=True):
        pulse = Heartbeat.objects.select_for_update().filter(pk=1).first()
        now = clock.now()
        if pulse is not None and now - pulse.at >= HOLE:
            moved = now - pulse.at + GRACE
            logger.warning("no pulse for %s: running clocks move on by %s", now - pulse.at, moved)
            _move_clocks(moved)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    return moved


def _move_clocks(by: timedelta) -> None:
    """Events before matches, each in one order, as everywhere (design.md 5)."""
    called = Call.objects.filter(state=Call.State.CALLED)
    for event in sorted(set(called.values_list("draw__event_id", flat=True))):
        _shift_calls(event, by)
    running = Match.objects.filter(ended_at=None, seq__gt=0).order_by("pk")
    for match_id in running.values_list("public_id", flat=True):
        shift_clocks(match_id=match_id, by=by)


def _shift_calls(event_pk: int, by: timedelta) -> None:
    event = Event.objects.select_for_update(no_key=True).get(pk=event_pk)
    ledger = Ledger(event, "clock", clock.now())
    calls = Call.objects.filter(draw__event=event, state=Call.State.CALLED)
    for call in calls:
        call.deadline += by
        call.save(update_fields=["deadline"])
    ledger.append("clocks-moved", seconds=int(by.total_seconds()), calls=len(calls))
    event.save(update_fields=["seq", "head"])
    transaction.on_commit(lambda: broadcast.publish(event.topic, event.seq), robust=True)
