"""Sockets through the real ASGI application: who gets in, who sees what, what is survived."""

import pytest
from django.contrib.sessions.models import Session

from events.live import broadcast, consumers, hub, presence
from events.live.consumers import LiveConsumer
from events.live.messages import PER_SECOND
from events.live.pool import in_pool
from events.live.visitor import DEVICE_COOKIE
from events.models import Event, EventStaff, Match
from tests.events.factories import make_event, make_user, open_event
from tests.live.pages import Source
from tests.live.table import Socket, Table, seated_table, signed_in


@pytest.fixture
def table(transactional_db, source, match_source) -> Table:
    return seated_table()


async def roll(table: Table, source: Source, **views: dict) -> int:
    """The match goes on by one entry, with what its audiences see from now on."""

    def write() -> int:
        Match.objects.filter(pk=table.match.pk).update(seq=table.match.seq + 1)
        table.match.refresh_from_db()
        return table.match.seq

    source.views.update(views)
    seq = await in_pool(write)
    broadcast.publish(table.match.topic, seq)
    return seq


async def watching(table: Table, surface: str = "live", cookies: dict | None = None) -> Socket:
    """A socket that has its snapshots of event and match."""
    socket = Socket(table.event.public_id, surface, cookies)
    await socket.open()
    await socket.say(watch=table.match.topic)
    frame = await socket.frame()
    assert (frame["topic"], frame["base"]) == (table.match.topic, None)
    return socket


async def test_connecting_is_answered_with_a_snapshot(event, source):
    socket = Socket(event.public_id)
    frame = await socket.open()
    assert frame.pop("now") > 0
    assert frame == {
        "topic": event.topic,
        "base": None,
        "seq": event.seq,
        "snapshot": True,
        "html": {"turn": '<p id="turn">nobody</p>', "log": '<p id="log">empty</p>'},
    }
    await socket.disconnect()


async def test_seat_and_host_see_their_own_and_the_public_neither(table, match_source):
    host = await in_pool(lambda: signed_in(table.event.host))
    match_source.views |= {
        "host": {"turn": "for the host", "log": ""},
        "seat/0": {"turn": "for seat nought", "log": ""},
        "seat/1": {"turn": "for seat one", "log": ""},
    }
    sockets = {
        "host": await watching(table, "host", host[1]),
        "seat/0": await watching(table, "live", table.cookies(0)),
        "seat/1": await watching(table, "live", table.cookies(1)),
        "public": await watching(table),
        "screen": await watching(table, "screen", table.cookies(0)),
        "host who watches": await watching(table, "live", host[1]),
        "seat at the console's back door": await watching(table, "screen", host[1]),
    }
    await roll(
        table,
        match_source,
        **{
            "host": {"turn": "host sees pike", "log": ""},
            "seat/0": {"turn": "nought sees perch", "log": ""},
            "seat/1": {"turn": "one sees roach", "log": ""},
            "public": {"turn": "all see water", "log": ""},
        },
    )
    seen = {name: (await socket.frame())["html"]["turn"] for name, socket in sockets.items()}
    assert seen == {
        "host": '<p id="turn">host sees pike</p>',
        "seat/0": '<p id="turn">nought sees perch</p>',
        "seat/1": '<p id="turn">one sees roach</p>',
        "public": '<p id="turn">all see water</p>',
        "screen": '<p id="turn">all see water</p>',
        "host who watches": '<p id="turn">all see water</p>',
        "seat at the console's back door": '<p id="turn">all see water</p>',
    }
    for socket in sockets.values():
        assert await socket.receive_nothing(0.05)
        await socket.disconnect()


async def test_console_is_closed_to_strangers_players_and_other_hosts(table):
    stranger = Socket(table.event.public_id, "host")
    assert (await stranger.connect())[0]
    assert await stranger.closed() == 4401
    player = Socket(table.event.public_id, "host", table.cookies(0))
    assert (await player.connect())[0]
    assert await player.closed() == 4401
    _, cookies = await in_pool(lambda: signed_in(make_user()))
    other = Socket(table.event.public_id, "host", cookies)
    assert (await other.connect())[0]
    assert await other.closed() == 4403


