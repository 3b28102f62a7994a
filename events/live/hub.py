"""The hub: who in this process shows which topic, and pushing to them what changed.

One per event loop. It holds one channel-layer subscription a topic, renders each distinct view
once, encodes each audience's frame once and writes it to every socket of that audience: players
and hosts first, then spectators in chunks.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, Protocol

import structlog

from events.live import broadcast, frames, measures
from events.live.fragments import NoTopic, render, render_all
from events.live.pool import in_pool
from events.live.relay import Relay
from events.live.shown import Rendered, Shown, Viewer, last_shown

log = structlog.get_logger(__name__)

CHUNK = 128
"""Spectators written to between two turns of the loop."""


class Member(Protocol):
    """A socket as the hub knows it. Neither method raises."""

    async def push(self, message: dict[str, Any]) -> None: ...

    async def shut(self, code: int) -> None: ...


class Topic:
    """The sockets of this process that show one topic."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.members: dict[Viewer, set[Member]] = {}
        self.wanted = 0
        self.refreshing = False

    def seq_of(self, viewer: Viewer) -> int:
        """How far this viewer's sockets were brought."""
        shown = last_shown.get((self.name, viewer))
        return shown.seq if shown else 0

    @property
    def seq(self) -> int:
        """How far every viewer was brought."""
        return min(map(self.seq_of, self.members), default=0)


class Hub:
    """Use it on its own loop only, but for `changed`, which `broadcast` hops there for."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.topics: dict[str, Topic] = {}
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.relay = Relay(self.hinted, lambda: list(self.topics))

    def start(self) -> None:
        """Take what this process publishes, and what the others do."""
        broadcast.attach(self.loop, self.changed)
        last_shown.clear()
        for listening in self.relay.listening():
            self.soon(listening)

    async def stop(self) -> None:
        broadcast.detach(self.loop)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def join(self, name: str, viewer: Viewer, member: Member) -> None:
        """From now on `member` gets what changes; send it a `snapshot` next, in this order."""
        topic = self.topics.get(name)
        if topic is None:
            topic = self.topics[name] = Topic(name)
            self.soon(self.relay.subscribe(name))
        topic.members.setdefault(viewer, set()).add(member)

    def leave(self, name: str, viewer: Viewer, member: Member) -> None:
        topic = self.topics.get(name)
        if topic is None or member not in topic.members.get(viewer, ()):
            return
        topic.members[viewer].remove(member)
        if not topic.members[viewer]:
            del topic.members[viewer]
            last_shown.pop((name, viewer), None)
        if not topic.members:
            del self.topics[name]
            self.soon(self.relay.unsubscribe(name))

    def changed(self, name: str, seq: int) -> None:
        """This process changed the topic: refresh it here, and tell the other processes."""
        self.hinted(name, seq)
        self.soon(self.relay.tell(name, seq))

    def hinted(self, name: str, seq: int) -> None:
        """The topic has come to `seq`, somebody says: refresh it if it is shown here and behind.

        While a refresh runs, any number of hints make one more.
        """
        topic = self.topics.get(name)
        if topic is None or seq <= topic.seq:
            return
        topic.wanted = max(topic.wanted, seq)
        if not topic.refreshing:
            topic.refreshing = True
            self.soon(self._refresh(topic))

    async def snapshot(self, name: str, viewer: Viewer) -> str | None:
        """The frame with everything that viewer sees now; None if the topic is gone."""
        try:
            rendered = await in_pool(render, name, viewer.surface, viewer.audience)
        except NoTopic:
            return None
        # The first snapshot starts what is known of this viewer. Later ones don't move it on:
        # that would hide a change from the viewer's other sockets.
        if viewer in self._members(name):
            last_shown.setdefault((name, viewer), Shown.first(rendered))
        return frames.encode(frames.snapshot(name, rendered.seq, rendered.html))

    def everybody(self) -> set[Member]:
        """All sockets of this process."""
        return {
            member
            for topic in self.topics.values()
            for members in topic.members.values()
            for member in members
        }

    async def say_goodbye(self) -> None:
        """Tell every page that the server starts again, and close its socket."""
        self.closing = True
        message = {"type": "websocket.send", "text": frames.encode(frames.goodbye())}
        for member in self.everybody():
            await member.push(message)
            await member.shut(frames.RESTART)

    def _members(self, name: str) -> Mapping[Viewer, set[Member]]:
        topic = self.topics.get(name)
        return topic.members if topic else {}

    async def _refresh(self, topic: Topic) -> None:
        try:
            while topic.members and topic.seq < (wanted := topic.wanted):
                heard = self.loop.time()
                rendered = await in_pool(render_all, topic.name, list(topic.members))
                await self._fan_out(topic, rendered)
                measures.push_times.took(self.loop.time() - heard)
                if topic.seq < wanted == topic.wanted:
                    break  # the database isn't as far as the hint says; the poller looks again
        except NoTopic:
            pass
        except Exception:  # the poller tries again
            log.exception("refresh failed", topic=topic.name)
        finally:
            topic.refreshing = False

    async def _fan_out(self, topic: Topic, rendered: Mapping[Viewer, Rendered]) -> None:
        acting: list[tuple[str, list[Member]]] = []
        watching: list[tuple[str, list[Member]]] = []
        for viewer, news in rendered.items():
            members = topic.members.get(viewer)
            if members and (text := self._advance(topic.name, viewer, news)):
                pushes = watching if viewer.audience == "public" else acting
                pushes.append((text, list(members)))
        for text, actors in acting:
            await self._write(text, actors)
            measures.pushes.add(len(actors), of="actors")
        await asyncio.sleep(0)  # their bytes leave before the first spectator's
        for text, watchers in watching:
            measures.pushes.add(len(watchers), of="watchers")
            for start in range(0, len(watchers), CHUNK):
                await self._write(text, watchers[start : start + CHUNK])
                await asyncio.sleep(0)  # requests and new commands get in between

    @staticmethod
    def _advance(name: str, viewer: Viewer, news: Rendered) -> str | None:
        """Note that `news` is shown to `viewer`; the frame that shows it, if it is news."""
        before = last_shown.get((name, viewer))
        if before is None:
            last_shown[name, viewer] = Shown.first(news)
            return frames.encode(frames.snapshot(name, news.seq, news.html))
        if news.seq <= before.seq:
            return None
        after = last_shown[name, viewer] = before.then(news)
        html = after.changes(before.seq) or {}
        return frames.encode(frames.push(name, before.seq, news.seq, html))

    @staticmethod
    async def _write(text: str, members: Iterable[Member]) -> None:
        message = {"type": "websocket.send", "text": text}
        for member in members:
            await member.push(message)

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Run it on the hub's loop, until it ends or the hub stops."""
        task = self.loop.create_task(work)
        self._tasks.add(task)  # the loop itself keeps no task alive
        task.add_done_callback(self._tasks.discard)


_hub: Hub | None = None


def current() -> Hub | None:
    """This process's hub, from any thread; None before the first socket or after its loop."""
    return None if _hub is None or _hub.loop.is_closed() else _hub


def here() -> Hub:
    """The running loop's hub, started on first use."""
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is None or _hub.loop is not loop:
        _hub = Hub(loop)
        _hub.start()
    return _hub
