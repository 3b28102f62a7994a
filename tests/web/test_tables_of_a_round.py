"""A round at two tables on its pages: players are shown their own, everybody else chooses (EV-9)."""

import json
import re
from typing import ClassVar

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Match
from events.queries import rounds
from games import TABLES
from games.kernel import Host, Player
from games.live_bait.rules import LiveBait
from games.table import Start, Table
from tests.events.factories import close, open_event, register
from tests.events.playing import answer, called, do, draw, ticket
from tests.web.browsers import browser, device
from tests.web.tables import send


class SmallBait(LiveBait):
    """Live Bait for two: four who are drawn need two tables."""

    max_seats: ClassVar[int] = 2


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> tuple[list[Match], dict[int, Client]]:
    """Two matches of one round, and a browser for each entry."""
    monkeypatch.setitem(TABLES, "live-bait", Table(SmallBait()))
    event, browsers = open_event(), {}
    for _number in range(4):
        person, client = device()
        browsers[register(event, person).pk] = client
    close(event)
    draw(event)
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    return rounds.tables(event), browsers


def shown(client: Client, name: str, match: Match, query: str = "") -> tuple[str, str]:
    """The match a page is drawn with, and the one the evening tells it to watch."""
    page = client.get(reverse(name, args=[match.event.public_id]) + query).content.decode()
    drawn = re.findall(r'data-match="match/(\w+)"', page)
    watched = re.findall(r'data-watch="match/(\w+)"', page)
    return "".join(drawn), "".join(watched)


def test_a_player_is_shown_their_own_table_whatever_they_ask_for(
    tables: tuple[list[Match], dict[int, Client]],
) -> None:
    matches, browsers = tables
    for match in matches:
        for seat in match.seats.all():
            client = browsers[seat.registration_id]
            own = (match.public_id, match.public_id)
            assert shown(client, "live", match) == own
            assert shown(client, "live", match, "?table=1") == own
            assert shown(client, "live", match, "?table=2") == own


def test_those_who_watch_and_the_host_choose_a_table(
    tables: tuple[list[Match], dict[int, Client]],
) -> None:
    first, second = tables[0]
    for client, name in [(browser(), "live"), (browser(first.event.host), "host")]:
        assert shown(client, name, first) == (first.public_id, "")
        assert shown(client, name, first, "?table=1") == (first.public_id, "")
        assert shown(client, name, first, "?table=2") == (second.public_id, "")
        assert shown(client, name, first, "?table=nonsense") == (first.public_id, "")


def test_a_page_drawn_before_the_tables_were_laid_is_told_of_them(
    tables: tuple[list[Match], dict[int, Client]],
) -> None:
    first, second = tables[0]
    address = reverse("host", args=[first.event.public_id])
    page = browser(first.event.host).get(address).content.decode()
    assert re.findall(r'data-at="([^"]+)" href="([^"]+)"', page) == [
        (first.topic, f"{address}?table=1"),
        (second.topic, f"{address}?table=2"),
    ]


def test_the_wall_is_everybodys_and_can_be_kept_to_one_table(
    tables: tuple[list[Match], dict[int, Client]],
) -> None:
    (first, second), browsers = tables
    seat = second.seats.get(number=0)
    for client in (browser(), browsers[seat.registration_id]):
        assert shown(client, "screen", first) == (first.public_id, "")
        assert shown(client, "screen", first, "?table=2") == (second.public_id, "")
    address = reverse("screen", args=[first.event.public_id])
    kept = {
        query: re.findall(r'data-keeps-to="(\d+)"', browser().get(address + query).content.decode())
        for query in ("", "?table=2", "?table=0", "?table=x")
    }
    assert kept == {"": [], "?table=2": ["2"], "?table=0": [], "?table=x": []}


def test_a_command_is_answered_with_the_table_it_was_for(
    tables: tuple[list[Match], dict[int, Client]],
) -> None:
    _first, second = tables[0]
    event = second.event
    do(second, Host(), Start())
    seat = second.seats.get(number=0)
    address = reverse("match-command", args=[event.public_id, second.public_id])
    fields = {"args": json.dumps({"die": 1}), "ticket": ticket(second, Player(0))}
    done = send(tables[1][seat.registration_id], address, "PickDie", surface="live", **fields)
    assert done.status_code == 200
    assert [frame["topic"] for frame in json.loads(done.content)["frames"]][-1] == second.topic
    host = {
        "surface": "host",
        "ticket": ticket(second, Host()),
        "seqs": json.dumps({second.topic: second.seq}),
    }
    paused = send(browser(event.host), address, "Pause", **host)
    assert paused.status_code == 200
    assert [frame["topic"] for frame in json.loads(paused.content)["frames"]][-1] == second.topic
