"""Our own site with a match whose every act is known, so that one roll after the other can be sent and timed."""

import http.client
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.bench.fanout.watching import Line, heartbeat
from tests.serving import Serving, started
from tests.staging import Evening, stage
from tests.visitor import command_id

PATIENT = {"opening_s": 600, "roll_s": 600, "choose_s": 600}
"""House rules under which no clock runs out."""
CSRF = "c" * 32
CROWD = 60
MOST_ACTS = 2000


@dataclass
class Hall:
    """An evening whose match goes on, an act at a time, on the site's first process or the named one."""

    evening: Evening
    match_id: str
    path: str
    acts: list[list[Any]]
    cookies: dict[int, dict[str, str]]
    process: int = 0
    done: int = 0
    _web: http.client.HTTPConnection | None = field(default=None, repr=False)

    @property
    def left(self) -> int:
        return len(self.acts) - self.done

    @property
    def line(self) -> Line:
        """How its watchers come: to the evening's live page, and to the match from there."""
        site = self.evening.site
        return Line(
            path=f"/ws/{self.evening.event_id}/?surface=live",
            origin=site.url,
            hellos=(json.dumps({"watch": f"match/{self.match_id}"}),),
            beat=heartbeat(f"event/{self.evening.event_id}", f"match/{self.match_id}"),
            there='"topic":"match/',
            mark='"topic":"match/',
        )

    def roll(self) -> tuple[int, float, float]:
        """The next act; its seq, and when (monotonic) it was sent and answered."""
        seat, command, args, ticket, seq = self.acts[self.done]
        self.done += 1
        fields = {
            "command": command,
            "args": json.dumps(args),
            "ticket": ticket,
            "command_id": command_id(),
            "surface": "host" if seat < 0 else "live",
            "seqs": json.dumps({f"match/{self.match_id}": seq - 1}),
        }
        url = self.evening.site.urls[self.process]
        cookies = self.cookies[seat]
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "application/json",
            "Origin": self.evening.site.url,
            "X-CSRFToken": cookies["csrf"],
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        }
        if self._web is None:
            self._web = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        sent = time.monotonic()
        self._web.request("POST", self.path, urlencode(fields), headers)
        response = self._web.getresponse()
        body = response.read()
        answered = time.monotonic()
        assert response.status == 200, (command, response.status, body[:300])
        return seq, sent, answered

    def close(self) -> None:
        """Hang up; the next roll calls again."""
        if self._web is not None:
            self._web.close()
            self._web = None


def hall(site: Serving, crowd: int = CROWD) -> Hall:
    """A KnockOut of so many, seated, with all it takes to play it through."""
    evening = stage(
        site, format="knockout", capacity=500, options=PATIENT, answer_s=600, crowd=crowd
    )
    code = f"from tests.bench.scripted import courses; courses([{evening.event_id!r}], {MOST_ACTS})"
    printed = site.manage("shell", "-v", "0", "-c", code).strip().splitlines()[-1]
    found = json.loads(printed)
    [match] = found["matches"]
    cookies = {-1: {"session": found["session"], "csrf": CSRF}}
    for seat, place in enumerate(match["guests"]):
        cookies[seat] = {"tb_device": evening.devices[place], "csrf": CSRF}
    return Hall(evening, match["match_id"], match["path"], match["acts"], cookies)


@contextmanager
def embedded(
    folder: Path, static_root: str, entry: str = "unlimited_site", empty: Path | None = None
) -> Iterator[Serving]:
    """Our site in one process on SQLite, run by a module of the benches that may change it."""
    folder.mkdir()
    site = Serving.embedded(folder, empty, STATIC_ROOT=static_root)
    site.entry = [sys.executable, "-m", f"tests.bench.{entry}"]
    with started(site):
        yield site
