"""A stand-in for the beacon's relays on loopback, which answers as it is told: rightly, late, wrongly or not at all."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from events.domain.beacon import QUICKNET

ROUND = 123
SIGNATURE = "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"
"""What quicknet signed as its round 123, on 23 August 2023."""
RANDOMNESS = "fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc"
DUE = QUICKNET.due(ROUND)

Answer = Callable[[BaseHTTPRequestHandler, threading.Event], None]


@dataclass
class Relay:
    """One relay: its address, the paths it was asked for and by whom; ``over`` ends what it still does."""

    address: str
    asked: list[str] = field(default_factory=list)
    asked_by: str = ""
    over: threading.Event = field(default_factory=threading.Event)


@contextmanager
def relay(answer: Answer) -> Iterator[Relay]:
    """A relay that answers like this, until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            this.asked.append(self.path)
            this.asked_by = self.headers["User-Agent"]
            answer(self, this.over)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    this = Relay(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield this
    finally:
        this.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


def says(body: object, status: int = 200) -> Answer:
    """Answer with this as JSON (bytes as they are)."""

    def answer(handler: BaseHTTPRequestHandler, _over: threading.Event) -> None:
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    return answer


def genuine() -> Answer:
    return says({"round": ROUND, "randomness": RANDOMNESS, "signature": SIGNATURE})


def trickle(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
    """A byte now and then, so that no socket's own limit ever runs out."""
    handler.send_response(200)
    handler.end_headers()
    while not over.wait(0.05):
        try:
            handler.wfile.write(b" ")
        except OSError:
            return


def nobody() -> str:
    """An address at which nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"
