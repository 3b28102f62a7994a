"""Whoever asks just when a process is told to stop gets an answer: nobody sends a form twice for them."""

import contextlib
import signal
import socket

import pytest

from tests.serving import Serving

pytestmark = [pytest.mark.served]

WAITING = 300
ASK = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


def test_who_waits_to_be_accepted_when_a_process_stops_is_answered(embedded: Serving) -> None:
    with contextlib.ExitStack() as lines:
        embedded.pause("web-0")
        waiting = []
        for _one in range(WAITING):
            line = socket.create_connection(("127.0.0.1", embedded.ports[0]), timeout=30)
            waiting.append(lines.enter_context(line))
            line.sendall(ASK)
        embedded.processes["web-0"].send_signal(signal.SIGTERM)
        embedded.resume("web-0")
        statuses = [status(line) for line in waiting]
    assert {one: statuses.count(one) for one in set(statuses)} == {b"HTTP/1.1 200 OK": WAITING}


def status(line: socket.socket) -> bytes:
    """The first line of the answer, or what came instead."""
    try:
        return line.makefile("rb").readline().strip()
    except OSError as problem:
        return repr(problem).encode()
