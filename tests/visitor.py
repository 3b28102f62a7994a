"""Somebody who visits a served site without a browser: cookies, forms, posts, and the live line.

It reads pages as a browser does (forms with their hidden fields) and keeps the live path's rules,
so that many can be there at once and each request is the test's own.
"""

import contextlib
import http.client
import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.staging import EMAIL, PASSWORD

TIMEOUT = 30.0


@dataclass
class Form:
    """A form on a page: where it goes, what it carries, and whether its button can be pressed."""

    action: str
    command: str
    name: str
    fields: dict[str, str] = field(default_factory=dict)
    is_ready: bool = False


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._inside = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._inside = True
            form = Form(has.get("action", ""), has.get("data-command", ""), has.get("id", ""))
            self.found.append(form)
        elif self._inside and tag == "input" and has.get("name"):
            self.found[-1].fields[has["name"]] = has.get("value", "")
        elif self._inside and tag == "button" and has.get("aria-disabled") != "true":
            self.found[-1].is_ready = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False


def forms_in(html: str) -> list[Form]:
    parser = _Forms()
    parser.feed(html)
    return parser.found


@dataclass(frozen=True)
class Answer:
    """What a request got."""

    status: int
    text: str
    location: str = ""

    @property
    def data(self) -> Any:
        return json.loads(self.text)


class Visitor:
    """One device with cookies of its own, talking to one web process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, {})

    def post(self, path: str, fields: dict[str, str], *, json_wanted: bool = False) -> Answer:
        """Send a form, as the page's script would if ``json_wanted``. Raises OSError if no answer comes."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.url,
            "Referer": self.url + path,
            "X-CSRFToken": self.cookies.get("csrf") or self.cookies.get("__Host-csrf", ""),
        }
        if json_wanted:
            headers["Accept"] = "application/json"
        return self._ask("POST", path, headers, urlencode(fields))

    def register(self, path: str, name: str) -> Answer:
        """Open the evening's page and enter by name; the page that follows."""
        return self.enter(self.registration(path), name)

    def registration(self, path: str) -> Form:
        """The form on the evening's page."""
        return next(one for one in forms_in(self.get(path).text) if "register" in one.action)

    def enter(self, form: Form, name: str) -> Answer:
        answer = self.post(form.action, {**form.fields, "name": name})
        return self.get(answer.location) if answer.status == 302 else answer

    def sign_in(self, email: str = EMAIL, password: str = PASSWORD) -> None:
        path = "/accounts/login/"
        form = next(one for one in forms_in(self.get(path).text) if "login" in one.fields)
        sent = self.post(path, {**form.fields, "login": email, "password": password})
        assert sent.status == 302, sent.text[:400]

    def close(self) -> None:
        """Let go of the connection; the next request makes a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = headers | ({"Cookie": cookie} if cookie else {})
        if self._connection is None:
            address = urlsplit(self.url)
            kind: type[http.client.HTTPConnection] = http.client.HTTPConnection
            if address.scheme == "https":
                kind = http.client.HTTPSConnection
            self._connection = kind(address.netloc, timeout=TIMEOUT)
        try:
            self._connection.request(method, path, body or None, sent)
            response = self._connection.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException) as problem:
            self.close()
            raise ConnectionError(f"{method} {path}: {problem!r}") from problem
        self._keep(response.headers.get_all("Set-Cookie") or [])
        return Answer(response.status, text, response.headers.get("Location", ""))

    def _keep(self, lines: list[str]) -> None:
        for line in lines:
            name, _, value = line.split(";")[0].partition("=")
            self.cookies[name] = value


def command_id() -> str:
    return uuid.uuid4().hex


@dataclass
class Live:
    """A live page without a browser: its fragments, kept as the live path's rules have it."""

    visitor: Visitor
    event_id: str
    surface: str = "live"
    seqs: dict[str, int] = field(default_factory=dict)
    html: dict[str, str] = field(default_factory=dict)
    line: ClientConnection | None = None
    watched: str = ""
    closed: int = 0
    """The code that the server last closed the line with, 0 if it didn't say."""
    _lines: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def apply(self, frame: dict[str, Any]) -> None:
        """Take a frame in: a snapshot replaces, a push follows on what is there."""
        own = self.seqs.get(frame["topic"], -1)
        whole = frame["base"] is None
        if frame["seq"] < own or (not whole and (frame["base"] > own or frame["seq"] == own)):
            return
        self.html |= frame["html"]
        self.seqs[frame["topic"]] = frame["seq"]

    def forms(self, *fragments: str) -> list[Form]:
        """The forms of these fragments whose button can be pressed now."""
        html = "".join(self.html.get(name, "") for name in fragments)
        return [form for form in forms_in(html) if form.is_ready]

    def command(self, form: Form, id_: str) -> Answer:
        """Send a form's command under this id, and take in what the answer brings."""
        fields = form.fields | {
            "command_id": id_,
            "surface": self.surface,
            "seqs": json.dumps(self.seqs),
        }
        answer = self.visitor.post(form.action, fields, json_wanted=True)
        if answer.text.startswith("{"):
            for frame in answer.data["frames"]:
                self.apply(frame)
        return answer

    def open(self) -> None:
        """Open the line; what the page shows comes as snapshots. Without an answer it is tried again, as pages do."""
        try:
            self._open()
        except InvalidMessage:
            # Before Python 3.13 a thread that reads and one that writes can garble each other's TLS.
            self._open()

    def _open(self) -> None:
        self.shut()
        cookie = "; ".join(f"{name}={value}" for name, value in self.visitor.cookies.items())
        self.line = self._lines.enter_context(
            connect(
                f"ws{self.visitor.url[4:]}/ws/{self.event_id}/?surface={self.surface}",
                origin=Origin(self.visitor.url),
                additional_headers={"Cookie": cookie} if cookie else {},
                open_timeout=TIMEOUT,
                max_size=None,
            )
        )
        self.watched, self.closed = "", 0

    def shut(self) -> None:
        self.line = None
        self._lines.close()

    def hear(self, seconds: float = 0.0) -> bool:
        """Take in whatever has come, waiting so long for the first; whether the line still stands."""
        try:
            for text in self._texts(seconds):
                frame = json.loads(text)
                if "topic" in frame:
                    self.apply(frame)
                self._watch()
        except ConnectionClosed as end:
            self.line, self.closed = None, end.rcvd.code if end.rcvd else 0
        except OSError:
            self.line = None
        return self.line is not None

    def _texts(self, seconds: float) -> Iterator[str]:
        while self.line is not None:
            with contextlib.suppress(TimeoutError):
                yield str(self.line.recv(timeout=seconds))
                seconds = 0.0
                continue
            return

    def _watch(self) -> None:
        """Follow the event to its current match, as the page does."""
        html = self.html.get("stage", "") + self.html.get("wallhead", "")
        named = re.search(r'data-watch="(match/\w+)"', html)
        if named and named[1] != self.watched and self.line is not None:
            self.watched = named[1]
            self.line.send(json.dumps({"watch": self.watched}))
