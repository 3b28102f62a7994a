"""Signing out on a shared device: nobody who comes after acts as the account's person."""

import json

from django.urls import reverse

from events.domain import people
from events.models import Event
from events.views.access import DEVICE_COOKIE
from tests.events.factories import make_user, new_id, open_event
from tests.web.browsers import browser, device
from tests.web.tables import send


def enter(client, event: Event, name: str) -> None:
    data = {"name": name, "command_id": new_id() + "-enter"}
    client.post(reverse("register", args=[event.public_id]), data)


def test_whoever_comes_after_is_nobody_here() -> None:
    event = open_event()
    person, client = device()
    client.force_login(make_user())
    enter(client, event, "Tansy")
    person.refresh_from_db()
    assert person.user is not None, "the device's person became the account's"
    client.post(reverse("account_logout"))
    secret = client.cookies[DEVICE_COOKIE].value
    assert people.identify(user=None, secret=secret) is None
    enter(client, event, "Osric")
    entries = event.registrations.order_by("number")
    assert [entry.name for entry in entries] == ["Tansy", "Osric"]
    assert entries[0].person_id != entries[1].person_id


def test_the_account_finds_its_entry_again() -> None:
    event = open_event()
    user = make_user()
    person, client = device()
    client.force_login(user)
    enter(client, event, "Tansy")
    client.post(reverse("account_logout"))
    client.force_login(user)
    page = client.get(reverse("event", args=[event.public_id])).content.decode()
    assert reverse("withdraw", args=[event.public_id]) in page
    assert people.identify(user=user, secret=None) == person


def test_a_device_of_somebody_else_keeps_its_person() -> None:
    event = open_event()
    person, client = device()
    enter(client, event, "Tansy")
    client.force_login(browserless_account())
    client.post(reverse("account_logout"))
    secret = client.cookies[DEVICE_COOKIE].value
    assert people.identify(user=None, secret=secret) == person


def test_another_device_of_the_account_stays_theirs() -> None:
    event = open_event()
    user = make_user()
    person, phone = device()
    phone.force_login(user)
    enter(phone, event, "Tansy")
    desk = browser(user)
    desk.post(reverse("account_logout"))
    secret = phone.cookies[DEVICE_COOKIE].value
    assert people.identify(user=None, secret=secret) == person


def test_a_console_that_is_signed_out_is_told_so_and_not_that_it_may_not() -> None:
    event = open_event()
    console = browser(event.host)
    address = reverse("event-command", args=[event.public_id])
    sent = {"surface": "host", "text": "Hello"}
    assert send(console, address, "Announce", **sent).status_code == 200
    console.logout()
    refused = send(console, address, "Announce", **sent)
    assert (refused.status_code, json.loads(refused.content)["message"]) == (
        403,
        "You are signed out. Sign in again to go on.",
    )


def browserless_account():
    """An account whose person is known already, so that no device becomes it."""
    user = make_user()
    people.person_for_user(user)
    return user
