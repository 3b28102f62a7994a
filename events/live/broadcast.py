"""Saying that something changed. A hint only: lost ones are found by the poller."""

import json
import os
import secrets
from asyncio import AbstractEventLoop
from collections.abc import Callable
from threading import Lock

import redis
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.fault_points import fault

log = structlog.get_logger(__name__)

HINTS = "tacklebox:hints"
"""The Redis channel on which processes without sockets say what they changed."""
TIMEOUT = 1.0
"""Seconds a hint may take before it is given up."""
ORIGIN = f"{os.getpid()}-{secrets.token_hex(4)}"
"""Names this process among those that send hints."""

Receive = Callable[[str, int], None]

_attached: tuple[AbstractEventLoop, Receive] | None = None
_redis: redis.Redis | None = None
_redis_lock = Lock()


def publish(topic: str, seq: int) -> None:
    """Say that `topic` (``event/<id>``, ``match/<id>``) has come to `seq`, after the commit.

    Call it from any thread. Never raises and never waits for a page: where this process has
    sockets the hint hops to their loop (the in-memory layer isn't thread-safe), elsewhere it goes
    to Redis, if there is one, for at most TIMEOUT.
    """
    fault("after_commit")
    try:
        attached = _attached
        if attached is not None and not attached[0].is_closed():
            loop, receive = attached
            loop.call_soon_threadsafe(receive, topic, seq)
        elif settings.REDIS_URL:
            hint = json.dumps({"topic": topic, "seq": seq, "origin": ORIGIN})
            _connection().publish(HINTS, hint)
    except Exception as problem:  # the change is committed: nothing here may undo its answer
        log.warning("hint lost", topic=topic, seq=seq, problem=repr(problem))
    fault("after_notify")


def attach(loop: AbstractEventLoop, receive: Receive) -> None:
    """From now on `receive(topic, seq)` is called on `loop` for what this process publishes."""
    global _attached
    _attached = (loop, receive)


def detach(loop: AbstractEventLoop) -> None:
    """Undo `attach` for that loop; another one's stays."""
    global _attached
    if _attached is not None and _attached[0] is loop:
        _attached = None


def ask_redis() -> None:
    """Raises RedisError if Redis doesn't answer."""
    _connection().ping()


def _connection() -> redis.Redis:
    global _redis
    with _redis_lock:
        if _redis is None:
            _redis = redis.Redis.from_url(
                settings.REDIS_URL,
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                retry=Retry(NoBackoff(), 0),  # TIMEOUT is all it may take
            )
        return _redis
