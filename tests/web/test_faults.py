"""What no view answers, and what a command can't be: JSON for a page's script, a sentence for people, never a fault."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError
from django.test import Client
from django.urls import reverse

from config.asgi import application
from events.live import frames
from events.live.visitor import Visitor, admit
from events.models import CommandRecord, Event
from events.views import commands
from tests.events.factories import closed_event, open_event
from tests.web.browsers import browser, stored

SCRIPT = {"accept": "application/json"}
DEEP = "[" * 20_000


@pytest.fixture
def event() -> Event:
    return open_event()


def to(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


def announce(client: Client, event: Event, **fields: Any) -> Any:
    data = {"command": "Announce", "args": '{"text": "Ten minutes"}', "surface": "host"} | fields
    return client.post(to("event-command", event), data, headers=SCRIPT)


def test_a_command_is_done_and_answered_in_json(event: Event) -> None:
    answer = announce(browser(event.host), event)
    assert (answer.status_code, answer.json()["message"]) == (200, None)
    event.refresh_from_db()
    assert event.announcement == "Ten minutes"


@pytest.mark.parametrize("args", ["{", "[]", "1", "NaN", DEEP, '{"a":' * 10_000])
def test_arguments_that_cannot_be_read_are_refused_in_json(event: Event, args: str) -> None:
    host = browser(event.host)
    before = stored()
    answer = announce(host, event, args=args)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-args")
    assert stored() == before


def test_a_place_on_the_page_that_cannot_be_read_counts_as_not_known(event: Event) -> None:
    answer = announce(browser(event.host), event, seqs=DEEP)
    assert answer.status_code == 200
    assert [frame["base"] for frame in answer.json()["frames"]] == [None]


@pytest.mark.parametrize("name", ["\x00" * 10, "a b c d e f", "'; --     ", "x" * 65])
def test_a_commands_name_that_is_none_is_not_kept(event: Event, name: str) -> None:
    answer = announce(browser(event.host), event, command_id=name)
    assert answer.status_code == 200
    kept = CommandRecord.objects.values_list("command_id", flat=True)
    assert (len(kept) > 0, name in kept) == (True, False)


def test_a_body_too_large_is_refused_in_json_and_in_words(event: Event) -> None:
    host = browser(event.host)
    before = stored()
    answer = announce(host, event, args="x" * 300_000)
    assert (answer.status_code, json.loads(answer.content)["code"]) == (413, "too-big")
    typed = urlencode({"name": "x" * 300_000})
    form = "application/x-www-form-urlencoded"
    page = browser().post(to("register", event), typed, content_type=form)
    assert page.status_code == 413
    assert "Shorten it" in page.content.decode()
    assert stored() == before


def test_a_page_open_too_long_is_told_so_in_json(event: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(to("event-command", event), {"command": "Draw"}, headers=SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_an_address_that_is_none_is_answered_in_json_to_a_script() -> None:
    answer = browser().post("/nowhere/at/all/do/", headers=SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert "<h1" in browser().get("/nowhere/at/all/").content.decode()


@pytest.mark.parametrize("text", ["\ud800", "\x00", "\u202eevil", "e" + "\u0301" * 60])
@pytest.mark.parametrize(("command", "field"), [("Announce", "text"), ("Remove", "reason")])
def test_text_that_cannot_be_shown_is_refused(
    event: Event, command: str, field: str, text: str
) -> None:
    entry = event.registrations.first()
    args = {field: text, "entry": entry.pk if entry else 1}
    before = event.seq
    answer = announce(browser(event.host), event, command=command, args=json.dumps(args))
    assert answer.status_code in (404, 422)
    event.refresh_from_db()
    assert (event.seq, event.announcement) == (before, "")


def test_a_closed_evening_takes_announcements_all_the_same() -> None:
    event = closed_event(2)
    assert announce(browser(event.host), event).status_code == 200


@pytest.mark.parametrize("name", ["event", "live", "host", "screen", "results", "event-command"])
@pytest.mark.parametrize("event_id", ["\x00", "a\x00b"])
def test_an_address_with_a_nul_is_refused(name: str, event_id: str) -> None:
    path = reverse(name, args=["EVENT"]).replace("EVENT", event_id.replace("\x00", "%00"))
    assert browser().get(path).status_code == 400
    answer = browser().post(path, headers=SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_a_cookie_with_a_nul_is_nobodys(event: Event) -> None:
    forged = {"cookie": 'session="\\000aaaaaaaaaaaaaaaa"; tb_device="\\000x"'}
    assert browser().get(to("event", event), headers=forged).status_code == 200


@pytest.mark.parametrize(("event_id", "key"), [("a\x00b", ""), ("", "\x00aaaaaaaaaa")])
def test_a_line_with_a_nul_finds_nothing_and_nobody(event: Event, event_id: str, key: str) -> None:
    found = admit({"session": key}, event_id or event.public_id, "live")
    if event_id:
        assert found == frames.GONE
    else:
        assert isinstance(found, Visitor)
        assert (found.audience, found.session_key) == ("public", None)


@pytest.mark.parametrize("path", ["/", "/ws/", "/nowhere", "/ws/one/two/"])
async def test_a_line_to_no_address_is_closed_as_gone(path: str) -> None:
    line = WebsocketCommunicator(
        application, path, headers=[(b"origin", settings.SOCKET_ORIGINS[0].encode())]
    )
    assert await line.connect() == (True, None)
    assert await line.receive_output() == {"type": "websocket.close", "code": frames.GONE}


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError, InternalError])
@pytest.mark.parametrize("wanted", [SCRIPT, {}])
def test_a_database_that_is_away_is_503_with_a_time_to_come_back(
    event: Event, monkeypatch: pytest.MonkeyPatch, fault: type[Exception], wanted: dict[str, str]
) -> None:
    client = browser(event.host)
    client.raise_request_exception = False

    def away(*args: Any) -> None:
        raise fault("away")

    monkeypatch.setattr(commands, "visitor", away)
    answer = client.post(to("event-command", event), {"command": "Announce"}, headers=wanted)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert ("can’t reach its records" in answer.text) or answer.json()["code"] == "away"


def test_any_other_fault_is_500(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(event.host)
    client.raise_request_exception = False
    monkeypatch.setattr(commands, "visitor", lambda *args: 1 / 0)
    answer = client.post(to("event-command", event), {"command": "Announce"}, headers=SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
