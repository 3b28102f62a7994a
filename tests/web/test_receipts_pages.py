"""Receipts: on the page, in the mail, and a published list that anybody's browser can check them against."""

import html
import json
import re
from typing import Any

from django.core import mail
from django.urls import reverse

from events.domain import outbox, registration
from events.models import Event, Registration
from games import fair
from tests.events.factories import by, close, make_person, make_user, new_id, open_event, register
from tests.web.browsers import browser, device

SEED = "0123456789abcdef0123456789abcdef"


def listed(event: Event) -> Any:
    return browser().get(reverse("list-json", args=[event.public_id])).json()


def entry_of(event: Event, name: str) -> Registration:
    return event.registrations.get(name=name)


def test_the_page_gives_the_receipt_to_whom_it_belongs_and_to_nobody_else() -> None:
    event = open_event()
    person, own = device()
    entry = register(event, person, client_seed=SEED)
    page = own.get(reverse("event", args=[event.public_id])).content.decode()
    found = re.search(r'data-receipt="([^"]+)"', page)
    assert found
    kept = json.loads(html.unescape(found[1]))
    assert kept == {
        "event": event.scope,
        "reg": entry.reg,
        "client_seed": SEED,
        "receipt": fair.receipt(event.scope, entry.reg, SEED),
    }
    assert "The random number your browser put into every draw" in page
    other = browser().get(reverse("event", args=[event.public_id])).content.decode()
    assert "data-receipt=" not in other
    assert SEED not in other


def test_a_number_that_the_server_made_is_said_to_be_its_own() -> None:
    event = open_event()
    person, own = device()
    register(event, person, client_seed=None)
    page = own.get(reverse("event", args=[event.public_id])).content.decode()
    assert "so the server made it" in page
    assert [row["by_server"] for row in listed(event)["entries"]] == [True]


def test_until_the_list_is_frozen_it_shows_receipts_and_nothing_they_were_made_from() -> None:
    event = open_event(capacity=2)
    for name in ("Kit", "Wren", "Tam"):
        register(event, name=name, client_seed=SEED)
    person = entry_of(event, "Wren").person
    registration.withdraw(event_id=event.public_id, person=person, command_id=new_id())
    shown = listed(event)
    assert [row["state"] for row in shown["entries"]] == ["registered", "withdrawn", "registered"]
    assert [row["receipt"] for row in shown["entries"]] == list(
        event.registrations.order_by("number").values_list("receipt", flat=True)
    )
    assert (shown["event"], shown["frozen"]) == (event.scope, None)
    assert SEED not in json.dumps(shown)


def test_the_frozen_list_has_its_root_and_stays_when_somebody_leaves() -> None:
    event = open_event(capacity=3)
    for name in ("Kit", "Wren", "Tam", "Uma"):
        register(event, name=name)
    registration.remove(
        event_id=event.public_id,
        by=by(event),
        registration_id=entry_of(event, "Kit").pk,
        reason="asked to",
        command_id=new_id(),
    )
    event = close(event)
    before = listed(event)["frozen"]
    assert before["rows"] == sorted(
        [entry.reg, entry.client_seed] for entry in event.registrations.exclude(name="Kit")
    )
    rows = [(reg, seed) for reg, seed in before["rows"]]
    assert (before["count"], before["root"]) == (3, fair.list_root(event.scope, rows))
    registration.remove(
        event_id=event.public_id,
        by=by(event),
        registration_id=entry_of(event, "Tam").pk,
        reason="went home",
        command_id=new_id(),
    )
    after = listed(event)
    assert after["frozen"] == before
    assert [row["state"] for row in after["entries"]] == [
        "removed", "registered", "removed", "registered",
    ]  # fmt: skip


def test_the_mail_holds_the_receipt_and_the_seal() -> None:
    event = open_event()
    entry = register(event, make_person(make_user()), client_seed=SEED)
    outbox.drain()
    text = mail.outbox[0].body
    seal = event.ledger.get(kind="seals").data["hash"]
    for part in (entry.receipt, entry.reg, SEED, seal):
        assert part in text
    assert "your browser put into every draw" in text


def test_the_live_page_checks_too() -> None:
    event = open_event()
    page = browser().get(reverse("live", args=[event.public_id])).content.decode()
    assert f'data-url="{reverse("list-json", args=[event.public_id])}"' in page
    assert "js/receipts" in page
