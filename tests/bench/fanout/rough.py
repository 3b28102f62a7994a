"""Pages that behave badly, each kind in a thread of its own."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.bench.fanout.watching import Line

TICK = 0.05
"""Seconds between two things that each of them does."""
FLOOD = 20
"""Messages a flooding page sends in a tick."""
BACK = 0.5
"""Seconds after which one that was closed comes back, as pages do."""


def masked(text: str) -> bytes:
    """A client's frame, with a mask that changes nothing."""
    payload = text.encode()
    length = len(payload)
    head = bytes((0x81, 0x80 | length)) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


@dataclass
class Pages(threading.Thread):
    """So many pages of one kind, which ``behave`` makes do what they do, tick by tick, until `stop`."""

    port: int
    line: Line
    count: int
    behave: Callable[["Pages", socket.socket, int], None]
    came: int = 0
    closed: int = 0
    _ended: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def stop(self) -> None:
        self._ended.set()
        self.join(30)

    def run(self) -> None:
        pages: list[socket.socket | None] = [None] * self.count
        back = [0.0] * self.count
        tick = 0
        while not self._ended.wait(TICK):
            tick += 1
            for place, page in enumerate(pages):
                if page is None:
                    if time.monotonic() > back[place]:
                        pages[place] = self._opened()
                    continue
                try:
                    self.behave(self, page, tick)
                except BlockingIOError:
                    pass
                except OSError:
                    page.close()
                    self.closed += 1
                    pages[place], back[place] = None, time.monotonic() + BACK
        for page in pages:
            if page is not None:
                page.close()

    def _opened(self) -> socket.socket:
        page = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        lines = [
            f"GET {self.line.path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: {self.line.origin}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
        ]
        page.sendall("\r\n".join([*lines, "", ""]).encode())
        assert page.recv(65_536).startswith(b"HTTP/1.1 101")
        for hello in self.line.hellos:
            page.sendall(masked(hello))
        page.setblocking(False)
        self.came += 1
        return page


def drain(page: socket.socket) -> None:
    """Read what is there. Raises ConnectionError where the line has ended."""
    with contextlib.suppress(BlockingIOError):
        while data := page.recv(1 << 20):
            del data
        raise ConnectionError


def slow(pages: Pages, page: socket.socket, tick: int) -> None:
    """Reads two kilobytes a second, and says that it lives."""
    if tick % 10 == 0 and not page.recv(1024):
        raise ConnectionError
    if tick % 100 == 0:
        page.send(masked(pages.line.beat))


def silent(pages: Pages, page: socket.socket, tick: int) -> None:
    """Reads everything and never says a word."""
    drain(page)


def lying(pages: Pages, page: socket.socket, tick: int) -> None:
    """Says that it has got everything, and reads nothing."""
    if tick % 100 == 0:
        page.send(masked(pages.line.beat))


def flooding(pages: Pages, page: socket.socket, tick: int) -> None:
    """Sends as fast as it is let, nonsense and orders for snapshots by turns."""
    drain(page)
    want = json.dumps({"want": "match/" + "a" * 26})
    page.send(b"".join(masked(want if number % 2 else "{") for number in range(FLOOD)))


KINDS = (slow, silent, lying, flooding)
