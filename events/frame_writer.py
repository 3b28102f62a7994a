"""A page's frames straight to its socket, past what Daphne and Autobahn do for every single message.

Most of what a push to a thousand pages cost was the same header built, and a debug line formatted, a thousand times,
and the reactor told to look for a socket that could have been written to at once. Here the frame comes ready for the
wire.

Uses names of Autobahn (`state`, `send_queue`, `sendData`) and Twisted (`socket`, `dataBuffer`, `offset`,
`_tempDataBuffer`, `_tempDataLen`) that are not promised: where one is missing there is no writer, and pages get the
same frames by the ASGI `send`.
"""

import socket
from typing import Any

from events.live.frames import Encoded

HIGH_WATER = 256 * 1024
"""Bytes that may wait in this process for one page."""
KERNEL_BUFFER = 128 * 1024
"""Bytes asked of the kernel for what is on its way to one page: left alone it takes 4 MB for one that doesn't read."""
_PROTOCOL = ("state", "STATE_OPEN", "send_queue", "sendData")
_TRANSPORT = (
    *("connected", "disconnecting", "write", "socket"),
    *("dataBuffer", "offset", "_tempDataBuffer", "_tempDataLen"),
)


class FrameWriter:
    """The `events.live.outlet.Outlet` of one of Daphne's sockets."""

    __slots__ = ("_protocol", "_send", "_transport")

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._transport = protocol.transport
        self._send = protocol.transport.socket.send

    @classmethod
    def of(cls, protocol: Any) -> "FrameWriter | None":
        """A writer for that connection; None where it can't be had, over TLS for one."""
        transport: Any = getattr(protocol, "transport", None)
        if not all(hasattr(protocol, name) for name in _PROTOCOL):
            return None
        if not all(hasattr(transport, name) for name in _TRANSPORT):
            return None
        transport.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        return cls(protocol)

    def write(self, frame: Encoded) -> bool:
        """See Outlet. Whatever waits goes first: Autobahn's own frames, and what Twisted couldn't write yet."""
        protocol, transport = self._protocol, self._transport
        if protocol.state != protocol.STATE_OPEN or not transport.connected:
            return True  # it is gone: its disconnection follows
        if protocol.send_queue or transport.dataBuffer or transport._tempDataBuffer:
            if self._waiting() > HIGH_WATER:
                return False
            protocol.sendData(frame.octets)
            return True
        try:
            sent = self._send(frame.octets)
        except BlockingIOError:
            sent = 0
        except OSError:
            sent = 0  # Twisted meets the same and closes
        if sent < len(frame.octets):
            transport.write(frame.octets[sent:])
        return True

    def is_drained(self) -> bool:
        return not self._waiting()

    def _waiting(self) -> int:
        transport = self._transport
        queued = sum(len(data) for data, _sync in self._protocol.send_queue)
        return queued + len(transport.dataBuffer) - transport.offset + transport._tempDataLen
