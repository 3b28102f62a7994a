"""What live tests share: a page as the hub sees it, and a source that shows what it is told."""

import json
from typing import Any

from events.live.frames import Encoded
from events.live.pool import in_pool
from events.live.rendering import Contents
from events.live.shown import Viewer
from events.models import Event

PUBLIC = Viewer("live", "public")
HOST = Viewer("host", "host")
SOMEBODY = Viewer("live", "person/somebody")


class Page:
    """A member of the hub that keeps what it was sent, and tells `order` whose turn it was."""

    def __init__(self, order: list["Page"] | None = None) -> None:
        self.frames: list[dict[str, Any]] = []
        self.codes: list[int] = []
        self.is_full = False
        self.order = [] if order is None else order

    def write(self, frame: Encoded) -> bool:
        if self.is_full:
            return False
        self.frames.append(json.loads(frame.message["text"]))
        self.order.append(self)
        return True

    def is_drained(self) -> bool:
        return not self.is_full

    async def shut(self, code: int) -> None:
        self.codes.append(code)

    @property
    def shown(self) -> dict[str, str]:
        """What the page shows if it applies what it got by the rules of the live path."""
        own, html = -1, {}
        for frame in self.frames:
            if frame["base"] is None and frame["seq"] >= own:
                own, html = frame["seq"], dict(frame["html"])
            elif frame["base"] is not None and frame["base"] <= own < frame["seq"]:
                own, html = frame["seq"], html | frame["html"]
        return html


class Source:
    """Shows each audience what `views` holds for it (None: fails); the rest see what the public does."""

    def __init__(self) -> None:
        self.views: dict[str, dict[str, Any] | None] = {
            "public": {"turn": "nobody", "log": "empty"}
        }
        self.renderings = 0
        self.looks = 0
        self._counted = self.counted  # one and the same object for every view

    def __call__(self, subject: Any, surface: str, audience: str) -> Contents:
        self.looks += 1
        parts = [(name, f"live_tests/parts.html#{name}") for name in ("turn", "log")]
        context = self.views.get(audience, self.views["public"])
        if context is None:
            raise RuntimeError("this view can't be built")
        return subject.seq, parts, {**context, "counted": self._counted}

    def counted(self) -> str:
        """Called from the template, once a rendering."""
        self.renderings += 1
        return ""


async def commit(event: Event, source: Source | None = None, **views: dict[str, Any] | None) -> int:
    """Move the event's row on by one, with what its audiences see from now on; the new seq."""

    def write() -> int:
        event.seq += 1
        Event.objects.filter(pk=event.pk).update(seq=event.seq)
        return event.seq

    if source is not None:
        source.views.update(views)
    return await in_pool(write)
