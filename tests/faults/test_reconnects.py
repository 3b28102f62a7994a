"""F7, F8: five hundred come back at once, and some never read: nobody is refused, and the others don't notice."""

import asyncio
import contextlib
import socket
import time
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import seated
from tests.serving import Serving
from tests.staging import Evening, until

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

ALL_BACK_S = 8.0
MARGIN_S = 12.0
"""For a machine that runs other tests, and for clients that share its cores with the server."""
STALLED = 5
TIMEOUT_S = 60


def line(evening: Evening, process: int) -> str:
    url = evening.site.urls[process % len(evening.site.urls)]
    return f"ws{url[4:]}/ws/{evening.event_id}/?surface=live"


async def come(evening: Evening, number: int, doors: contextlib.AsyncExitStack) -> ClientConnection:
    """Open a line and hear the first frame of what is so."""
    opened = await doors.enter_async_context(
        connect(line(evening, number), origin=Origin(evening.site.urls[number % len(evening.site.urls)]),
                open_timeout=TIMEOUT_S, ping_interval=None, max_size=None)
    )  # fmt: skip
    async with asyncio.timeout(TIMEOUT_S):
        while '"topic"' not in str(await opened.recv()):
            pass
    return opened


async def storms(evening: Evening, people: int, rounds: int) -> float:
    """Everybody comes at once, is cut off at once and comes again; seconds of the slowest. Raises for any refusal."""
    slowest = 0.0
    for _round in range(rounds):
        async with contextlib.AsyncExitStack() as doors:
            begun = time.monotonic()
            lines = await asyncio.gather(
                *(come(evening, number, doors) for number in range(people))
            )
            slowest = max(slowest, time.monotonic() - begun)
            assert len(lines) == people
            for one in lines:
                one.transport.abort()
    return slowest


@pytest.mark.parametrize(
    ("setup", "people"), [by_night(500, "breakable"), by_night(500, "breakable_pair")]
)
def test_five_hundred_who_come_back_at_once_are_all_let_in(
    setup: str, people: int, request: pytest.FixtureRequest
) -> None:
    site: Serving = request.getfixturevalue(setup)
    with seated(site) as crowd:
        slowest = asyncio.run(storms(crowd.evening, people, 3))
        crowd.play(6)
        longest = max(client.longest for client in crowd.clients)
        crowd.check()
    more = f"longest command {longest:.2f} s"
    note(Tried("F7", f"{people} come back at once, {setup}", 3, "A-K", slowest, more=more))
    assert slowest < ALL_BACK_S + MARGIN_S


def stalled(evening: Evening, number: int) -> socket.socket:
    """A page that opens its line with little room to read into, and never reads."""
    url = evening.site.urls[number % len(evening.site.urls)]
    host, port = url.removeprefix("http://").split(":")
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect((host, int(port)))
    lines = [
        f"GET /ws/{evening.event_id}/?surface=live HTTP/1.1",
        f"Host: {host}:{port}",
        f"Origin: {url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    one.sendall("\r\n".join([*lines, "", ""]).encode())
    return one


def is_hung_up(one: socket.socket) -> bool:
    """Whether the server has closed this line; reads off what came before that."""
    one.setblocking(False)
    try:
        return not one.recv(65536)
    except BlockingIOError:
        return False
    except OSError:
        return True


def memory(site: Serving) -> int:
    """KB that the first web process holds."""
    status = Path(f"/proc/{site.processes['web-0'].pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


@pytest.mark.parametrize("pages", [by_night(STALLED)])
def test_pages_that_never_read_are_let_go_and_cost_the_others_nothing(
    breakable: Serving, pages: int
) -> None:
    with seated(breakable, watchers=4) as crowd, contextlib.ExitStack() as doors:
        before = memory(breakable)
        lines = [
            doors.enter_context(contextlib.closing(stalled(crowd.evening, number)))
            for number in range(pages)
        ]
        crowd.play(40)
        for number, one in enumerate(lines):
            until(f"line {number} to be closed", partial(is_hung_up, one), TIMEOUT_S + 30)
            for client in crowd.clients:
                client.hear()
        grown = memory(breakable) - before
        longest = max(client.longest for client in crowd.clients)
        crowd.come_back()
        crowd.check()
    more = f"longest command {longest:.2f} s, {grown / 1024:.1f} MB more"
    note(Tried("F8", "pages that never read", pages, "A-K", more=more))
    assert grown < pages * 5 * 1024 + 20 * 1024
