"""What heals the live path by itself: every 2 s each web process looks what its pages lack."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import structlog
from django.db.models import QuerySet

from events.domain import outage
from events.domain.sweep import sweep
from events.live import frames
from events.live.consumers import LiveConsumer
from events.live.grounds import changed
from events.live.hub import Hub
from events.live.pool import in_pool
from events.models import Event, Match
from events.queries import clock

log = structlog.get_logger(__name__)

EVERY = 2.0
"""Seconds."""
OVERDUE_BY = timedelta(seconds=1)
"""What the worker's sweep has missed for this long is done here."""


async def poll(hub: Hub) -> None:
    """Look again and again, until cancelled. One look that fails is logged; the next one comes."""
    while True:
        await asyncio.gather(
            _tried(lambda: look(hub)),
            _tried(lambda: look_at_grounds(hub)),
            _tried(lambda: in_pool(outage.beat)),
            _tried(_sweep),
        )
        await asyncio.sleep(EVERY)


async def look(hub: Hub) -> None:
    """Refresh every topic that is behind its row, and close the sockets of pages that are gone."""
    for topic, seq in (await in_pool(seqs, list(hub.topics))).items():
        hub.hinted(topic, seq)
    await hub.relay.subscribe(*hub.topics)
    now = hub.loop.time()
    for member in hub.everybody():
        if isinstance(member, LiveConsumer) and member.is_silent(now):
            hub.soon(member.shut(frames.SILENT))


async def look_at_grounds(hub: Hub) -> None:
    """Look again at whoever was let in by something that is so no longer: a session, a role, a device."""
    members = [
        (member, member.visitor.grounds)
        for member in hub.everybody()
        if isinstance(member, LiveConsumer) and member.visitor and member.visitor.grounds
    ]
    if not members:
        return
    lost = await in_pool(changed, {grounds for _member, grounds in members})
    for member, grounds in members:
        if grounds in lost:
            hub.soon(member.look_again())


def seqs(topics: list[str]) -> dict[str, int]:
    """How far these topics have got by their rows. Notes the database's clock by the way."""
    frames.set_clock(clock.now())
    ids: dict[str, list[str]] = {"event": [], "match": []}
    for topic in topics:
        kind, _, public_id = topic.partition("/")
        ids[kind].append(public_id)
    return _seqs("event", Event.objects.filter(public_id__in=ids["event"])) | _seqs(
        "match", Match.objects.filter(public_id__in=ids["match"])
    )


def _seqs(kind: str, rows: QuerySet[Any]) -> dict[str, int]:
    return {f"{kind}/{public_id}": seq for public_id, seq in rows.values_list("public_id", "seq")}


async def _sweep() -> None:
    await in_pool(sweep, overdue_by=OVERDUE_BY)


async def _tried(act: Callable[[], Any]) -> None:
    try:
        await act()
    except Exception:
        log.exception("poll failed")
