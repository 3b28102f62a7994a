"""Bodies too large for anything here, sent to a real server: a sentence comes back, and none of them is kept."""

import http.client
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.serving import Serving
from tests.staging import stage

pytestmark = pytest.mark.served

PIECE = b"x" * 65_536
PIECES = 640
"""40 MB: kept as Daphne keeps them, in pieces, they take half a gigabyte."""
FORM = {"Content-Type": "multipart/form-data; boundary=piece"}


def most_memory(site: Serving) -> int:
    """Megabytes the server has had at most, since it began."""
    (web,) = site.processes.values()
    told = Path(f"/proc/{web.pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", told)
    assert found is not None
    return int(found[1]) // 1024


def pieces() -> Iterator[bytes]:
    for _number in range(PIECES):
        yield PIECE


def sent(site: Serving, body: Iterator[bytes] | bytes, headers: dict[str, str]) -> tuple[int, str]:
    """The answer's status and text."""
    line = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=60)
    with closing(line):
        chunked = not isinstance(body, bytes) and not headers
        line.request("POST", "/join/", body, FORM | headers, encode_chunked=chunked)
        answer = line.getresponse()
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("headers", [{"Content-Length": str(len(PIECE) * PIECES)}, {}])
def test_a_body_too_large_is_a_sentence_and_takes_no_memory(
    embedded: Serving, headers: dict[str, str]
) -> None:
    before = most_memory(embedded)
    status, text = sent(embedded, pieces(), headers)
    assert (status, "That file is too large" in text) == (413, True)
    assert most_memory(embedded) - before < 40


def test_a_form_that_is_none_is_answered_by_a_page(embedded: Serving) -> None:
    status, text = sent(embedded, b"no parts in it", {})
    assert (status, "<h1" in text) == (403, True)  # it has no key


def test_a_message_in_pieces_that_never_end_is_cut_off_and_takes_no_memory(
    embedded: Serving,
) -> None:
    evening = stage(embedded)
    address = f"ws{embedded.url[4:]}/ws/{evening.event_id}/?surface=live"
    before = most_memory(embedded)
    for _number in range(60):
        with connect(address, origin=Origin(embedded.url)) as line:
            assert line.recv()
            with pytest.raises(ConnectionClosed):
                line.send("y" * 1000 for _piece in range(1_000_000))
    assert most_memory(embedded) - before < 30
