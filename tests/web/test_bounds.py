"""What must not get through: hostile input, floods, forged addresses, forms of other sites."""

import json
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client, RequestFactory
from django.urls import reverse

from events.domain.refusal import Refusal
from events.models import Event, Registration
from events.views.addresses import check_registration_rate
from tests.events.factories import new_id, open_event
from tests.web.browsers import browser, device, stored

HOSTILE = [
    "",
    " ",
    "x",
    "a" * 25,
    "a" * 5000,
    "<img src=x onerror=alert(1)>",
    "{{ 7*7 }}{% load x %}",
    "'; DROP TABLE events_event; --",
    "admin",
    "Ho\u200bst",
    "\u202eevil",
    "\u200b\u200c\u200d",
    "e" + "\u0301" * 300,
    "M\u0430rk",
    "\ud800",
    "\x00null",
    "a\r\nb",
    "../../etc/passwd",
    "%00",
    "=cmd|' /C calc'!A0",
    "\U000e0041tag",
    "__proto__",
    "\ufeffBOM",
    "🎣🎣",
    "ﷺ" * 10,
]
FIELDS = (
    "name",
    "code",
    "client_seed",
    "command_id",
    "reason",
    "pin",
    "email",
    "count",
    "title",
    "zone",
    "rounds",
)


@pytest.fixture
def event() -> Event:
    return open_event()


def to(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


@pytest.mark.parametrize("text", HOSTILE, ids=[f"hostile{at}" for at in range(len(HOSTILE))])
def test_hostile_text_is_never_a_fault(event: Event, text: str) -> None:
    sent = text.encode("utf-8", "surrogatepass")
    body = b"&".join(
        name.encode() + b"=" + b"".join(b"%%%02x" % byte for byte in sent) for name in FIELDS
    )
    kind = "application/x-www-form-urlencoded"
    _person, player = device()
    host = browser(event.host)
    for client, name in [
        (player, "register"), (player, "rename"), (player, "withdraw"), (host, "cancel"), (host, "co-host"),
        (host, "practice"), (host, "evening-edit"),
    ]:  # fmt: skip
        assert client.post(to(name, event), body, content_type=kind).status_code < 500
    for name in ("enter-pin", "evening-new", "host-name"):
        assert host.post(reverse(name), body, content_type=kind).status_code < 500
    query = {"name": text.encode("utf-8", "replace").decode()}
    assert player.get(to("name-check", event), query).status_code < 500
    assert player.get(to("event", event), {"zone": query["name"]}).status_code < 500


def test_markup_in_a_name_stays_text(event: Event) -> None:
    name = "<b>Wren</b>"
    browser().post(to("register", event), {"name": name, "command_id": "markup-name"})
    assert Registration.objects.get().name == name
    page = browser().get(to("event", event)).content.decode()
    assert "&lt;b&gt;Wren&lt;/b&gt;" in page
    assert name not in page


def test_a_body_too_large_is_a_sentence_and_changes_nothing(event: Event) -> None:
    before = stored()
    answer = browser().post(to("register", event), {"name": "a" * 300_000})
    assert answer.status_code in (400, 413)
    assert "<h1" in answer.content.decode()
    assert stored() == before


def test_broken_json_for_a_command_is_a_sentence(event: Event) -> None:
    answer = browser(event.host).post(
        to("event-command", event),
        {"command": "Draw", "args": "{"},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 400
    assert json.loads(answer.content)["message"]


def test_a_form_without_its_key_is_a_sentence_and_changes_nothing(event: Event) -> None:
    before = stored()
    client = Client(enforce_csrf_checks=True)
    answer = client.post(to("register", event), {"name": "Wren"})
    assert answer.status_code == 403
    assert "open too long" in answer.content.decode()
    assert stored() == before


def test_a_form_with_its_key_gets_through(event: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get(to("event", event))
    key = client.cookies["csrf"].value
    sent = {"name": "Wren", "csrfmiddlewaretoken": key}
    assert client.post(to("register", event), sent).status_code == 302


def enter(client: Client, event: Event) -> int:
    data = {"name": "x", "command_id": f"{new_id()}-flood"}
    return client.post(to("register", event), data).status_code


def test_one_person_may_try_ten_times_a_minute(event: Event) -> None:
    _person, client = device()
    assert [enter(client, event) for _ in range(11)] == [422] * 10 + [429]
    _other, neighbour = device()
    assert enter(neighbour, event) == 422


def flood(event: Event, forwarded: str) -> int:
    """How many of 310 first-time devices in one minute may try, behind this X-Forwarded-For."""
    let_through = 0
    for at in range(310):
        request = RequestFactory().post(
            "/", headers={"x-forwarded-for": forwarded.format(at % 250)}
        )
        try:
            check_registration_rate(request, event.public_id, None)
        except Refusal:
            continue
        let_through += 1
    return let_through


def test_a_hall_behind_one_address_gets_300_tries_a_minute(event: Event) -> None:
    assert flood(event, "") == 300
    assert enter(browser(), event) == 429


def test_a_forged_address_gains_nothing(event: Event) -> None:
    assert flood(event, "10.0.0.{0}") == 300


def test_behind_a_proxy_its_own_word_counts(event: Event, settings: LazySettings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    assert flood(event, "10.0.0.{0}, 192.0.2.7") == 300
    assert flood(event, "192.0.2.7, 10.0.0.{0}") == 310


def test_pins_cannot_be_tried_one_after_the_other() -> None:
    client = browser()
    answers = [
        client.post(reverse("enter-pin"), {"pin": f"{at:06d}"}).status_code for at in range(61)
    ]
    assert answers == [422] * 60 + [429]


@pytest.mark.parametrize(
    ("typed", "found"), [("{0} {1}", True), ("{0}-{1}", True), ("{0}{1}x", False)]
)
def test_a_pin_is_read_with_spaces(event: Event, typed: str, found: bool) -> None:
    answer = browser().post(
        reverse("enter-pin"), {"pin": typed.format(event.pin[:3], event.pin[3:])}
    )
    assert answer.status_code == (302 if found else 422)


def test_the_address_of_the_qr_code_leads_to_the_evening(event: Event) -> None:
    answer: Any = browser().get(reverse("join", args=[event.pin]))
    assert answer["Location"] == to("event", event)
