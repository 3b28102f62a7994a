"""One reading for all who wait for it; nobody is answered with what was read before they asked."""

import asyncio

from events.live.together import Together
from tests.live.pages import HOST, PUBLIC, Page, commit
from tests.live.test_hub import joined


class Counter:
    """What is read: a number that grows, by hand."""

    def __init__(self) -> None:
        self.number = 0
        self.readings = 0
        self.at_once = 0
        self.most_at_once = 0
        self.gate = asyncio.Event()
        self.together: Together[int] = Together(asyncio.get_running_loop().create_task, 2)

    async def read(self) -> int:
        self.readings += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        number = self.number
        await self.gate.wait()
        self.at_once -= 1
        return number

    def ask(self, key: str = "") -> "asyncio.Task[int]":
        return asyncio.get_running_loop().create_task(self.together.ask(key, self.read))


async def turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_all_who_wait_share_one_reading():
    counter = Counter()
    first = counter.ask()
    await turns()
    others = [counter.ask() for _ in range(50)]
    await turns()
    counter.gate.set()
    assert await asyncio.gather(first, *others) == [0] * 51
    assert counter.readings == 2


async def test_who_asks_once_a_reading_has_begun_is_not_answered_by_it():
    counter = Counter()
    early = counter.ask()
    await turns()
    counter.number = 1
    late = counter.ask()
    await turns()
    counter.gate.set()
    assert (await early, await late) == (0, 1)


async def test_so_many_are_read_at_once_and_no_more():
    counter = Counter()
    asked = [counter.ask(str(number)) for number in range(10)]
    await turns()
    assert counter.at_once == 2
    counter.gate.set()
    await asyncio.gather(*asked)
    assert (counter.readings, counter.most_at_once) == (10, 2)


async def test_who_goes_away_takes_nothing_from_the_others():
    counter = Counter()
    counter.ask()
    await turns()
    gone, stays = counter.ask(), counter.ask()
    await turns()
    gone.cancel()
    counter.gate.set()
    assert await stays == 0


async def test_a_reading_that_fails_fails_for_all_and_the_next_one_is_tried():
    together: Together[int] = Together(asyncio.get_running_loop().create_task, 1)

    async def fail() -> int:
        raise LookupError

    async def work() -> int:
        return 1

    failed = await asyncio.gather(
        together.ask("", fail), together.ask("", fail), return_exceptions=True
    )
    assert [type(one) for one in failed] == [LookupError, LookupError]
    assert await together.ask("", work) == 1


async def test_a_hall_that_comes_back_costs_a_few_drawings(event, source, running_hub):
    source.looks = 0
    pages = [joined(running_hub, event.topic, PUBLIC, Page()) for _ in range(100)]
    shown = [page.shown for page in await asyncio.gather(*pages)]
    assert shown == [{"turn": '<p id="turn">nobody</p>', "log": '<p id="log">empty</p>'}] * 100
    assert source.looks <= 2


async def test_public_snapshot_is_drawn_anew_once_its_topic_has_moved_on(
    event, source, running_hub
):
    await joined(running_hub, event.topic, PUBLIC, Page())
    source.looks = 0
    again = await joined(running_hub, event.topic, PUBLIC, Page())
    assert source.looks == 0
    await commit(event, source, public={"turn": "Ada", "log": ""})
    late = await joined(running_hub, event.topic, PUBLIC, Page())
    assert source.looks == 1
    assert (again.shown["turn"], late.shown["turn"]) == (
        '<p id="turn">nobody</p>',
        '<p id="turn">Ada</p>',
    )


async def test_what_has_no_number_is_never_older_than_a_moment(
    event, source, running_hub, monkeypatch
):
    await joined(running_hub, event.topic, PUBLIC, Page())
    source.views["public"] = {"turn": "came in", "log": ""}
    kept = await joined(running_hub, event.topic, PUBLIC, Page())
    monkeypatch.setattr("events.live.snapshots.FRESH", 0.0)
    fresh = await joined(running_hub, event.topic, PUBLIC, Page())
    assert (kept.shown["turn"], fresh.shown["turn"]) == (
        '<p id="turn">nobody</p>',
        '<p id="turn">came in</p>',
    )


async def test_nobodys_own_snapshot_is_kept(event, source, running_hub):
    await joined(running_hub, event.topic, HOST, Page())
    source.looks = 0
    await joined(running_hub, event.topic, HOST, Page())
    assert source.looks == 1
