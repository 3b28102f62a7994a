"""How a frame gets to one page's socket: at once or not at all, so that nobody waits for a slow page.

A server may offer an outlet of its own in the ASGI scope, under EXTENSION; it takes frames that are ready for the
wire (`events.frame_writer`). Under any other server the ASGI `send` is used, which is slower and else the same.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

import structlog

from events.live.frames import Encoded

log = structlog.get_logger(__name__)

EXTENSION = "tacklebox.frames"

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Outlet(Protocol):
    """Where one page's frames go out. Neither method raises or waits."""

    def write(self, frame: Encoded) -> bool:
        """False if too much waits for this page already: it gets nothing of this frame."""

    def is_drained(self) -> bool:
        """Whether nothing waits for this page any more, as far as can be known."""


class Stepped:
    """The outlet over a plain ASGI `send`.

    `send` is begun and never waited for: one that would wait, because the page's buffer is full, is given up. Servers
    that wait do so before they write (uvicorn) or never (Daphne), so no frame is cut.
    """

    __slots__ = ("_send",)

    def __init__(self, send: Send) -> None:
        self._send = send

    def write(self, frame: Encoded) -> bool:
        sending: Any = self._send(frame.message).__await__()
        try:
            next(sending)
        except StopIteration:
            return True
        except Exception as problem:  # a socket that is gone is no news
            log.debug("not sent", problem=repr(problem))
            return True
        sending.close()
        return False

    def is_drained(self) -> bool:
        return True


def outlet(scope: Mapping[str, Any], send: Send) -> Outlet:
    """The server's own outlet for this socket, or else the plain one."""
    own: Outlet | None = (scope.get("extensions") or {}).get(EXTENSION)
    return Stepped(send) if own is None else own
