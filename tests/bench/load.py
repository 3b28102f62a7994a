"""A load client in a process of its own: requests made beforehand, kept connections, one request at a time on a course.

    python -m tests.bench.load < plan.json

Reads one line of JSON, says "ready" once every connection stands, starts at the next line, and writes one line of JSON:
``answers`` as [course, act, sent, answered, status] in seconds of the monotonic clock, and its own ``cpu`` seconds.
It parses nothing but statuses and lengths, so that a request costs it a twentieth of what it costs the site.
"""

import json
import selectors
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 30.0
"""Seconds without any answer after which it gives up."""


@dataclass
class Course:
    """Requests to be sent one after the other, each with the place of the connection it goes over."""

    number: int
    lines: list[socket.socket]
    requests: Iterator[tuple[int, bytes]]
    sent: float = 0.0
    act: int = -1
    got: bytes = b""
    needed: int = 0
    answers: list[tuple[int, int, float, float, int]] = field(default_factory=list)

    def send(self) -> bool:
        """Send the next request; False at the end."""
        line, request = next(self.requests, (0, b""))
        if not request:
            return False
        self.act, self.got, self.needed = self.act + 1, b"", 0
        self.sent = time.monotonic()
        self.lines[line].sendall(request)
        return True

    def receive(self, line: socket.socket) -> bool:
        """Take in what came; whether the answer is whole. Raises ConnectionError where the line ended."""
        data = line.recv(1 << 20)
        if not data:
            raise ConnectionError(f"course {self.number}: the line ended")
        at = time.monotonic()
        self.got += data
        if not self.needed and (end := self.got.find(b"\r\n\r\n")) >= 0:
            head = self.got[:end].lower()
            length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
            self.needed = end + 4 + int(length)
        if not self.needed or len(self.got) < self.needed:
            return False
        self.answers.append((self.number, self.act, self.sent, at, int(self.got[9:12])))
        return True


def connected(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def play(courses: list[Course], seconds: float, pause: float) -> None:
    """Play all courses at once until each is at its end or the seconds are over; ``pause`` between two requests."""
    looked = selectors.DefaultSelector()
    for course in courses:
        for line in course.lines:
            looked.register(line, selectors.EVENT_READ, course)
    stop = time.monotonic() + seconds
    playing = sum(course.send() for course in courses)
    heard = time.monotonic()
    while playing:
        found = looked.select(1.0)
        if not found and time.monotonic() - heard > PATIENCE:
            raise TimeoutError("no answer")
        for key, _events in found:
            heard = time.monotonic()
            if key.data.receive(key.fileobj):
                if pause:
                    time.sleep(pause)
                if time.monotonic() > stop or not key.data.send():
                    playing -= 1


def main() -> None:
    plan: dict[str, Any] = json.loads(sys.stdin.readline())
    courses = [
        Course(
            number,
            [connected(port) for port in plan["ports"]],
            iter([(line, text.encode()) for line, text in requests]),
        )
        for number, requests in enumerate(plan["courses"])
    ]
    print("ready", flush=True)
    sys.stdin.readline()
    cpu, start = time.process_time(), time.monotonic()
    play(courses, plan["seconds"], plan.get("pause", 0.0))
    answers = sorted(answer for course in courses for answer in course.answers)
    took = {"cpu": time.process_time() - cpu, "seconds": time.monotonic() - start}
    print(json.dumps({"answers": answers, **took}), flush=True)


if __name__ == "__main__":
    main()
