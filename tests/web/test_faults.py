"""What no view answers, and what a command can't be: JSON for a page's script, a sentence for people, never a fault."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.models import CommandRecord, Event
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
    assert CommandRecord.objects.filter(command_id=name).count() == 0


def test_a_body_too_large_is_refused_in_json_and_in_words(event: Event) -> None:
    host = browser(event.host)
    before = stored()
    answer = announce(host, event, args="x" * 300_000)
    assert (answer.status_code, json.loads(answer.content)["code"]) == (413, "too-big")
    page = browser().post(to("register", event), {"name": "x" * 300_000})
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
