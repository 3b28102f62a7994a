"""People at a served evening who keep all that the server sends them, and play it to its end."""

import http.client
import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.serving import Serving
from tests.staging import PATIENCE, Evening, close_in, state_of, until
from tests.visitor import TIMEOUT, Answer, Form, Live, Visitor, command_id

NAMES = ("Tansy", "Osric", "Wren")
NOT_PLAYED = frozenset(
    ("AddTime", "Announce", "CallAgain", "Claim", "Draw", "Finish", "Leave", "PassOver", "Pause")
    + ("Remove", "Skip", "TakeBack", "Void", "WaivePriorWinner", "Withdraw", "")
)
"""Commands that bring no evening to its end."""
DECKS = ("deck", "matchdeck", "me", "reach", "pier")
HIDDEN = re.compile(r"\s*<\w+[^>]*\shidden\b")
MOST_TURNS = 400


@dataclass(frozen=True)
class Heard:
    """One thing that the server sent: to whom, at which stage of the evening, what it answers to, and the bytes."""

    stage: str
    who: str
    what: str
    body: bytes


@dataclass
class Record:
    """Everything that the server sent to anybody, in order."""

    stage: str = "before"
    heard: list[Heard] = field(default_factory=list)

    def take(self, who: str, what: str, body: bytes) -> None:
        self.heard.append(Heard(self.stage, who, what, body))

    def until(self, stage: str) -> bytes:
        """All of it from before that stage."""
        stages = [one.stage for one in self.heard]
        end = stages.index(stage) if stage in stages else len(stages)
        return b"\n".join(one.body for one in self.heard[:end])

    def of(self, what: str) -> bytes:
        return b"\n".join(one.body for one in self.heard if one.what.endswith(what))


class Listener(Visitor):
    """A visitor whose every answer is kept, headers and all."""

    def __init__(self, url: str, name: str, record: Record) -> None:
        super().__init__(url)
        self.name = name
        self.record = record

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = headers | ({"Cookie": cookie} if cookie else {})
        self.close()  # the server hangs up on one that has been quiet, and a busy test is quiet for long
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                urlsplit(self.url).netloc, timeout=TIMEOUT
            )
        self._connection.request(method, path, body or None, sent)
        response = self._connection.getresponse()
        content = response.read()
        head = f"{response.status}\n{response.headers}".encode()
        self.record.take(self.name, f"{method} {path}", head + content)
        self._keep(response.headers.get_all("Set-Cookie") or [])
        text = content.decode("utf-8", "replace")
        return Answer(response.status, text, response.headers.get("Location", ""))


class ListeningPage(Live):
    """A live page whose every frame is kept."""

    @property
    def name(self) -> str:
        listener = self.visitor
        assert isinstance(listener, Listener)
        return f"{listener.name} {self.surface}"

    def _texts(self, seconds: float) -> Iterator[str]:
        for text in super()._texts(seconds):
            assert isinstance(self.visitor, Listener)
            self.visitor.record.take(self.name, "frame", text.encode())
            yield text

    def beat(self) -> None:
        """Say that the page lives, as pages do every ten seconds."""
        if self.line is not None:
            self.line.send(json.dumps({"ping": 1, "have": self.seqs}))


