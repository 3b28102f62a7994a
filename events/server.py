"""Daphne with this site's limits, and an end that loses no command and tells every page."""

import daphne.server  # isort: skip - installs Twisted's reactor on asyncio before anything else does

import asyncio
import gc
import select
import signal
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import structlog
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as twisted_reactor
from twisted.internet.endpoints import quoteStringArgument

from events import lean_lines
from events.bodies import BoundedFactory, BoundedLine
from events.frame_writer import FrameWriter
from events.live import frames, hub
from events.live.outlet import EXTENSION
from events.live.poller import poll
from events.views.writer import running

log = structlog.get_logger(__name__)
access = structlog.get_logger("tacklebox.access")

# Daphne makes its connections by this name, and takes no others.
daphne.server.HTTPFactory = BoundedFactory
daphne.server.WebSocketFactory.protocol = BoundedLine

reactor: Any = twisted_reactor  # its type says nothing of its methods

LAST_COMMANDS = 10.0
"""Seconds that commands under way get when the server stops."""
BACKLOG = 1024
"""Connections that may wait to be accepted: a whole hall opens its pages at once."""
FIRST_WORDS = 0.2
"""Seconds in which somebody who was accepted last says what they want."""
PARTING = 2.0
"""Seconds that pages get to close their sockets."""


class LiveServer(daphne.server.Server):
    """Serves `application` on `listener` until SIGTERM or SIGINT; then stops accepting, says bye to
    every page (1012), waits for commands under way and ends."""

    def __init__(
        self, application: Any, *, listener: socket.socket, ready: Callable[[], None]
    ) -> None:
        super().__init__(
            application,
            endpoints=[_endpoint(listener)],
            signal_handlers=False,
            action_logger=log_access,
            http_timeout=30,
            websocket_connect_timeout=30,
            # Holds for what we send as well; pages are held to messages.LONGEST and the frame's limit.
            websocket_max_message_size=1024 * 1024,
            websocket_max_frame_size=4096,
            ready_callable=lambda: reactor.callWhenRunning(self._begin),
            verbosity=0,
            server_name="tacklebox",
        )
        self._ready = ready
        self._tasks: list[asyncio.Task[None]] = []
        self._ports: list[Any] = []
        self._ending = False

    def listen_success(self, port: Any) -> None:
        self._ports.append(port)

    def _begin(self) -> None:
        lean_lines.share_settings(self.ws_factory)
        lean_lines.write_nothing_out()
        loop = asyncio.get_event_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            # Not the loop's own way: its wake-up descriptor is one a process, and others take it.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(self._end))
        self._tasks.append(loop.create_task(self._live()))

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Daphne's own, with a writer for the frames of a socket."""
        if scope["type"] == "websocket":
            lean_lines.let_go_of_request(protocol)
            if (writer := FrameWriter.of(protocol)) is not None:
                scope.setdefault("extensions", {})[EXTENSION] = writer
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Daphne's own can't close with 1012: its protocol lets applications use 3000 and up."""
        restarts = message["type"] == "websocket.close" and message.get("code") == frames.RESTART
        if restarts and protocol.state == protocol.STATE_OPEN:
            protocol.sendCloseFrame(code=frames.RESTART, isReply=False)
        else:
            await super().handle_reply(protocol, message)

    async def _live(self) -> None:
        here = hub.here()
        # What is there by now stays; without this, looking through it pauses every page's push.
        gc.collect()
        gc.freeze()
        self._ready()
        await poll(here)

    def _end(self) -> None:
        if self._ending:
            return
        self._ending = True
        self._tasks.append(asyncio.get_event_loop().create_task(self._wind_up()))

    async def _wind_up(self) -> None:
        log.info("stopping")
        try:
            await self._finish()
        except Exception:
            log.exception("stopping failed")
        finally:
            reactor.stop()

    async def _finish(self) -> None:
        for port in self._ports:
            take_waiting(port)
            port.stopListening()
        here = hub.here()
        await here.say_goodbye()
        await asyncio.sleep(FIRST_WORDS)
        give_up = here.loop.time() + LAST_COMMANDS
        while (running.count or self._answering()) and here.loop.time() < give_up:
            await asyncio.sleep(0.05)
        if running.count:
            log.warning("commands cut off", count=running.count)
        await self._part(here.loop.time() + PARTING)
        self._tasks[0].cancel()
        await here.stop()

    async def _part(self, give_up: float) -> None:
        """Let the closing reach the pages: whoever is cut off can't tell it from a crash."""
        loop = asyncio.get_running_loop()
        while self._open(sockets=True) and loop.time() < give_up:
            await asyncio.sleep(0.05)

    def _answering(self) -> bool:
        """Whether a page waits for its answer."""
        return any(
            "application_instance" in details and not details["application_instance"].done()
            for details in self._open(sockets=False)
        )

    def _open(self, *, sockets: bool) -> list[dict[str, Any]]:
        """Daphne's notes on the connections that are sockets, or that aren't."""
        return [
            details
            for protocol, details in self.connections.items()
            if isinstance(protocol, WebSocketProtocol) == sockets and "disconnected" not in details
        ]

    def kill_all_applications(self) -> Any:
        # Daphne's own fails on a connection that has no application yet.
        for details in self.connections.values():
            details.setdefault("application_instance", _done())
        return super().kill_all_applications()


def take_waiting(port: Any) -> None:
    """Accept whoever waits to be: they would be cut off when the port closes, and a proxy sends no form twice."""
    waiting = select.poll()
    waiting.register(port.fileno(), select.POLLIN)
    for _one in range(BACKLOG):
        if not waiting.poll(0):
            return
        port.doRead()


def _endpoint(listener: socket.socket) -> str:
    """What Twisted listens on, in its words; it takes `listener` over."""
    if listener.family == socket.AF_INET:
        return f"fd:fileno={listener.detach()}"  # Twisted closes it once it has its own
    # Daphne reads a descriptor's family as text, which no socket has: Twisted binds anew instead.
    address, port = listener.getsockname()[:2]
    listener.close()
    return f"tcp6:{port}:backlog={BACKLOG}:interface={quoteStringArgument(address)}"


def _done() -> asyncio.Future[None]:
    future: asyncio.Future[None] = asyncio.get_event_loop().create_future()
    future.set_result(None)
    return future


def log_access(protocol: str, action: str, details: dict[str, Any]) -> None:
    """One line a request or socket, without its query, which may hold what nobody else may read."""
    if (protocol, action) in _LOGGED:
        access.info(
            f"{protocol} {action}",
            path=urlsplit(details["path"]).path,
            **{
                name: details[name]
                for name in ("method", "status", "time_taken")
                if name in details
            },
        )


_LOGGED = {("http", "complete"), ("websocket", "connected"), ("websocket", "disconnected")}
