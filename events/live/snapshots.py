"""Snapshots for many at once: whoever asks for the same while one waits to be drawn shares it.

When a whole hall comes back, a thousand pages ask for what a handful of drawings answer.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from events.live import frames
from events.live.fragments import MODELS, render
from events.live.pool import WORKERS, in_pool
from events.live.shown import Rendered, Viewer

AT_ONCE = WORKERS - 1
"""Snapshots being drawn at a time: one thread of the pool stays for pushes."""
FRESH = 2.0
"""Seconds for which what the public was shown counts as drawn, unless its topic has moved on: what has no number,
such as who is here, is never older."""
MOST_KEPT = 64

Key = tuple[str, Viewer]


class Drawn(NamedTuple):
    """A viewer's snapshot, with what it was encoded from."""

    rendered: Rendered
    frame: frames.Encoded


class Snapshots:
    """Of one hub; use it on its loop."""

    def __init__(self, start: Callable[[Coroutine[Any, Any, Drawn]], asyncio.Task[Drawn]]) -> None:
        self._start = start
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._waiting: dict[Key, asyncio.Task[Drawn]] = {}
        self._running: dict[Key, asyncio.Task[Drawn]] = {}
        self._kept: OrderedDict[Key, tuple[Rendered, float]] = OrderedDict()

    async def get(self, name: str, viewer: Viewer) -> Drawn:
        """What that viewer sees of the topic, read after the call. Raises NoTopic."""
        key = name, viewer
        drawing = self._waiting.get(key)
        if drawing is None:
            drawing = self._waiting[key] = self._start(self._in_turn(key))
        # One page that goes away takes no snapshot from those who asked with it.
        return await asyncio.shield(drawing)

    async def _in_turn(self, key: Key) -> Drawn:
        before = self._running.get(key)
        if before is not None:
            await asyncio.wait([before])
        async with self._slots:
            # From here on it may be read already: whoever asks now needs the next one.
            drawing = self._running[key] = self._waiting.pop(key)
            try:
                rendered = await self._rendered(key)
                frame = frames.Encoded(frames.snapshot(key[0], rendered.seq, rendered.html))
                return Drawn(rendered, frame)
            finally:
                if self._running.get(key) is drawing:
                    del self._running[key]

    async def _rendered(self, key: Key) -> Rendered:
        name, viewer = key
        kept = self._kept.get(key)
        at = time.monotonic()
        if kept is not None and at - kept[1] < FRESH and await in_pool(seq_of, name) == kept[0].seq:
            return kept[0]
        rendered = await in_pool(render, name, viewer.surface, viewer.audience)
        if viewer.audience == "public":  # nobody else's is asked for twice in a moment
            self._kept[key] = rendered, at
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return rendered


def seq_of(name: str) -> int | None:
    """How far the topic has got by its row; None if there is none. Reads the database."""
    kind, _, public_id = name.partition("/")
    rows = MODELS[kind].objects.filter(public_id=public_id)
    return rows.values_list("seq", flat=True).first()
