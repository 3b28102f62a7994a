"""A whole roster at one table, each on a live page of their own, one of whom acts at a time."""

import asyncio
import http.client
import json
import re
import threading
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.staging import Evening, rows, until
from tests.visitor import Form, Visitor, command_id, forms_in

PLAYED = ("Start", "PickDie", "CallRoll", "Roll", "ChooseNext")
CSRF = "c" * 32
TOO_FAST = 429
_SEEN = re.compile(r'\{"topic":"(match/\w+)","base":\w+,"seq":(\d+)')


@dataclass
class Page:
    """Somebody's live page: how far it has come in the match, and what its reader can press."""

    name: str
    surface: str
    cookies: dict[str, str]
    seq: int = -1
    at: float = 0.0
    seqs: dict[str, int] = field(default_factory=dict)
    forms: dict[str, list[Form]] = field(default_factory=dict)
    watched: str = ""
    is_there: bool = False

    def wanted(self) -> Form | None:
        return next((form for forms in self.forms.values() for form in forms), None)

    def take(self, text: str, at: float) -> None:
        """A frame: read whole only if it brings, or may take away, something to press."""
        found = _SEEN.match(text)
        if found is not None:
            self.seq, self.at = max(self.seq, int(found[2])), at
        if found is None or "data-command=" in text or self.forms:
            self.read(json.loads(text))
        else:
            self.seqs[found[1]] = int(found[2])

    def read(self, frame: dict) -> None:
        if "topic" not in frame or frame["seq"] < self.seqs.get(frame["topic"], -1):
            return
        self.seqs[frame["topic"]] = frame["seq"]
        for name, html in frame["html"].items():
            pressed = [
                form
                for form in forms_in(html if name in ("matchdeck", "reach", "pier") else "")
                if form.is_ready and form.command in PLAYED
            ]
            self.forms.pop(name, None)
            if pressed:
                self.forms[name] = pressed
        if named := re.search(r'data-watch="(match/\w+)"', frame["html"].get("stage", "")):
            self.watched = named[1]


@dataclass(frozen=True)
class Pressed:
    """One press: seconds to its own answer and to the last page, and the bytes that all pages were sent."""

    command: str
    seq: int
    own: float
    last: float
    sent: int


class Hall:
    """Everybody's sockets, all in one thread; presses go over one connection, one after the other."""

    def __init__(self, evening: Evening, devices: list[str], watchers: int) -> None:
        self.evening = evening
        host = Visitor(evening.site.url)
        host.sign_in()
        self.host = Page("host", "host", host.cookies)
        host.close()
        self.pages = [self.host]
        self.pages += [
            Page(f"guest {place}", "live", {"tb_device": secret, "csrf": CSRF})
            for place, secret in enumerate(devices)
        ]
        self.pages += [Page(f"watcher {place}", "live", {}) for place in range(watchers)]
        self.sent = 0
        self.there = 0
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._web = http.client.HTTPConnection(urlsplit(evening.site.url).netloc, timeout=60)

    def __enter__(self) -> "Hall":
        self._thread.start()
        until("every page", lambda: self.there == len(self.pages), 300)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(60)
        self._web.close()

    def all_at(self, seq: int) -> bool:
        return all(page.seq >= seq for page in self.pages)

    def catch_up(self) -> None:
        """Return once every page shows what was done elsewhere in the meantime."""
        sql = (
            "SELECT m.seq FROM events_match m JOIN events_event e ON e.id = m.event_id "
            "WHERE e.public_id = %s ORDER BY m.number DESC"
        )
        ((seq,), *_) = rows(self.evening.site, sql, self.evening.event_id)
        until("every page to catch up", lambda: self.all_at(seq))

    def press(self) -> Pressed | None:
        """Whoever is waited for acts, and everybody's page comes to show it; None without anybody."""
        page = next((page for page in self.pages if page.wanted()), None)
        form = page.wanted() if page else None
        if page is None or form is None:
            return None
        sent, clicked = self.sent, time.monotonic()
        status, frames = self._post(page, form)
        own = time.monotonic() - clicked
        if status == TOO_FAST:
            time.sleep(0.2)  # nobody may press more than five times a second
            return self.press()
        assert status == 200, (page.name, form, status)
        for frame in frames:
            page.read(frame)
        seq = max(frame["seq"] for frame in frames if frame["topic"].startswith("match/"))
        until("the last page", lambda: self.all_at(seq))
        last = max(page.at for page in self.pages) - clicked
        return Pressed(form.command, seq, own, last, self.sent - sent)

    def _post(self, page: Page, form: Form) -> tuple[int, list[dict]]:
        fields = form.fields | {
            "command_id": command_id(),
            "surface": page.surface,
            "seqs": json.dumps(page.seqs),
        }
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "application/json",
            "Origin": self.evening.site.url,
            "X-CSRFToken": page.cookies.get("csrf", ""),
            "Cookie": "; ".join(f"{name}={value}" for name, value in page.cookies.items()),
        }
        self._web.request("POST", form.action, urlencode(fields), headers)
        response = self._web.getresponse()
        body = response.read()
        return response.status, json.loads(body)["frames"] if response.status == 200 else []

    def _run(self) -> None:
        self._loop.run_until_complete(self._live())
        self._loop.close()

    async def _live(self) -> None:
        async with AsyncExitStack() as lines:
            tasks = []
            for page in self.pages:
                cookie = "; ".join(f"{name}={value}" for name, value in page.cookies.items())
                line = await lines.enter_async_context(
                    connect(
                        f"ws{self.evening.site.url[4:]}/ws/{self.evening.event_id}/"
                        f"?surface={page.surface}",
                        origin=self.evening.site.url,  # type: ignore[arg-type]
                        additional_headers={"Cookie": cookie} if cookie else {},
                        open_timeout=60,
                        max_size=None,
                        compression=None,
                    )
                )
                tasks.append(asyncio.create_task(self._hear(page, line)))
                tasks.append(asyncio.create_task(self._beat(page, line)))
            await self._end.wait()
            for task in tasks:
                task.cancel()

    async def _hear(self, page: Page, line: ClientConnection) -> None:
        following = ""
        async for text in line:
            at = time.monotonic()
            body = str(text)
            self.sent += len(body)
            page.take(body, at)
            if page.watched != following:
                following = page.watched
                await line.send(json.dumps({"watch": following}))
            elif page.seq >= 0 and not page.is_there:
                page.is_there = True
                self.there += 1

    async def _beat(self, page: Page, line: ClientConnection) -> None:
        while True:
            await asyncio.sleep(10)
            await line.send(json.dumps({"ping": 1, "have": page.seqs}))
