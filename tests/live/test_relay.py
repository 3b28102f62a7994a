"""Hints between processes, over the in-memory layer and over a real Redis."""

import json
from collections.abc import AsyncIterator

import pytest
import redis
from channels.layers import channel_layers, get_channel_layer

from events.live import broadcast, hub
from events.live.broadcast import HINTS, ORIGIN
from tests.live.pages import PUBLIC, Page, commit


@pytest.fixture
def over_redis(settings, redis_url):
    """The settings of a scaled site, on a Redis of this test's own."""
    settings.REDIS_URL = redis_url
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": redis_url, "socket_timeout": 20}]},
        }
    }
    channel_layers.backends.clear()
    broadcast._redis = None  # another test's server is gone by now
    yield redis_url
    channel_layers.backends.clear()
    broadcast._redis = None


@pytest.fixture
async def listening(event, source, until) -> AsyncIterator[tuple[hub.Hub, Page]]:
    """A hub with one page at the event, subscribed to what other processes say of it."""
    running = hub.here()
    page = Page()
    running.join(event.topic, PUBLIC, page)
    await running.snapshot(event.topic, PUBLIC)
    await until(lambda: bool(running.relay._channel))
    await running.relay.subscribe(event.topic)
    yield running, page
    await running.stop()


async def said_by_another(event, source, page, until) -> None:
    layer, group = get_channel_layer(), event.topic.replace("/", ".")
    seq = await commit(event, source, public={"turn": "Ada", "log": ""})
    hint = {"type": "hint", "topic": event.topic, "seq": seq}
    await layer.group_send(group, {**hint, "origin": ORIGIN})
    await layer.group_send(group, {**hint, "topic": "event/other", "origin": "another"})
    await layer.group_send(group, {**hint, "seq": seq - 1, "origin": "another"})
    assert page.frames == []
    await layer.group_send(group, {**hint, "origin": "another"})
    await until(lambda: len(page.frames) == 1)
    assert page.frames[0]["seq"] == seq


async def test_hint_of_another_process_refreshes_and_an_own_one_does_not(
    event, source, listening, until
):
    await said_by_another(event, source, listening[1], until)


@pytest.mark.served
async def test_hint_of_another_process_comes_over_redis(
    over_redis, event, source, listening, until
):
    await said_by_another(event, source, listening[1], until)


@pytest.mark.served
async def test_hint_of_a_worker_comes_over_redis(over_redis, event, source, listening, until):
    seq = await commit(event, source, public={"turn": "Ada", "log": ""})
    hint = json.dumps({"topic": event.topic, "seq": seq, "origin": "a worker"})
    client = redis.Redis.from_url(over_redis)
    await until(lambda: client.publish(HINTS, hint) == 1)  # 0 until somebody listens
    await until(lambda: len(listening[1].frames) == 1)
    assert listening[1].frames[0]["seq"] == seq
    client.close()


@pytest.mark.served
async def test_nonsense_on_the_hint_channel_is_survived(
    over_redis, event, source, listening, until, monkeypatch
):
    monkeypatch.setattr("events.live.relay.PAUSE", 0.01)
    client = redis.Redis.from_url(over_redis)
    for nonsense in ("{", "[]", '{"topic": 1}'):
        await until(lambda nonsense=nonsense: client.publish(HINTS, nonsense) == 1)
    seq = await commit(event, source, public={"turn": "Ada", "log": ""})
    hint = json.dumps({"topic": event.topic, "seq": seq, "origin": "a worker"})
    await until(lambda: client.publish(HINTS, hint) == 1 and len(listening[1].frames) == 1)
    client.close()


@pytest.mark.served
def test_process_without_sockets_says_its_hint_over_redis(over_redis):
    client = redis.Redis.from_url(over_redis)
    with client.pubsub() as heard:
        heard.subscribe(HINTS)
        assert heard.get_message(timeout=5)["type"] == "subscribe"
        broadcast.publish("event/any", 7)
        message = heard.get_message(timeout=5)
    assert json.loads(message["data"]) == {"topic": "event/any", "seq": 7, "origin": ORIGIN}
    client.close()
    broadcast._redis.close()
