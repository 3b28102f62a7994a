"""What the hub counts: frames by who got them, the time of a push once, lines while they are open."""

from events.live import broadcast, measures
from tests.live.pages import PUBLIC, SOMEBODY, Page, commit
from tests.live.table import Socket
from tests.live.test_hub import joined


async def test_a_push_counts_each_socket_and_its_time_once(event, source, running_hub, until):
    pages = [await joined(running_hub, event.topic, PUBLIC, Page()) for _ in range(3)]
    pages.append(await joined(running_hub, event.topic, SOMEBODY, Page()))
    before = [measures.pushes.counted(of) for of in ("watchers", "actors")]
    times = measures.push_times.counted()
    seq = await commit(event, source, public={"turn": "Ada", "log": "empty"})
    broadcast.publish(event.topic, seq)
    await until(lambda: measures.push_times.counted() > times)
    after = [measures.pushes.counted(of) for of in ("watchers", "actors")]
    assert [now - then for now, then in zip(after, before, strict=True)] == [3, 1]
    assert measures.push_times.counted() == times + 1
    assert all(len(page.frames) == 2 for page in pages)


async def test_a_line_counts_while_it_is_open(event, running_hub, until):
    before = measures.sockets.counted()
    line = Socket(event.public_id)
    await line.open()
    assert measures.sockets.counted() == before + 1
    await line.disconnect()
    await until(lambda: measures.sockets.counted() == before)
