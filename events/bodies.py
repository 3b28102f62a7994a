"""Bodies of requests and messages of pages as the server takes them in: no more is kept than anything here would read.

Daphne keeps a whole body in memory, in pieces of 8 kB, before any of our code sees it, and Twisted reads it as a form
besides, on the loop that all pages wait for: 300 MB took 3.7 GB and half a minute.
"""

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings

from events.live.messages import LONGEST

MOST_MESSAGE = 4 * LONGEST
"""Bytes of a message: as many as its longest text may take."""


class BoundedRequest(WebRequest):
    """A request that counts its body. Of one that is too long nothing is kept, and its length is told on: the
    application refuses it in words (`config.body_limit`), once the browser has sent it and listens."""

    taken = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def gotLength(self, length: int | None) -> None:
        super().gotLength(None if length is None else min(length, settings.MOST_BODY))

    def handleContentChunk(self, data: bytes) -> None:
        self.taken += len(data)
        if self.taken <= settings.MOST_BODY:
            super().handleContentChunk(data)

    def process(self) -> Any:
        if self.taken > settings.MOST_BODY:
            self.content.seek(0)
            self.content.truncate()
            # One that came in chunks said no length.
            self.requestHeaders.setRawHeaders(b"content-length", [b"%d" % self.taken])
        return super().process()


class BoundedFactory(HTTPFactory):
    """Makes connections whose requests are bounded."""

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


class BoundedLine(WebSocketProtocol):
    """A page's line. Autobahn's limit for a message holds both ways, and what we send is larger than what we read:
    one in pieces that never end would be kept up to a megabyte, and past the line's end until Python looks for
    cycles, which lines that send nothing else seldom bring about.
    """

    def onMessageFrameBegin(self, length: int) -> None:
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > MOST_MESSAGE and not self.failedByMe:
            self._fail_connection(self.CLOSE_STATUS_CODE_MESSAGE_TOO_BIG, "message too large")
            self.message_data: list[bytes] = []
