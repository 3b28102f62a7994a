"""The servers that ours is measured beside: the least code that sends one message of that size to everybody.

What they are made of is installed into var/bench by the ordinary package clients, for the bench only.
"""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.fanout.watching import FOLDER, Line
from tests.services import await_answer, end, free_port, listens

SOURCES = Path(__file__).with_name("rivals")
NODE = ("ws@8", "socket.io@4")
PYTHON = ("python-socketio==5.*", "uvicorn==0.*")
PLAIN = Line()
SOCKET_IO = Line(
    path="/socket.io/?EIO=4&transport=websocket", hellos=("40",), there="40{", mark='42["push"'
)


@dataclass(frozen=True)
class Rival:
    """A server by its source; ``needs_redis``: it is told of one as its last argument."""

    name: str
    source: str
    line: Line = PLAIN
    needs_redis: bool = False


WS = Rival("Node ws", "node_ws.js")
IO = Rival("Socket.IO (Node)", "socket_io.js", SOCKET_IO)
PY_IO = Rival("python-socketio, uvicorn", "py_socketio.py", SOCKET_IO)
STOCK = Rival("Channels in memory, Daphne", "stock_channels.py")
STOCK_REDIS = Rival("Channels over Redis, Daphne", "stock_channels.py", needs_redis=True)
ALL = (WS, IO, PY_IO, STOCK, STOCK_REDIS)


@dataclass
class Running:
    """A rival that runs; `roll` makes it send to everybody, as `Hall.roll` does."""

    process: subprocess.Popen
    port: int
    line: Line
    web: http.client.HTTPConnection

    def roll(self) -> tuple[int, float, float]:
        sent = time.monotonic()
        self.web.request("GET", "/push")
        seq = int(self.web.getresponse().read())
        return seq, sent, time.monotonic()


def install() -> None:
    """What the rivals need, unless it is there. Raises CalledProcessError where that can't be had."""
    node, python = FOLDER / "node", FOLDER / "python"
    if not (node / "node_modules").exists():
        node.mkdir(parents=True, exist_ok=True)
        npm = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(node)]
        subprocess.run([*npm, *NODE], check=True)
    if not python.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(python)]
        subprocess.run([*pip, *PYTHON], check=True)


@contextmanager
def running(rival: Rival, size: int, redis_url: str, folder: Path) -> Iterator[Running]:
    """The rival, sending messages of ``size`` bytes; stopped with the block."""
    port = free_port()
    program = "node" if rival.source.endswith(".js") else sys.executable
    more = [redis_url] if rival.needs_redis else []
    environment = os.environ | {
        "NODE_PATH": str(FOLDER / "node" / "node_modules"),
        "PYTHONPATH": str(FOLDER / "python"),
    }
    with (folder / f"{rival.source}.log").open("ab") as log:
        process = subprocess.Popen(
            [program, str(SOURCES / rival.source), str(port), str(size), *more],
            env=environment,
            stdout=log,
            stderr=log,
        )
    web = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        await_answer(lambda: listens(port), process, rival.name)
        yield Running(process, port, rival.line, web)
    finally:
        web.close()
        end(process)
