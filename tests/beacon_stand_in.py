"""A beacon of our own for served sites: it signs its rounds as drand does, with a key that everybody may know."""

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

PERIOD = 3
_DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_KEY = Scalar.from_be_bytes((20270101).to_bytes(32, "big"))


@dataclass
class StandIn:
    """``answers``: whether rounds that are due are given out; without, the relay says that it has none."""

    address: str
    info: dict[str, object]
    answers: threading.Event = field(default_factory=threading.Event)

    @property
    def environment(self) -> dict[str, str]:
        """What a site is started with to wait for this beacon."""
        return {"BEACON_SOURCES": self.address, "BEACON_CHAIN": json.dumps(self.info)}


@contextmanager
def stand_in() -> Iterator[StandIn]:
    """The beacon's one relay on loopback, until the end of the block."""
    genesis = int(time.time()) - 300
    public_key = (G2Point() * _KEY).to_compressed_bytes().hex()
    info: dict[str, object] = {
        "hash": hashlib.sha256(public_key.encode()).hexdigest(),
        "public_key": public_key,
        "genesis_time": genesis,
        "period": PERIOD,
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            round_ = int(self.path.rsplit("/", 1)[-1])
            has = this.answers.is_set() and time.time() >= genesis + (round_ - 1) * PERIOD
            body = json.dumps({"round": round_, "signature": _signature(round_)}) if has else "{}"
            self.send_response(200 if has else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    this = StandIn(f"http://127.0.0.1:{server.server_address[1]}", info)
    this.answers.set()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield this
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _signature(round_: int) -> str:
    message = hashlib.sha256(round_.to_bytes(8, "big")).digest()
    return (G1Point.hash_to_curve(message, _DOMAIN) * _KEY).to_compressed_bytes().hex()
