"""What goes over the socket from server to page: JSON texts, one a frame.

Frames: a push ``{"topic", "base", "seq", "html", "now"}``, a snapshot (the same with ``base`` null
and ``"snapshot": true``), an answer to a heartbeat, and the server's goodbye. ``now`` is the
database's clock in epoch milliseconds, which deadlines are compared with.
"""

import json
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings

RESTART = 1012
BAD = 4400
SIGN_IN = 4401
NOT_YOURS = 4403
GONE = 4404
SILENT = 4408
TOO_FAST = 4429

Frame = dict[str, Any]

_ahead = 0.0


def set_clock(instant: datetime) -> None:
    """Note what the database's clock just said; `now` keeps to it."""
    global _ahead
    _ahead = instant.timestamp() - time.time()


def now() -> int:
    """The database's clock in epoch milliseconds, as far as this process knows it."""
    return round((time.time() + _ahead) * 1000)


def push(topic: str, base: int, seq: int, html: Mapping[str, str]) -> Frame:
    """What changed from `base` to `seq`: fragment ids and their new HTML."""
    return {"topic": topic, "base": base, "seq": seq, "html": dict(html), "now": now()}


def snapshot(topic: str, seq: int, html: Mapping[str, str]) -> Frame:
    """All fragments as of `seq`."""
    return {
        "topic": topic,
        "base": None,
        "seq": seq,
        "snapshot": True,
        "html": dict(html),
        "now": now(),
    }


def pong(number: int, seqs: Mapping[str, int]) -> Frame:
    """The answer to a heartbeat: how far each of the page's topics has got, and which release says so."""
    return {"pong": number, "now": now(), "seqs": dict(seqs), "release": settings.RELEASE}


def goodbye() -> Frame:
    """Said before the server closes every socket to start again."""
    return {"bye": "restart"}


def encode(frame: Frame) -> str:
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


class Encoded:
    """A frame encoded once for all sockets that get it: as an ASGI message, and ready for the wire."""

    __slots__ = ("message", "octets")

    def __init__(self, frame: Frame) -> None:
        text = encode(frame)
        self.message: dict[str, Any] = {"type": "websocket.send", "text": text}
        self.octets = _on_the_wire(text.encode("utf-8", "replace"))


def _on_the_wire(payload: bytes) -> bytes:
    """An unmasked text frame (RFC 6455, 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((0x81, length)) + payload
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + payload
    return b"\x81\x7f" + length.to_bytes(8, "big") + payload
