"""The frame writer over Twisted's and Autobahn's own code, on real sockets, with the reactor's turns taken by hand."""

import fcntl
import json
import select
import socket
import sys
import termios
from collections.abc import Iterator
from typing import Any, cast

import pytest
from autobahn.twisted.websocket import WebSocketServerFactory, WebSocketServerProtocol
from twisted.internet import tcp

from events import frame_writer
from events.frame_writer import FrameWriter
from events.live.frames import Encoded

SHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CLOSE, PING = 1, 8, 9


class ByHand:
    """A reactor that does nothing by itself; whoever wants to write is in ``writers``."""

    def __init__(self) -> None:
        self.writers: set[tcp.Connection] = set()

    def addWriter(self, transport: tcp.Connection) -> None:
        self.writers.add(transport)

    def removeWriter(self, transport: tcp.Connection) -> None:
        self.writers.discard(transport)

    def addReader(self, transport: tcp.Connection) -> None: ...

    def removeReader(self, transport: tcp.Connection) -> None: ...

    def turn(self) -> None:
        for transport in list(self.writers):
            assert transport.doWrite() is None


class Line:
    """A socket between a page and the server, after the handshake."""

    def __init__(self) -> None:
        self.page, ours = _connected()
        ours.setblocking(False)
        self.ours = ours
        self.reactor = ByHand()
        factory = WebSocketServerFactory()
        factory.protocol = WebSocketServerProtocol
        # Twisted's types know connections that its reactor accepted, and no others.
        self.protocol = cast(Any, factory.buildProtocol(None))
        make: Any = tcp.Server
        transport = make(ours, self.protocol, ("here", 0), None, 0, self.reactor)
        self.protocol.makeConnection(transport)
        self.protocol.dataReceived(SHAKE)
        self.reactor.turn()
        self._got = b""
        while b"\r\n\r\n" not in self._got:
            self._got += self.page.recv(65536)
        self._got = self._got.partition(b"\r\n\r\n")[2]
        writer = FrameWriter.of(self.protocol)
        assert writer is not None
        self.writer = writer

    def frames(self) -> list[tuple[int, bytes]]:
        """Opcode and payload of each frame; the page reads and the reactor turns until nothing is on its way."""
        while self.reactor.writers or self._on_its_way():
            self.reactor.turn()
            if select.select([self.page], [], [], 0.01)[0]:
                self._got += self.page.recv(1 << 20)
        while select.select([self.page], [], [], 0)[0] and (data := self.page.recv(1 << 20)):
            self._got += data
        found, data = [], self._got
        while len(data) >= 2:
            length, at = data[1], 2
            if length >= 126:
                at = 4 if length == 126 else 10
                length = int.from_bytes(data[2:at], "big")
            assert len(data) >= at + length, "a frame is cut"
            found.append((data[0] & 15, data[at : at + length]))
            data = data[at + length :]
        self._got = data
        return found

    def _on_its_way(self) -> int:
        """Bytes that the kernel has of us and the page's side has not."""
        answer = fcntl.ioctl(self.ours.fileno(), termios.TIOCOUTQ, b"\0\0\0\0")
        return int.from_bytes(answer, sys.byteorder)


def _connected() -> tuple[socket.socket, socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        page = socket.socket()
        page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        page.connect(listener.getsockname())
        ours, _address = listener.accept()
        return page, ours


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.page.close()
    line.protocol.transport.socket.close()


def numbered(seq: int, size: int = 20_000) -> Encoded:
    return Encoded({"seq": seq, "html": "x" * size})


def seqs(found: list[tuple[int, bytes]]) -> list[int]:
    return [json.loads(payload)["seq"] for opcode, payload in found if opcode == TEXT]


def fill(line: Line, most: int = 1000) -> int:
    """Write to a page that doesn't read until it is refused; how many frames were taken."""
    return next(number for number in range(most) if not line.writer.write(numbered(number)))


def test_frame_is_at_the_page_before_the_reactor_turns(line):
    assert line.writer.write(numbered(1))
    assert line.reactor.writers == set()
    assert seqs(line.frames()) == [1]


@pytest.mark.parametrize("size", [0, 125, 126, 127, 65_535, 65_536])
def test_frame_is_what_autobahn_would_have_sent(line, size):
    frame = Encoded({"html": "ü" * (size // 2)})
    line.writer.write(frame)
    ours = line.frames()
    line.protocol.sendMessage(frame.message["text"].encode(), isBinary=False)
    assert ours == line.frames()


@pytest.mark.parametrize("length", [125, 126, 65_535, 65_536])
def test_every_way_of_writing_a_length_is_autobahns(line, length):
    frame = Encoded({"h": "x" * (length - len('{"h":""}'))})
    line.writer.write(frame)
    line.protocol.sendMessage(frame.message["text"].encode(), isBinary=False)
    first, second = line.frames()
    assert first == second
    assert len(first[1]) == length


def test_page_that_does_not_read_is_refused_at_the_high_water_mark(line):
    taken = fill(line)
    waiting = line.writer._waiting()
    assert frame_writer.HIGH_WATER < waiting <= frame_writer.HIGH_WATER + 20_100
    assert not line.writer.is_drained()
    assert taken * 20_000 < 2 * 1024 * 1024, "the kernel keeps more than it was asked to"


def test_without_the_mark_it_would_take_everything(line, monkeypatch):
    monkeypatch.setattr(frame_writer, "HIGH_WATER", 1 << 40)
    with pytest.raises(StopIteration):
        fill(line, most=300)
    assert line.writer._waiting() > 4_000_000


def test_slow_page_gets_whole_frames_in_their_order_and_then_the_newest(line):
    taken = fill(line)
    assert seqs(line.frames()) == list(range(taken))
    assert line.writer.is_drained()
    assert line.writer.write(numbered(999))
    assert seqs(line.frames()) == [999]


def test_autobahns_own_frames_keep_their_turn(line):
    number = 0
    while line.writer.is_drained():
        line.writer.write(numbered(number))
        number += 1
    line.protocol.sendPing(b"are you there")
    line.writer.write(numbered(number))
    found = line.frames()
    assert [opcode for opcode, _payload in found] == [TEXT] * number + [PING, TEXT]
    assert seqs(found) == list(range(number + 1))


def test_what_autobahn_queues_goes_first(line):
    line.protocol.sendMessage(b'{"seq":1}', isBinary=False, sync=True)
    line.protocol.sendMessage(b'{"seq":2}', isBinary=False, sync=True)
    line.protocol.send_queue.append((b'\x81\x09{"seq":3}', False))
    line.writer.write(numbered(4))
    assert [data for data, _sync in line.protocol.send_queue][-1] == numbered(4).octets


def test_nothing_follows_a_close_frame(line):
    line.protocol.sendClose(code=3000)
    assert line.writer.write(numbered(1))
    assert [opcode for opcode, _payload in line.frames()] == [CLOSE]


def test_page_that_is_gone_takes_everything_and_nothing_breaks(line):
    line.page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    line.page.close()
    assert [line.writer.write(numbered(number)) for number in range(3)] == [True] * 3
    assert line.protocol.transport in line.reactor.writers, "Twisted finds out by writing"


@pytest.mark.parametrize("name", ["send_queue", "state"])
def test_connection_of_another_make_has_no_writer(line, name):
    class Other:
        def __getattr__(self, wanted: str) -> object:
            if wanted == name:
                raise AttributeError(wanted)
            return getattr(line.protocol, wanted)

    assert FrameWriter.of(Other()) is None
    assert FrameWriter.of(WebSocketServerProtocol()) is None
