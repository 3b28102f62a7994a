"""Pages that can't take what they are sent, and more changes than can be pushed: the newest wins, nobody waits."""

import asyncio
import time

import pytest

from events.live import broadcast, frames, hub
from events.live.frames import Encoded
from events.live.outlet import Stepped
from tests.live.pages import PUBLIC, SOMEBODY, Page, commit
from tests.live.test_hub import joined


@pytest.fixture
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOK", 0.01)


async def change(event, source, turn: str) -> int:
    seq = await commit(event, source, public={"turn": turn, "log": ""})
    broadcast.publish(event.topic, seq)
    return seq


async def test_slow_page_costs_the_others_nothing_and_gets_one_snapshot_once_it_can(
    event, source, running_hub, until, quick_looks
):
    slow = await joined(running_hub, event.topic, PUBLIC, Page())
    others = [await joined(running_hub, event.topic, PUBLIC, Page()) for _ in range(3)]
    slow.is_full = True
    for number in range(3):
        seq = await change(event, source, str(number))
        await until(lambda seq=seq: all(page.frames[-1]["seq"] == seq for page in others))
    assert [len(page.frames) for page in others] == [4, 4, 4]
    assert len(slow.frames) == 1
    slow.is_full = False
    await until(lambda: len(slow.frames) == 2)
    assert (slow.frames[1]["base"], slow.frames[1]["seq"]) == (None, seq)
    seq = await change(event, source, "on again")
    await until(lambda: slow.frames[-1]["seq"] == seq)
    assert (len(slow.frames), slow.shown) == (3, others[0].shown)


async def test_page_that_was_full_for_one_frame_is_not_written_to_before_its_snapshot(
    event, source, running_hub, until
):
    slow = await joined(running_hub, event.topic, PUBLIC, Page())
    other = await joined(running_hub, event.topic, PUBLIC, Page())
    slow.is_full = True
    seq = await change(event, source, "lost")
    await until(lambda: other.frames[-1]["seq"] == seq)
    slow.is_full = False
    seq = await change(event, source, "not on top of what is missing")
    await until(lambda: other.frames[-1]["seq"] == seq)
    assert len(slow.frames) == 1


async def test_page_that_stays_behind_is_closed(
    event, source, running_hub, until, quick_looks, monkeypatch
):
    monkeypatch.setattr(hub, "DROP_AFTER", 0.05)
    slow = await joined(running_hub, event.topic, SOMEBODY, Page())
    slow.is_full = True
    await change(event, source, "Ada")
    await until(lambda: frames.SILENT in slow.codes)


async def test_who_leaves_while_behind_is_forgotten(event, source, running_hub, until, quick_looks):
    slow = await joined(running_hub, event.topic, PUBLIC, Page())
    other = await joined(running_hub, event.topic, PUBLIC, Page())
    slow.is_full = True
    seq = await change(event, source, "Ada")
    await until(lambda: other.frames[-1]["seq"] == seq)
    assert list(running_hub.topics[event.topic].behind) == [slow]
    running_hub.leave(event.topic, PUBLIC, slow)
    assert running_hub.topics[event.topic].behind == {}


class Tardy(Page):
    """A page that takes its time to be written to, and the loop's with it."""

    def write(self, frame: Encoded) -> bool:
        time.sleep(0.02)
        return super().write(frame)


async def pushes_of_a_rush(event, source, running_hub, until) -> list[int]:
    """The seqs pushed to a page when eight changes come while a push of 60 ms goes out."""
    pages = [await joined(running_hub, event.topic, PUBLIC, Tardy()) for _ in range(3)]
    for number in range(8):
        seq = await change(event, source, str(number))
    await until(lambda: all(page.frames[-1]["seq"] == seq for page in pages))
    pushed = [[frame["seq"] for frame in page.frames[1:]] for page in pages]
    assert pushed == [pushed[0]] * 3
    return pushed[0]


async def test_changes_that_come_during_a_push_are_one(event, source, running_hub, until):
    start = event.seq
    pushed = await pushes_of_a_rush(event, source, running_hub, until)
    assert pushed[-1] == start + 8
    assert len(pushed) < 8


async def test_a_push_is_followed_by_a_pause_as_long(
    event, source, running_hub, until, monkeypatch
):
    pauses: list[float] = []
    real = asyncio.sleep

    async def noting(seconds: float) -> None:
        pauses.append(seconds)
        await real(seconds)

    monkeypatch.setattr("events.live.hub.asyncio.sleep", noting)
    page = await joined(running_hub, event.topic, PUBLIC, Tardy())
    seq = await change(event, source, "Ada")
    await until(lambda: page.frames[-1]["seq"] == seq and max(pauses, default=0) >= 0.02)
    assert max(pauses) <= hub.LONGEST_PAUSE


async def test_plain_send_that_would_wait_is_given_up_and_nothing_of_it_is_sent():
    sent: list[str] = []
    room = asyncio.Event()

    async def send(message: dict) -> None:
        await room.wait()
        sent.append(message["text"])

    plain = Stepped(send)
    assert plain.write(Encoded({"seq": 1})) is False
    room.set()
    assert plain.write(Encoded({"seq": 2})) is True
    await asyncio.sleep(0)
    assert sent == ['{"seq":2}']


async def test_plain_send_to_a_page_that_is_gone_is_no_news():
    async def send(message: dict) -> None:
        raise RuntimeError("closed")

    assert Stepped(send).write(Encoded({"seq": 1})) is True
