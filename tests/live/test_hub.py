"""The hub: who is pushed what, in which order, how often it is rendered."""

import asyncio
import threading

from events.live import broadcast, frames, hub
from events.live.poller import look, seqs
from events.live.pool import in_pool
from events.live.shown import Viewer
from tests.live.pages import HOST, PUBLIC, SOMEBODY, Page, commit


async def joined(running: hub.Hub, topic: str, viewer: Viewer, page: Page) -> Page:
    """A page that joined and got its snapshot."""
    running.join(topic, viewer, page)
    frame = await running.snapshot(topic, viewer)
    assert frame is not None
    page.write(frame)
    return page


async def test_push_carries_only_what_changed_since_the_audiences_last(
    event, source, running_hub, until
):
    page = await joined(running_hub, event.topic, PUBLIC, Page())
    start = event.seq
    seq = await commit(event, source, public={"turn": "Ada", "log": "empty"})
    broadcast.publish(event.topic, seq)
    await until(lambda: len(page.frames) == 2)
    push = page.frames[1]
    assert (push["topic"], push["base"], push["seq"]) == (event.topic, start, start + 1)
    assert push["html"] == {"turn": '<p id="turn">Ada</p>'}
    assert page.shown == {"turn": '<p id="turn">Ada</p>', "log": '<p id="log">empty</p>'}


async def test_publish_from_another_thread_reaches_the_pages(event, source, running_hub, until):
    page = await joined(running_hub, event.topic, PUBLIC, Page())
    seq = await commit(event, source, public={"turn": "Ada", "log": ""})
    thread = threading.Thread(target=broadcast.publish, args=(event.topic, seq))
    thread.start()
    await until(lambda: len(page.frames) == 2)
    thread.join()
    assert page.frames[1]["seq"] == seq


async def test_each_audience_is_pushed_its_own_and_nobody_elses(event, source, running_hub, until):
    secret = {"turn": "the pike", "log": "seen by one"}
    source.views["person/somebody"] = {"turn": "nobody", "log": "empty"}
    somebody = await joined(running_hub, event.topic, SOMEBODY, Page())
    public = await joined(running_hub, event.topic, PUBLIC, Page())
    seq = await commit(event, source, **{"person/somebody": secret})
    broadcast.publish(event.topic, seq)
    await until(lambda: len(public.frames) == 2 and len(somebody.frames) == 2)
    assert somebody.frames[1]["html"] == {
        "turn": '<p id="turn">the pike</p>',
        "log": '<p id="log">seen by one</p>',
    }
    assert public.frames[1]["html"] == {}


async def test_audiences_that_see_the_same_share_one_rendering(event, source, running_hub, until):
    order: list[Page] = []
    pages = [
        await joined(running_hub, event.topic, Viewer("live", f"person/{n}"), Page(order))
        for n in range(5)
    ]
    source.renderings = 0
    seq = await commit(event, source, public={"turn": "Ada", "log": ""})
    broadcast.publish(event.topic, seq)
    await until(lambda: all(len(page.frames) == 2 for page in pages))
    assert source.renderings == 1


async def test_players_and_host_are_written_to_before_the_first_spectator(
    event, source, running_hub, until
):
    order: list[Page] = []
    spectators = [await joined(running_hub, event.topic, PUBLIC, Page(order)) for _ in range(3)]
    host = await joined(running_hub, event.topic, HOST, Page(order))
    player = await joined(running_hub, event.topic, SOMEBODY, Page(order))
    order.clear()
    broadcast.publish(event.topic, await commit(event, source, public={"turn": "A", "log": ""}))
    await until(lambda: len(order) == 5)
    assert set(order[:2]) == {host, player}
    assert set(order[2:]) == set(spectators)


