"""Who is here: when a page of theirs was last heard of. In the cache only, never in the database.

Being here is no fact of the game: a seat and an entry stay when a page is left. A connection that
ends late changes nothing, since only being heard of counts.
"""

import time
from collections.abc import Iterable
from typing import Literal, NamedTuple

import structlog
from django.core.cache import cache

log = structlog.get_logger(__name__)

State = Literal["here", "idle", "away"]

IDLE_AFTER = 25.0
"""Seconds without a heartbeat (two missed) until somebody counts as idle."""
AWAY_AFTER = 60.0
"""Seconds until they count as away: a phone may sleep for a moment."""
KEPT = 6 * 3600


class Presence(NamedTuple):
    """``since`` is in epoch seconds: when they came, or were last heard of; None if never."""

    state: State
    since: float | None


def touch(event_id: str, person_id: str, at: float | None = None) -> None:
    """Note that a page of this person was heard of at `at` (epoch seconds; now). Never raises."""
    at = time.time() if at is None else at
    key = _key(event_id, person_id)
    try:
        came, last = cache.get(key) or (at, at)
        if at < last:
            return
        cache.set(key, (at if at - last > AWAY_AFTER else came, at), KEPT)
    except Exception as problem:  # a cache that is down hides who is here, and nothing else
        log.warning("presence not kept", problem=repr(problem))


def state(event_id: str, person_ids: Iterable[str], at: float | None = None) -> dict[str, Presence]:
    """How these people are at `at`. Never raises; unknown ones are away."""
    at = time.time() if at is None else at
    keys = {_key(event_id, person_id): person_id for person_id in person_ids}
    try:
        heard = cache.get_many(keys)
    except Exception as problem:
        log.warning("presence not known", problem=repr(problem))
        heard = {}
    return {person_id: _presence(heard.get(key), at) for key, person_id in keys.items()}


def _presence(heard: tuple[float, float] | None, at: float) -> Presence:
    if heard is None:
        return Presence("away", None)
    came, last = heard
    if at - last <= IDLE_AFTER:
        return Presence("here", came)
    return Presence("idle" if at - last <= AWAY_AFTER else "away", last)


def _key(event_id: str, person_id: str) -> str:
    return f"presence:{event_id}:{person_id}"