async def test_co_host_gets_the_console(table, source):
    def co_host():
        user = make_user()
        EventStaff.objects.create(event=table.event, user=user)
        return signed_in(user)[1]

    source.views["host"] = {"turn": "for hosts", "log": ""}
    socket = Socket(table.event.public_id, "host", await in_pool(co_host))
    assert (await socket.open())["html"]["turn"] == '<p id="turn">for hosts</p>'
    await socket.disconnect()


@pytest.mark.parametrize(
    ("event_id", "surface"), [("nothere", "live"), (None, "kitchen"), (None, "")]
)
async def test_what_is_not_there_closes_4404(event, source, event_id, surface):
    socket = Socket(event_id or event.public_id, surface or "%00")
    assert (await socket.connect())[0]
    assert await socket.closed() == 4404


async def test_draft_is_there_for_its_host_only(transactional_db, source):
    event, cookies = await in_pool(draft_and_host)
    for surface in ("live", "screen", "event"):
        socket = Socket(event.public_id, surface)
        assert (await socket.connect())[0]
        assert await socket.closed() == 4404
    host = Socket(event.public_id, "host", cookies)
    assert (await host.open())["seq"] == event.seq
    await host.disconnect()


def draft_and_host() -> tuple[Event, dict[str, str]]:
    event = make_event()
    return event, signed_in(event.host)[1]


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://127.0.0.1:1",
        "http://127.0.0.1.evil.example:8000",
        "null",
        "",
    ],
)
async def test_foreign_origin_is_refused(event, source, origin):
    assert (await Socket(event.public_id, origin=origin).connect())[0] is False


async def test_match_of_another_event_is_not_shown(table, source):
    def other():
        return open_event()

    elsewhere = await in_pool(other)
    socket = Socket(elsewhere.public_id, cookies=table.cookies(0))
    await socket.open()
    await socket.say(watch=table.match.topic)
    assert set((await socket.alive())["seqs"]) == {elsewhere.topic}
    await socket.say(want=table.match.topic)
    assert set((await socket.alive())["seqs"]) == {elsewhere.topic}
    await socket.disconnect()


async def test_heartbeat_is_answered_with_the_topics_seqs(table):
    socket = await watching(table)
    frame = await socket.alive()
    assert frame["pong"] == 7
    assert frame["seqs"] == {
        table.event.topic: table.event.seq,
        table.match.topic: table.match.seq,
    }
    await socket.disconnect()


async def test_wanted_snapshot_is_sent(table):
    socket = await watching(table)
    await socket.say(want=table.match.topic)
    frame = await socket.frame()
    assert (frame["topic"], frame["snapshot"]) == (table.match.topic, True)
    await socket.disconnect()


BAD = [
    "",
    "{",
    "null",
    "[]",
    '"ping"',
    "12",
    "{}",
    '{"ping": 1}',
    '{"ping": "1", "have": {}}',
    '{"ping": 1e400, "have": {}}',
    '{"ping": true, "have": {}}',
    '{"ping": -1, "have": {}}',
    '{"ping": 1, "have": []}',
    '{"ping": 1, "have": {"event/x": "7"}}',
    '{"ping": 1, "have": {"event/x": null}}',
    '{"ping": 1, "have": {}, "roll": 6}',
    '{"watch": 1}',
    '{"watch": "match/../../etc"}',
    '{"watch": "match/\\u0000"}',
    '{"watch": "match/\\ud800"}',
    '{"watch": "match/aaaaaaaaaaaaaaaaaaaaaaaaaa"}',
    '{"want": "match/aaaaaaaaaaaaaaaaaaaaaaaaaa"}',
    '{"want": {"__proto__": 1}}',
    '{"command": "Roll", "args": "{}"}',
    "[" * 4000,
    '{"a":' * 800,
]


@pytest.mark.parametrize("text", BAD)
async def test_bad_message_is_survived(event, source, text):
    socket = Socket(event.public_id)
    await socket.open()
    await socket.send_input({"type": "websocket.receive", "text": text})
    assert (await socket.alive())["pong"] == 7
    await socket.disconnect()


async def test_ten_bad_messages_close_4400(event, source, slow_talk):
    socket = Socket(event.public_id)
    await socket.open()
    for _ in range(9):
        await socket.send_to("{}")
    assert (await socket.alive())["pong"] == 7
    await socket.send_to("{}")
    assert await socket.closed() == 4400


