"""Live lines: nobody holds so many that others get none, and a hall isn't taken for one flood."""

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings

from config.asgi import application
from config.socket_limit import SocketLimit
from events.models import Event
from tests.live.conftest import event, source
from tests.live.table import ORIGIN

__all__ = ["event", "source"]


@pytest.fixture(autouse=True)
def few(settings: LazySettings, source: Any) -> None:
    settings.SOCKETS_PER_DEVICE = 2
    settings.SOCKETS_PER_ADDRESS = 3


class Line(WebsocketCommunicator):
    """A socket from an address, with a device's cookies."""

    def __init__(self, event: Event, address: str, cookie: str = "", forwarded: str = "") -> None:
        headers = [(b"origin", ORIGIN.encode())]
        headers += [(b"cookie", cookie.encode())] if cookie else []
        headers += [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
        super().__init__(application, f"/ws/{event.public_id}/?surface=live", headers)
        self.scope["client"] = [address, 4711]

    async def is_let_in(self) -> bool:
        assert (await self.connect(timeout=5))[0]
        said = await self.receive_output(timeout=5)
        assert said["type"] == "websocket.send" or said["code"] == 4429
        return said["type"] == "websocket.send"


async def tried(event: Event, *lines: dict[str, str]) -> list[bool]:
    """Which of these lines get in, while all that did are kept open."""
    opened = [Line(event, **line) for line in lines]
    let_in = [await line.is_let_in() for line in opened]
    for line in opened:
        await line.disconnect()
    return let_in


async def test_an_address_holds_so_many_and_its_neighbour_gets_in(event: Event) -> None:
    flood, neighbour = {"address": "198.51.100.7"}, {"address": "198.51.100.8"}
    assert await tried(event, *[flood] * 4, neighbour) == [True] * 3 + [False, True]
    assert await tried(event, flood) == [True], "lines that ended count no more"


async def test_ipv6_counts_by_the_network_of_a_household(event: Event) -> None:
    lines = [{"address": f"2001:db8:1:2::{at}"} for at in range(1, 5)]
    other = {"address": "2001:db8:1:3::1"}
    assert await tried(event, *lines, other) == [True] * 3 + [False, True]


async def test_a_forged_address_begins_no_new_count(event: Event) -> None:
    lines = [{"address": "198.51.100.7", "forwarded": f"203.0.113.{at}"} for at in range(4)]
    assert await tried(event, *lines) == [True] * 3 + [False]


async def test_behind_a_proxy_its_own_word_counts(event: Event, settings: LazySettings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    hall = [{"address": "10.0.0.1", "forwarded": f"203.0.113.{at}"} for at in range(5)]
    one = [{"address": "10.0.0.1", "forwarded": f"1.1.1.{at}, 198.51.100.7"} for at in range(4)]
    assert await tried(event, *hall, *one) == [True] * 8 + [False]


@pytest.mark.parametrize("cookie", ["session=mine", "tb_device=mine"])
async def test_a_device_holds_so_many_wherever_it_is(event: Event, cookie: str) -> None:
    mine = [{"address": f"198.51.100.{at}", "cookie": cookie} for at in range(3)]
    other = {"address": "198.51.100.9", "cookie": "tb_device=other"}
    assert await tried(event, *mine, other) == [True, True, False, True]


async def test_this_machines_own_address_is_nobodys(event: Event) -> None:
    assert await tried(event, *[{"address": "127.0.0.1"}] * 5) == [True] * 5


async def test_lines_that_end_leave_nothing_behind() -> None:
    async def ended(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("the line broke")

    limit = SocketLimit(ended)
    with pytest.raises(RuntimeError):
        await limit({"client": ["198.51.100.7", 1]}, None, None)
    assert not limit.open
