"""Hints between processes: through the channel layer, and from workers over one Redis channel."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import redis.asyncio
import structlog
from channels.layers import get_channel_layer
from django.conf import settings

from events.live.broadcast import HINTS, ORIGIN, TIMEOUT

log = structlog.get_logger(__name__)

PAUSE = 1.0
"""Seconds between two tries to listen."""


class Relay:
    """Carries (topic, seq) between this process and the others, and nothing else.

    `hinted(topic, seq)` is called on the loop for what others say; `topics()` names those that
    are shown here. What it loses, the poller finds.
    """

    def __init__(self, hinted: Callable[[str, int], None], topics: Callable[[], list[str]]) -> None:
        self._hinted = hinted
        self._topics = topics
        self._layer = get_channel_layer()
        self._channel = ""

    def listening(self) -> Iterator[Coroutine[Any, Any, None]]:
        """What must run as long as the hub does."""
        yield self._listen(self._from_layer, "channel layer")
        if settings.REDIS_URL:
            yield self._listen(self._from_workers, "hints")

    async def tell(self, topic: str, seq: int) -> None:
        """Tell the other web processes."""
        hint = {"type": "hint", "topic": topic, "seq": seq, "origin": ORIGIN}
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._layer.group_send(_group(topic), hint)
        except Exception as problem:
            log.warning("hint lost", topic=topic, seq=seq, problem=repr(problem))

    async def subscribe(self, *topics: str) -> None:
        """Hear of these topics. Repeating it is harmless, and mends what the layer forgot."""
        if not self._channel:
            return  # `_from_layer` will subscribe to all once it has one
        try:
            for topic in topics:
                async with asyncio.timeout(TIMEOUT):
                    await self._layer.group_add(_group(topic), self._channel)
        except Exception as problem:
            log.warning("not subscribed", problem=repr(problem))

    async def unsubscribe(self, topic: str) -> None:
        if not self._channel or topic in self._topics():
            return
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._layer.group_discard(_group(topic), self._channel)
        except Exception as problem:
            log.warning("still subscribed", topic=topic, problem=repr(problem))

    def _take(self, hint: dict[str, Any]) -> None:
        if hint["origin"] != ORIGIN:
            self._hinted(str(hint["topic"]), int(hint["seq"]))

    async def _listen(self, source: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        while True:
            try:
                await source()
            except Exception as problem:
                log.warning("can't listen, trying again", to=name, problem=repr(problem))
            await asyncio.sleep(PAUSE)

    async def _from_layer(self) -> None:
        self._channel = await self._layer.new_channel()
        await self.subscribe(*self._topics())
        try:
            while True:
                self._take(await self._layer.receive(self._channel))
        finally:
            self._channel = ""

    async def _from_workers(self) -> None:
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_timeout=settings.REDIS_SOCKET_TIMEOUT
        )
        async with client, client.pubsub(ignore_subscribe_messages=True) as hints:
            await hints.subscribe(HINTS)
            while True:
                message = await hints.get_message(timeout=5)
                if message is not None:
                    self._take(json.loads(message["data"]))


def _group(topic: str) -> str:
    return topic.replace("/", ".")