@pytest.mark.parametrize("message", [{"bytes": b"\x00\xff"}, {"text": "x" * 4097}])
async def test_binary_and_oversize_close_4400(event, source, message):
    socket = Socket(event.public_id)
    await socket.open()
    await socket.send_input({"type": "websocket.receive", **message})
    assert await socket.closed() == 4400


async def test_too_many_messages_a_second_close_4429(event, source):
    socket = Socket(event.public_id)
    await socket.open()
    for _ in range(PER_SECOND):
        await socket.say(ping=1, have={})
    for _ in range(PER_SECOND):
        assert (await socket.frame())["pong"] == 1
    await socket.say(ping=1, have={})
    assert await socket.closed() == 4429


async def test_signing_out_closes_the_console_and_nothing_else(table):
    client, cookies = await in_pool(lambda: signed_in(table.event.host))
    console = await watching(table, "host", cookies)
    spectator = await watching(table)
    await in_pool(client.logout)
    assert await console.closed() == 4401
    assert (await spectator.alive())["pong"] == 7
    await spectator.disconnect()


async def test_lost_session_is_noticed_at_the_next_look(table, monkeypatch):
    _, cookies = await in_pool(lambda: signed_in(table.event.host))
    console = await watching(table, "host", cookies)
    await in_pool(Session.objects.all().delete)
    monkeypatch.setattr(consumers, "LOOK_AGAIN", -1.0)
    assert (await console.alive())["pong"] == 7
    assert await console.closed() == 4401


async def test_whoever_took_a_device_over_is_shown_their_seat_no_longer_here(
    table, match_source, monkeypatch
):
    match_source.views["seat/0"] = {"turn": "for seat nought", "log": ""}
    socket = await watching(table, "live", table.cookies(0))

    def move_away():
        table.match.seats.get(number=0).registration.person.__class__.objects.update(
            device_hash=None
        )

    await in_pool(move_away)
    monkeypatch.setattr(consumers, "LOOK_AGAIN", -1.0)
    await socket.say(ping=1, have={})
    frames = [await socket.frame() for _ in range(3)]
    match_frame = next(frame for frame in frames if frame.get("topic") == table.match.topic)
    assert match_frame["html"]["turn"] == '<p id="turn">nobody</p>'
    await socket.disconnect()


async def test_page_that_falls_silent_or_gets_stuck_is_noticed(table, match_source):
    socket = await watching(table)
    (member,) = hub.here().everybody()
    assert isinstance(member, LiveConsumer)
    start = member.heard
    assert not member.is_silent(start + 29)
    assert member.is_silent(start + 31)
    seq = await roll(table, match_source)
    assert (await socket.frame())["seq"] == seq
    have = {table.event.topic: table.event.seq, table.match.topic: seq}
    await socket.say(ping=1, have=have | {table.match.topic: seq - 1})
    assert (await socket.frame())["pong"] == 1
    stuck_since = member.heard
    member.heard += 40  # it goes on talking, but says that the push never came
    assert member.is_silent(stuck_since + 40)
    await socket.say(ping=2, have=have)
    assert (await socket.frame())["pong"] == 2
    assert not member.is_silent(member.heard + 29)
    await socket.disconnect()


async def test_leaving_takes_the_socket_out_of_the_hub(table):
    socket = await watching(table)
    assert set(hub.here().topics) == {table.event.topic, table.match.topic}
    await socket.disconnect()
    assert hub.here().topics == {}


async def test_presence_is_kept_for_people_with_an_entry(table):
    socket = Socket(table.event.public_id, cookies=table.cookies(0))
    await socket.open()
    await socket.alive()
    person = await in_pool(lambda: table.match.seats.get(number=0).registration.person.public_id)
    other = await in_pool(lambda: table.match.seats.get(number=1).registration.person.public_id)
    found = presence.state(table.event.public_id, [person, other])
    assert (found[person].state, found[other].state) == ("here", "away")
    await socket.disconnect()
    assert presence.state(table.event.public_id, [person])[person].state == "here"


async def test_unknown_device_watches_as_the_public(table, match_source):
    match_source.views["seat/0"] = {"turn": "for seat nought", "log": ""}
    socket = await watching(table, "live", {DEVICE_COOKIE: "guessed"})
    await roll(table, match_source, public={"turn": "all see water", "log": ""})
    assert (await socket.frame())["html"]["turn"] == '<p id="turn">all see water</p>'
    await socket.disconnect()
