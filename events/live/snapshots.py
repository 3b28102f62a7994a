"""Snapshots: each viewer's is drawn and encoded once for all who wait for it, and few are drawn at a time."""

import time
from collections import OrderedDict
from typing import NamedTuple

from events.live import frames
from events.live.fragments import MODELS, render
from events.live.pool import WORKERS, in_pool
from events.live.shown import Rendered, Viewer
from events.live.together import Start, Together

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

    def __init__(self, start: Start[Drawn]) -> None:
        self._together = Together(start, AT_ONCE)
        self._kept: OrderedDict[Key, tuple[Rendered, float]] = OrderedDict()

    async def get(self, name: str, viewer: Viewer) -> Drawn:
        """What that viewer sees of the topic, read after the call. Raises NoTopic."""
        key = name, viewer
        return await self._together.ask(key, lambda: self._drawn(key))

    async def _drawn(self, key: Key) -> Drawn:
        rendered = await self._rendered(key)
        frame = frames.Encoded(frames.snapshot(key[0], rendered.seq, rendered.html))
        return Drawn(rendered, frame)

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
