"""Matches played from outside by requests known beforehand: as fast as they are answered, or one now and then."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.serving import ROOT, Serving
from tests.staging import EMAIL, PASSWORD

PATIENT = {"opening_s": 600, "roll_s": 600, "choose_s": 600}
"""House rules under which no clock runs out."""
CSRF = "c" * 32
OK = 200

Request = tuple[int, str]
"""The place of the process it goes to, and the request as it goes over the line."""


@dataclass
class Course:
    """A match and what is still to be sent to it; ``seqs`` is the log's length after each request."""

    event_id: str
    match_id: str
    requests: list[Request]
    seqs: list[int]

    def take(self, count: int) -> "Course":
        """The next requests, as a course of their own."""
        taken = Course(self.event_id, self.match_id, self.requests[:count], self.seqs[:count])
        del self.requests[:count], self.seqs[:count]
        return taken


@dataclass(frozen=True)
class Answer:
    """A request that was answered: which, and when it was sent and answered (monotonic seconds)."""

    course: int
    act: int
    sent: float
    answered: float
    status: int

    @property
    def took(self) -> float:
        return self.answered - self.sent


@dataclass
class Played:
    """What came of it: every answer, and what it cost the client itself."""

    answers: list[Answer] = field(default_factory=list)
    seconds: float = 0.0
    client_cpu: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.answers) / self.seconds

    @property
    def times(self) -> list[float]:
        return [one.took for one in self.answers]

    @property
    def client_ms(self) -> float:
        """Milliseconds of CPU that the client took for a request."""
        return 1000 * self.client_cpu / len(self.answers)


def courses(site: Serving, matches: int, crowd: int, most: int) -> list[Course]:
    """So many KnockOuts of so many each, with at most so many requests each."""
    return known(site, crowds(site, matches, crowd), most)


def crowds(site: Serving, evenings: int, crowd: int) -> dict[str, list[str]]:
    """So many evenings of a KnockOut, drawn and seated; the secrets of their crowds' devices."""
    plan = {"email": EMAIL, "password": PASSWORD, "format": "knockout", "capacity": 500}
    plan |= {"options": PATIENT, "answer_s": 600, "crowd": crowd}
    made = _inside(
        site,
        f"from tests.seeding import evening\nfor _ in range({evenings}): evening(**{plan!r})",
    )
    return {one["event_id"]: one["devices"] for one in made}


def known(site: Serving, devices: dict[str, list[str]], most: int) -> list[Course]:
    """The next requests of evenings whose crowds' devices are given, from where their matches stand."""
    asked = f"from tests.bench.scripted import courses; courses({list(devices)!r}, {most})"
    (told,) = _inside(site, asked)
    return [_course(site, told["session"], devices, one) for one in told["matches"]]


def _inside(site: Serving, code: str) -> list[Any]:
    printed = site.manage("shell", "-v", "0", "-c", code).splitlines()
    return [json.loads(line) for line in printed if line.startswith("{")]


def _course(site: Serving, session: str, devices: dict[str, list[str]], match: Any) -> Course:
    found = Course(match["event_id"], match["match_id"], [], [])
    before = match["seq"]
    for seat, command, args, ticket, after in match["acts"]:
        place = max(seat, 0) % len(site.ports)
        seqs = {f"event/{found.event_id}": match["event_seq"], f"match/{found.match_id}": before}
        fields = {
            "command": command,
            "args": json.dumps(args),
            "ticket": ticket,
            "command_id": f"{after:032x}",
            "surface": "host" if seat < 0 else "live",
            "seqs": json.dumps(seqs),
            "sent_at": str(round(time.time() * 1000)),
        }
        device = "" if seat < 0 else devices[found.event_id][match["guests"][seat]]
        cookie = f"session={session}" if seat < 0 else f"tb_device={device}"
        found.requests.append((place, _request(site, place, match["path"], fields, cookie)))
        found.seqs.append(after)
        before = after
    return found


def _request(site: Serving, place: int, path: str, fields: dict[str, str], cookie: str) -> str:
    """As a page's script sends it."""
    body = urlencode(fields)
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: 127.0.0.1:{site.ports[place]}",
        "Accept: application/json",
        f"Origin: {site.urls[place]}",
        f"X-CSRFToken: {CSRF}",
        f"Cookie: csrf={CSRF}; {cookie}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", body])


def play(
    site: Serving, played: list[Course], *, seconds: float = 3600, pause: float = 0.0
) -> Played:
    """All courses at once, each request when the one before is answered, by a client in a process of its own.

    ``pause``: seconds between two of them. Raises AssertionError if one was refused.
    """
    plan = {
        "ports": site.ports,
        "courses": [course.requests for course in played],
        "seconds": seconds,
        "pause": pause,
    }
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.load"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as client:
        try:
            assert client.stdin is not None
            assert client.stdout is not None
            client.stdin.write(json.dumps(plan) + "\n")
            client.stdin.flush()
            assert client.stdout.readline() == "ready\n"
            client.stdin.write("\n")
            client.stdin.flush()
            told = json.loads(client.stdout.readline())
        finally:
            client.kill()
    answers = [Answer(*one) for one in told["answers"]]
    refused = [one for one in answers if one.status != OK]
    assert not refused, refused[:3]
    return Played(answers, told["seconds"], told["cpu"])