@dataclass
class Company:
    """A host, players, a spectator and a projector at one evening, and what they were sent."""

    evening: Evening
    record: Record = field(default_factory=Record)
    doors: ExitStack = field(default_factory=ExitStack)
    host: Listener = field(init=False)
    players: list[Listener] = field(default_factory=list)
    watcher: Listener = field(init=False)
    wall: Listener = field(init=False)
    pages: list[ListeningPage] = field(default_factory=list)
    beaten: float = 0.0

    def __post_init__(self) -> None:
        self.host = self.person("host")
        self.watcher = self.person("spectator")
        self.wall = self.person("wall", process=1)

    def person(self, name: str, process: int = 0) -> Listener:
        urls = self.evening.site.urls
        one = Listener(urls[process % len(urls)], name, self.record)
        self.doors.callback(one.close)
        return one

    def register(self, names: tuple[str, ...] = NAMES) -> None:
        """Sign the host in and enter these names, each on a device of its own."""
        self.record.stage = "open"
        self.host.sign_in()
        for number, name in enumerate(names):
            player = self.person(name, process=number)
            assert "on the list as" in player.register(self.evening.path, name).text
            self.players.append(player)

    def take_seats(self) -> None:
        """Open everybody's live page, with its line."""
        surfaces = [(self.host, "host"), *((player, "live") for player in self.players)]
        for visitor, surface in [*surfaces, (self.watcher, "live"), (self.wall, "screen")]:
            visitor.get(f"{self.evening.path}{surface}/")
            page = ListeningPage(visitor, self.evening.event_id, surface)
            page.open()
            self.doors.callback(page.shut)
            self.pages.append(page)
        event = f"event/{self.evening.event_id}"
        until("every page's snapshot", lambda: self._hear() and self._least(event) >= 0)

    def close(self) -> None:
        """Let the closing instant pass; every page sees it."""
        close_in(self.evening, 0)
        self.host.get(self.evening.path)
        until("the list to be frozen", lambda: state_of(self.evening) == "closed")
        until("the pages to know", lambda: self._hear() and self._can("Draw"))

    def play(self) -> int:
        """Press whatever can be pressed until nobody can press anything; how many presses it took."""
        for turn in range(MOST_TURNS):
            if not (found := self._next()):
                return turn
            self.press(*found)
        raise AssertionError("the evening doesn't come to its end")

    def press(self, page: ListeningPage, form: Form) -> Answer:
        """Send the form and wait until every page shows what came of it."""
        answer = page.command(form, command_id())
        assert answer.status == 200, (form, answer)
        for topic, seq in list(page.seqs.items()):
            until(f"{topic} {seq}", lambda topic=topic, seq=seq: self._reached(topic, seq))  # type: ignore[misc]
        return answer

    def form(self, command: str) -> tuple[ListeningPage, Form]:
        """Where that command can be pressed."""
        return next(pair for pair in self._forms() if pair[1].command == command)

    def look_at(self, *paths: str) -> None:
        """Everybody opens these pages of the evening."""
        for person in (self.host, *self.players, self.watcher):
            for path in paths:
                person.get(f"{self.evening.path}{path}")

    def leave(self) -> None:
        self.doors.close()

    def _next(self) -> tuple[ListeningPage, Form] | None:
        """The first press that brings the evening on, once it is there; None when the host can finish."""
        give_up = time.monotonic() + PATIENCE
        while time.monotonic() < give_up:
            self._hear()
            for page, form in self._forms():
                if form.command not in NOT_PLAYED:
                    return page, form
            if self._can("Finish"):
                return None
        raise AssertionError("nobody can do anything")

    def _forms(self) -> Iterator[tuple[ListeningPage, Form]]:
        for page in self.pages:
            shown = [name for name in DECKS if not HIDDEN.match(page.html.get(name, ""))]
            for form in page.forms(*shown):
                yield page, form

    def _can(self, command: str) -> bool:
        return any(form.command == command for _page, form in self._forms())

    def _hear(self) -> bool:
        beats = time.monotonic() - self.beaten > 5
        if beats:
            self.beaten = time.monotonic()
        for page in self.pages:
            assert page.hear(), f"{page.name} lost its line"
            if beats:
                page.beat()
        return True

    def _least(self, topic: str) -> int:
        return min(page.seqs.get(topic, -1) for page in self.pages)

    def _reached(self, topic: str, seq: int) -> bool:
        return self._hear() and self._least(topic) >= seq


def organiser(site: Serving, company: Company) -> Listener:
    """Somebody of the back room, signed in."""
    email, password = "odile@example.org", "a lantern over the quay"
    site.manage(
        "shell", "-v", "0", "-c",
        "from events.models import User; "
        f"User.objects.create_superuser({email!r}, {password!r}, name='Odile')",
    )  # fmt: skip
    one = company.person("organiser")
    one.sign_in(email, password)
    return one
