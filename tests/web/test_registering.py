"""Entering an evening from its page: one form, said at its field, nothing lost."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Event, Person, Registration
from events.queries.roles import Role
from events.views.access import DEVICE_COOKIE
from tests.events.factories import close, make_user, new_id, open_event, register
from tests.web.browsers import browser, company, device

HTMX = {"HX-Request": "true"}


@pytest.fixture
def event() -> Event:
    return open_event()


def to(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


def enter(client: Client, event: Event, name: str = "Wren", **more: Any) -> Any:
    data = {"name": name, "client_seed": "0f" * 16, "command_id": new_id() + "-long"} | more
    headers = data.pop("headers", None)
    return client.post(to("register", event), data, headers=headers)


def test_a_name_is_enough_and_the_device_keeps_the_place(event: Event) -> None:
    client = browser()
    answer = enter(client, event)
    assert (answer.status_code, answer["Location"]) == (302, to("event", event))
    cookie = answer.cookies[DEVICE_COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] == 400 * 24 * 3600
    page = client.get(to("event", event)).content.decode()
    assert "You are on the list" in page
    assert 'action="' + to("register", event) not in page
    entry = Registration.objects.get()
    assert (entry.name, entry.client_seed, entry.seeded_by_server) == ("Wren", "0f" * 16, False)


def test_without_script_the_server_makes_the_randomness(event: Event) -> None:
    enter(browser(), event, client_seed="")
    assert Registration.objects.get().seeded_by_server is True


def test_a_double_click_enters_once(event: Event) -> None:
    client = browser()
    enter(client, event, command_id="pressed-twice")
    enter(client, event, command_id="pressed-twice")
    assert Registration.objects.count() == 1


def test_a_taken_name_is_said_at_the_field_with_what_was_typed(event: Event) -> None:
    register(event, name="Wren")
    answer = enter(browser(), event, "wren")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="wren"' in page
    fault = re.search(r'id="id_name_error">(.*?)</div>', page, re.S)
    assert fault is not None
    assert "Somebody has this name" in fault[1]


def test_htmx_gets_the_card_alone(event: Event) -> None:
    register(event, name="Wren")
    client = browser()
    refused = enter(client, event, headers=HTMX)
    assert refused.status_code == 422
    assert refused.content.decode().lstrip().startswith('<aside class="card join"')
    taken = enter(client, event, "Kit", headers=HTMX)
    assert (taken.status_code, taken["HX-Redirect"]) == (200, to("event", event))


def test_a_wrong_code_is_said_at_the_code() -> None:
    event = open_event(entry_mode="code", entry_code="pier-41")
    client = browser()
    page = enter(client, event, code="pier-40").content.decode()
    assert 'id="id_code_error"' in page
    assert "This code isn&#x27;t right" in page
    assert enter(client, event, code=" PIER-41 ").status_code == 302


def test_the_code_stands_on_no_page() -> None:
    event = open_event(entry_mode="code", entry_code="pier-41")
    shown = browser(event.host).get(to("ready", event)).content.decode()
    assert "pier-41" in shown
    people = company(event_with_code := open_event(entry_mode="open"))
    assert event_with_code.entry_code == ""
    for client in (people[Role.STRANGER], people[Role.PLAYER]):
        assert "pier-41" not in client.get(to("event", event)).content.decode()


def test_an_evening_for_verified_addresses_asks_to_sign_in() -> None:
    event = open_event(entry_mode="email")
    page = browser().get(to("event", event)).content.decode()
    assert "Sign in to register" in page
    assert 'name="client_seed"' not in page
    signed_in = browser(make_user())
    answer = enter(signed_in, event)
    assert answer.status_code == 403
    assert "Verify your e-mail address first" in answer.content.decode()


def test_after_closing_the_page_says_so_and_has_no_form(event: Event) -> None:
    client = browser()
    close(event)
    answer = enter(client, event)
    assert answer.status_code == 422
    assert "Registration has closed" in answer.content.decode()
    assert 'name="client_seed"' not in client.get(to("event", event)).content.decode()
    assert Registration.objects.count() == 0


def test_beyond_the_places_one_is_told_the_place_in_line() -> None:
    event = open_event(capacity=2)
    for name in ("Kit", "Bram"):
        enter(browser(), event, name)
    client = browser()
    enter(client, event, "Wren")
    assert "You are number 1 on the waiting list" in client.get(to("event", event)).content.decode()


def test_whoever_runs_it_has_no_form_and_cannot_enter(event: Event) -> None:
    client = browser(event.host)
    assert 'name="client_seed"' not in client.get(to("event", event)).content.decode()
    assert enter(client, event).status_code == 403
    assert Registration.objects.count() == 0


def test_a_name_check_says_free_or_why_not(event: Event) -> None:
    register(event, name="Wren")
    client = browser()

    def check(name: str) -> str:
        return client.get(to("name-check", event), {"name": name}).content.decode()

    assert "“<bdi>Kit</bdi>” is free tonight." in check("Kit")
    assert "Somebody has this name" in check("WREN")
    assert "two letters or digits" in check("x")
    assert "Everybody sees it" in check("")


def test_a_name_is_changed_and_a_taken_one_said_at_its_field(event: Event) -> None:
    register(event, name="Kit")
    client = browser()
    enter(client, event)
    refused = client.post(to("rename", event), {"name": "kit", "command_id": new_id() + "-long"})
    assert refused.status_code == 422
    assert 'id="rename_name_error"' in refused.content.decode()
    client.post(to("rename", event), {"name": "Sorrel", "command_id": new_id() + "-long"})
    assert Registration.objects.get(number=2).name == "Sorrel"


def test_withdrawing_asks_first(event: Event) -> None:
    client = browser()
    enter(client, event)
    asked = client.get(to("withdraw", event)).content.decode()
    assert "Take your name off the list?" in asked
    assert Registration.objects.get().status == "registered"
    client.post(to("withdraw", event), {"command_id": "withdraw-now"})
    assert Registration.objects.get().status == "withdrawn"
    assert 'name="client_seed"' in client.get(to("event", event)).content.decode()


def test_a_link_moves_the_place_and_looking_uses_nothing_up(event: Event) -> None:
    old = browser()
    enter(old, event)
    made = old.post(to("resume-make", event), {"command_id": new_id() + "-long"}).content.decode()
    assert "<svg" in made
    assert "style=" not in made
    link = re.search(r"/resume/[^/<]+/", made)
    assert link is not None
    new = browser()
    for _ in range(2):
        assert "Go on here as <bdi>Wren</bdi>?" in new.get(link[0]).content.decode()
    assert new.post(link[0])["Location"] == to("event", event)
    assert "You are on the list" in new.get(to("event", event)).content.decode()
    assert "You are on the list" not in old.get(to("event", event)).content.decode()
    assert browser().post(link[0]).status_code == 410
    assert Person.objects.count() == 1


def test_the_first_page_offers_to_resume(event: Event) -> None:
    client = browser()
    enter(client, event)
    assert "Resume as <bdi>Wren</bdi>" in client.get("/").content.decode()
    assert "Resume as" not in browser().get("/").content.decode()


def test_registering_and_then_signing_in_keeps_the_place(event: Event) -> None:
    person, client = device()
    register(event, person, name="Wren")
    user = make_user()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert "You are on the list" in client.get(to("event", event)).content.decode()


def test_a_cancelled_evening_takes_nobody(event: Event) -> None:
    browser(event.host).post(to("cancel", event), {"reason": "Storm", "command_id": "cancel-now"})
    answer = enter(browser(), event)
    assert answer.status_code == 422
    assert "cancelled" in answer.content.decode()
