"""The hub: who in this process shows which topic, and pushing to them what changed.

One per event loop. It holds one channel-layer subscription a topic, renders each distinct view
once, encodes each audience's frame once and writes it to every socket of that audience: players
and hosts first, then spectators in chunks. It waits for no page: one that can't take more is left
behind, and gets one snapshot once it can.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import structlog

from events.live import broadcast, frames, measures
from events.live.fragments import NoTopic, render_all
from events.live.frames import Encoded
from events.live.pool import in_pool
from events.live.relay import Relay
from events.live.shown import Rendered, Shown, Viewer, last_shown
from events.live.snapshots import AT_ONCE, Snapshots
from events.live.together import Together

log = structlog.get_logger(__name__)

T = TypeVar("T")

CHUNK = 128
"""Spectators written to between two turns of the loop."""
LONGEST_PAUSE = 0.25
"""Seconds between two pushes of a topic, however long the one before took."""
LOOK = 0.25
"""Seconds between two looks at pages that were left behind."""
DROP_AFTER = 20.0
"""Seconds a page may be behind until its socket is closed; it comes back by itself."""


class Member(Protocol):
    """A socket as the hub knows it, as an `outlet.Outlet` that can be closed. No method raises."""

    def write(self, frame: Encoded) -> bool: ...

    def is_drained(self) -> bool: ...

    async def shut(self, code: int) -> None: ...


class Topic:
    """The sockets of this process that show one topic."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.members: dict[Viewer, set[Member]] = {}
        self.behind: dict[Member, tuple[Viewer, float]] = {}
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
        self._tasks: set[asyncio.Task[Any]] = set()
        self._snapshots = Snapshots(self.soon)
        self.together: Together[Any] = Together(self.soon, AT_ONCE)
        """What sockets read that is the same for many of them."""
        self._catching_up = False
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
        topic.behind.pop(member, None)
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

    async def snapshot(self, name: str, viewer: Viewer) -> Encoded | None:
        """The frame with everything that viewer sees now; None if the topic is gone."""
        try:
            rendered, frame = await self._snapshots.get(name, viewer)
        except NoTopic:
            return None
        # The first snapshot starts what is known of this viewer. Later ones don't move it on:
        # that would hide a change from the viewer's other sockets.
        if viewer in self._members(name):
            last_shown.setdefault((name, viewer), Shown.first(rendered))
        return frame

    def left_behind(self, name: str, viewer: Viewer, member: Member) -> None:
        """The member couldn't take a frame: it is sent no more until it can take a snapshot."""
        topic = self.topics.get(name)
        if topic is None or member not in topic.members.get(viewer, ()):
            return
        topic.behind.setdefault(member, (viewer, self.loop.time()))
        if not self._catching_up:
            self._catching_up = True
            self.soon(self._catch_up())

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
        goodbye = Encoded(frames.goodbye())
        for member in self.everybody():
            member.write(goodbye)
            await member.shut(frames.RESTART)

    def _members(self, name: str) -> Mapping[Viewer, set[Member]]:
        topic = self.topics.get(name)
        return topic.members if topic else {}

    async def _refresh(self, topic: Topic) -> None:
        try:
            while topic.members and topic.seq < (wanted := topic.wanted):
                heard = self.loop.time()
                rendered = await in_pool(render_all, topic.name, list(topic.members))
                began = self.loop.time()
                await self._fan_out(topic, rendered)
                ended = self.loop.time()
                measures.push_times.took(ended - heard)
                # The first change goes at once; those that come while it goes are one push. So
                # pushing takes half of the loop at most, and commands go on however many watch.
                await asyncio.sleep(min(LONGEST_PAUSE, ended - began))
                if topic.seq < wanted == topic.wanted:
                    break  # the database isn't as far as the hint says; the poller looks again
        except NoTopic:
            pass
        except Exception:  # the poller tries again
            log.exception("refresh failed", topic=topic.name)
        finally:
            topic.refreshing = False

    async def _fan_out(self, topic: Topic, rendered: Mapping[Viewer, Rendered]) -> None:
        acting: list[tuple[Viewer, Encoded, list[Member]]] = []
        watching: list[tuple[Viewer, Encoded, list[Member]]] = []
        for viewer, news in rendered.items():
            members = topic.members.get(viewer)
            if members and (frame := self._advance(topic.name, viewer, news)):
                pushes = watching if viewer.audience == "public" else acting
                pushes.append((viewer, Encoded(frame), list(members)))
        for viewer, encoded, actors in acting:
            self._write(topic, viewer, encoded, actors)
            measures.pushes.add(len(actors), of="actors")
        await asyncio.sleep(0)  # their bytes leave before the first spectator's
        for viewer, encoded, watchers in watching:
            measures.pushes.add(len(watchers), of="watchers")
            for start in range(0, len(watchers), CHUNK):
                self._write(topic, viewer, encoded, watchers[start : start + CHUNK])
                await asyncio.sleep(0)  # requests and new commands get in between

    @staticmethod
    def _advance(name: str, viewer: Viewer, news: Rendered) -> frames.Frame | None:
        """Note that `news` is shown to `viewer`; the frame that shows it, if it is news."""
        before = last_shown.get((name, viewer))
        if before is None:
            last_shown[name, viewer] = Shown.first(news)
            return frames.snapshot(name, news.seq, news.html)
        if news.seq <= before.seq:
            return None
        after = last_shown[name, viewer] = before.then(news)
        html = after.changes(before.seq) or {}
        return frames.push(name, before.seq, news.seq, html)

    def _write(
        self, topic: Topic, viewer: Viewer, frame: Encoded, members: Iterable[Member]
    ) -> None:
        behind = topic.behind
        for member in members:
            if member not in behind and not member.write(frame):
                self.left_behind(topic.name, viewer, member)

    async def _catch_up(self) -> None:
        """Look after whoever was left behind, until nobody is."""
        try:
            while any(topic.behind for topic in self.topics.values()):
                await asyncio.sleep(LOOK)
                for topic in list(self.topics.values()):
                    for member, (viewer, since) in list(topic.behind.items()):
                        if member.is_drained():
                            self.soon(self._bring_up(topic, viewer, member))
                        elif self.loop.time() - since > DROP_AFTER:
                            self.soon(member.shut(frames.SILENT))
        finally:
            self._catching_up = False

    async def _bring_up(self, topic: Topic, viewer: Viewer, member: Member) -> None:
        """Send one snapshot instead of all it was not sent, and what changes from now on."""
        if topic.behind.pop(member, None) is None:
            return
        frame = await self.snapshot(topic.name, viewer)
        if frame is None:
            await member.shut(frames.GONE)
        elif not member.write(frame):
            self.left_behind(topic.name, viewer, member)

    def soon(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run it on the hub's loop, until it ends or the hub stops."""
        task = self.loop.create_task(work)
        self._tasks.add(task)  # the loop itself keeps no task alive
        task.add_done_callback(self._tasks.discard)
        return task


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