async def test_hints_that_come_while_a_refresh_runs_make_one_more(
    event, source, running_hub, until
):
    page = await joined(running_hub, event.topic, PUBLIC, Page())
    source.renderings = 0
    for number in range(20):
        seq = await commit(event, source, public={"turn": str(number), "log": ""})
    for behind in range(20):
        broadcast.publish(event.topic, seq - behind)
    await until(lambda: page.frames[-1]["seq"] == seq)
    assert page.shown["turn"] == '<p id="turn">19</p>'
    assert source.renderings == 1


async def test_old_hint_pushes_nothing(event, source, running_hub, until):
    page = await joined(running_hub, event.topic, PUBLIC, Page())
    broadcast.publish(event.topic, event.seq)
    broadcast.publish(event.topic, 0)
    seq = await commit(event, source)
    broadcast.publish(event.topic, seq)
    await until(lambda: len(page.frames) > 1)
    assert [frame["seq"] for frame in page.frames] == [seq - 1, seq]


async def test_change_between_joining_and_the_snapshot_is_not_lost(
    event, source, running_hub, until
):
    page = Page()
    running_hub.join(event.topic, PUBLIC, page)
    seq = await commit(event, source, public={"turn": "Ada", "log": "x"})
    broadcast.publish(event.topic, seq)
    await until(lambda: len(page.frames) == 1)
    assert page.frames[0]["snapshot"] is True
    assert page.shown["turn"] == '<p id="turn">Ada</p>'


async def test_later_snapshot_hides_no_change_from_earlier_pages(event, source, running_hub, until):
    early = await joined(running_hub, event.topic, PUBLIC, Page())
    seq = await commit(event, source, public={"turn": "Ada", "log": "x"})
    late = await joined(running_hub, event.topic, PUBLIC, Page())
    assert late.frames[0]["seq"] == seq
    await look(running_hub)
    await until(lambda: len(early.frames) == 2)
    assert early.shown == late.shown


async def test_lost_hint_is_healed_by_the_poller(event, source, running_hub, until):
    page = await joined(running_hub, event.topic, PUBLIC, Page())
    await commit(event, source, public={"turn": "Ada", "log": "x"})
    await asyncio.sleep(0)
    assert len(page.frames) == 1
    await look(running_hub)
    await until(lambda: len(page.frames) == 2)
    assert page.shown["turn"] == '<p id="turn">Ada</p>'


async def test_poller_asks_for_all_topics_at_once(event, source):
    assert await in_pool(seqs, [event.topic, "match/nothere"]) == {event.topic: event.seq}


async def test_who_left_is_pushed_nothing(event, source, running_hub, until):
    gone = await joined(running_hub, event.topic, PUBLIC, Page())
    there = await joined(running_hub, event.topic, PUBLIC, Page())
    running_hub.leave(event.topic, PUBLIC, gone)
    broadcast.publish(event.topic, await commit(event, source))
    await until(lambda: len(there.frames) == 2)
    assert len(gone.frames) == 1
    running_hub.leave(event.topic, PUBLIC, there)
    assert running_hub.topics == {}


async def test_broken_view_of_one_audience_leaves_the_others_theirs(
    event, source, running_hub, until
):
    page = await joined(running_hub, event.topic, PUBLIC, Page())
    broken = await joined(running_hub, event.topic, HOST, Page())

    seq = await commit(event, source, public={"turn": "Ada", "log": ""}, host=None)
    broadcast.publish(event.topic, seq)
    await until(lambda: len(page.frames) == 2)
    assert len(broken.frames) == 1


async def test_goodbye_tells_every_page_and_closes_it(event, source, running_hub):
    pages = [await joined(running_hub, event.topic, PUBLIC, Page()) for _ in range(2)]
    await running_hub.say_goodbye()
    assert [page.frames[-1] for page in pages] == [frames.goodbye()] * 2
    assert [page.codes for page in pages] == [[frames.RESTART]] * 2


def test_publish_without_a_hub_and_without_redis_does_nothing(settings):
    settings.REDIS_URL = ""
    broadcast.publish("event/any", 1)


def test_publish_survives_a_dead_redis(settings):
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    broadcast.publish("event/any", 1)
