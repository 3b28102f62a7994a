"""The socket of a page: it brings what changed and hears that the page lives. No commands."""

import asyncio
from typing import Any
from urllib.parse import parse_qs

import structlog
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.urls import path, re_path

from events.live import frames, hub
from events.live.frames import Encoded
from events.live.messages import Bad, Heartbeat, Pace, Want, Watch, read
from events.live.outlet import outlet
from events.live.pool import in_pool
from events.live.shown import Viewer, last_shown
from events.live.visitor import KNOWN_BY, Visitor, admit, at_match, look_again, note_presence

log = structlog.get_logger(__name__)

LOOK_AGAIN = 60.0
"""Seconds between two looks at who somebody is: they may have signed out or lost a role."""
SILENCE = 30.0
"""Seconds a page may say nothing, or not get on, before its socket is closed."""
MOST_BAD = 10
"""Messages that make no sense, until the socket is closed."""


class LiveConsumer(AsyncWebsocketConsumer):
    """One page's socket.

    From the page: ``{"ping": n, "have": {topic: seq}}`` every 10 s, ``{"want": topic}`` for a
    snapshot, ``{"watch": "match/<id>"}`` for the event's current match. Nothing a page sends makes
    this raise: what can't be read is counted and ignored, then closed 4400.
    """

    channel_layer_alias = "none"  # the hub holds the one subscription; sockets need none

    visitor: Visitor | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.topics: dict[str, Viewer] = {}
        self.acked: dict[str, tuple[int, float]] = {}
        self.hub = hub.here()
        self.outlet = outlet(scope, send)
        self.pace = Pace()
        self.bad = 0
        self.shutting = False
        self.heard = self.looked = self.hub.loop.time()
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave_all()

    async def dispatch(self, message: dict[str, Any]) -> None:
        # Channels' own closes old connections in the one shared thread before each message; here
        # no message touches the database on this thread.
        try:
            await getattr(self, get_handler_name(message))(message)
        except (StopConsumer, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("socket failed")
            await self.shut(frames.RESTART)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Accept, then ask who it is: a refusal before that reaches browsers without its code."""
        await self.accept()
        if self.hub.closing:
            return await self.shut(frames.RESTART)
        event_id = self.scope["url_route"]["kwargs"]["event_id"]
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        surface = query.get("surface", ["live"])[0]
        found = await self._admit(event_id, surface)
        if isinstance(found, int):
            return await self.shut(found)
        self.visitor = found
        await self._show(f"event/{event_id}", found.viewer)
        if found.person is not None:
            await in_pool(note_presence, found)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        who = self.visitor
        if self.shutting or who is None:
            return
        self.heard = self.hub.loop.time()
        if not self.pace.allows(self.heard):
            return await self.shut(frames.TOO_FAST)
        match read(message.get("text")):
            case Heartbeat(number, have):
                await self._answer(who, number, have)
            case Want(topic) if topic in self.topics:
                await self._send_snapshot(topic)
            case Watch(match_id):
                await self._watch(who, match_id)
            case Bad(close=True):
                await self.shut(frames.BAD)
            case _:
                await self._count_bad()

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        self._leave_all()
        raise StopConsumer

    def write(self, frame: Encoded) -> bool:
        return self.outlet.write(frame)

    def is_drained(self) -> bool:
        return self.outlet.is_drained()

    async def shut(self, code: int) -> None:
        """Leave every topic and close; once."""
        if not self.shutting:
            self.shutting = True
            self._leave_all()
            try:
                await self.base_send({"type": "websocket.close", "code": code})
            except Exception as problem:  # it is closed already
                log.debug("not closed", problem=repr(problem))

    def is_silent(self, now: float) -> bool:
        """Whether the page says nothing any more, or says that it hasn't got what was sent."""
        stuck = [since for seq, since in self.acked.values() if seq >= 0]
        return now - min([self.heard, *stuck]) > SILENCE

    async def _admit(self, event_id: str, surface: str) -> Visitor | int:
        """As `admit`; strangers who come at once are looked at once."""
        cookies = self.scope["cookies"]
        if any(cookies.get(name) for name in KNOWN_BY):
            return await in_pool(admit, cookies, event_id, surface)
        return await self.hub.together.ask(
            ("stranger", event_id, surface), lambda: in_pool(admit, {}, event_id, surface)
        )

    async def _at_match(self, who: Visitor, match_id: str) -> Viewer | None:
        """As `at_match`; those who look on are let look on together."""
        if who.audience != "public":
            return await in_pool(at_match, who, match_id)
        return await self.hub.together.ask(
            ("onlooker", who, match_id), lambda: in_pool(at_match, who, match_id)
        )

    async def _answer(self, who: Visitor, number: int, have: dict[str, int]) -> None:
        for topic in self.topics:
            self._acknowledge(topic, have.get(topic, 0))
        seqs = {topic: self._sent(topic) for topic in self.topics}
        self.write(Encoded(frames.pong(number, seqs)))
        if who.person is not None:
            await in_pool(note_presence, who)
        if self.heard - self.looked > LOOK_AGAIN:
            await self._look_again(who)

    def _acknowledge(self, topic: str, have: int) -> None:
        """Remember the first push that this page hasn't got, and since when it hasn't."""
        owed, _ = self.acked.get(topic, (-1, 0.0))
        if have >= owed:
            sent = self._sent(topic)
            self.acked[topic] = (sent if sent > have else -1, self.heard)

    def _sent(self, topic: str) -> int:
        shown = last_shown.get((topic, self.topics[topic]))
        return shown.seq if shown else 0

    async def _watch(self, who: Visitor, match_id: str) -> None:
        viewer = await self._at_match(who, match_id)
        if viewer is None:
            return await self._count_bad()
        for topic in [topic for topic in self.topics if topic.startswith("match/")]:
            self._leave(topic)
        await self._show(f"match/{match_id}", viewer)

    async def look_again(self) -> None:
        """See whether they are still who they were. Never raises."""
        if self.visitor is None or self.shutting:
            return
        try:
            await self._look_again(self.visitor)
        except Exception:
            log.exception("look failed")
            await self.shut(frames.RESTART)

    async def _look_again(self, who: Visitor) -> None:
        """See whether they are still who they were, and show them what they may see by now."""
        self.looked = self.hub.loop.time()
        watched = next((t.split("/")[1] for t in self.topics if t.startswith("match/")), None)
        found = await in_pool(look_again, self.scope["cookies"], who, watched)
        if isinstance(found, int):
            return await self.shut(found)
        self.visitor, seen_at_match = found
        viewers = {f"event/{self.visitor.event_id}": self.visitor.viewer}
        if seen_at_match is not None:
            viewers[f"match/{watched}"] = seen_at_match
        for topic, viewer in viewers.items():
            if self.topics.get(topic) != viewer:
                self._leave(topic)
                await self._show(topic, viewer)

    async def _show(self, topic: str, viewer: Viewer) -> None:
        """Join first, then read: what changes in between comes as a push."""
        if self.shutting:
            return
        self.topics[topic] = viewer
        self.hub.join(topic, viewer, self)
        await self._send_snapshot(topic)

    async def _send_snapshot(self, topic: str) -> None:
        viewer = self.topics[topic]
        frame = await self.hub.snapshot(topic, viewer)
        if frame is None:
            await self.shut(frames.GONE)
        elif not self.shutting and not self.write(frame):
            self.hub.left_behind(topic, viewer, self)

    async def _count_bad(self) -> None:
        self.bad += 1
        if self.bad >= MOST_BAD:
            await self.shut(frames.BAD)

    def _leave(self, topic: str) -> None:
        viewer = self.topics.pop(topic, None)
        self.acked.pop(topic, None)
        if viewer is not None:
            self.hub.leave(topic, viewer, self)

    def _leave_all(self) -> None:
        for topic in list(self.topics):
            self._leave(topic)


def let_go(sender: object, request: HttpRequest | None, **kwargs: object) -> None:
    """Close the sockets of a session that was signed out: a console says so, others come again."""
    session_key = getattr(getattr(request, "session", None), "session_key", None)
    current = hub.current()
    if session_key and current is not None:
        current.loop.call_soon_threadsafe(_shut_session, current, session_key)


def _shut_session(current: hub.Hub, session_key: str) -> None:
    for member in current.everybody():
        if isinstance(member, LiveConsumer) and member.visitor is not None:
            who = member.visitor
            if who.session_key == session_key:
                code = frames.SIGN_IN if who.surface == "host" else frames.RESTART
                current.soon(member.shut(code))


user_logged_out.connect(let_go, dispatch_uid="live sockets of the session")


async def nowhere(scope: Any, receive: Any, send: Any) -> None:
    """A line to an address that is none: gone. Channels' own answer is a fault, once for each try."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": frames.GONE})


websocket_urlpatterns = [
    path("ws/<str:event_id>/", LiveConsumer.as_asgi()),
    # The stubs know views only; the router takes any application.
    re_path("", nowhere),  # type: ignore[arg-type]
]
