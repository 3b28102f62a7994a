"""How much anybody may send: a hall of sixty gets in from one address, and one that floods is stopped."""

from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from events.live import presence
from events.models import Event, User
from tests.events.factories import make_user, new_id, open_event
from tests.web.browsers import browser, device
from tests.web.tables import send

HALL = 60
CODE = "perch-and-pike"
NO_PIN = "999999"


@pytest.fixture
def event() -> Event:
    event = open_event()
    Event.objects.filter(pk=event.pk).update(pin="000001")
    event.refresh_from_db()
    return event


def enter(client: Client, event: Event, name: str, **more: Any) -> int:
    sent = {"name": name, "command_id": f"{new_id()}-hall"} | more
    return client.post(reverse("register", args=[event.public_id]), sent).status_code


def type_pin(client: Client, pin: str, **headers: Any) -> int:
    return client.post(reverse("enter-pin"), {"pin": pin}, headers=headers).status_code


def test_sixty_behind_one_address_come_in_within_a_minute(event: Event) -> None:
    for number in range(HALL):
        phone = browser()
        assert phone.get(reverse("join", args=[event.pin])).status_code == 302
        assert type_pin(phone, event.pin) == 302
        assert phone.get(reverse("event", args=[event.public_id])).status_code == 200
        name = f"Guest {number}"
        free = phone.get(reverse("name-check", args=[event.public_id]), {"name": name})
        assert free.status_code == 200
        assert enter(phone, event, name) == 302
        assert phone.get(reverse("live", args=[event.public_id])).status_code == 200
    assert event.registrations.count() == HALL


def test_sixty_with_a_code_come_in_within_a_minute() -> None:
    event = open_event(entry_mode="code", entry_code=CODE, capacity=100)
    for number in range(HALL + 5):
        assert enter(browser(), event, f"Guest {number}", code=CODE) == 302
    assert event.registrations.count() == HALL + 5


def test_sixty_make_an_account_within_a_minute() -> None:
    for number in range(HALL):
        sent = {"email": f"hall{number}@example.org", "password1": "a lantern over the quay"}
        assert browser().post(reverse("account_signup"), sent).status_code == 302
    assert User.objects.count() == HALL


def test_codes_of_an_evening_cannot_be_tried_one_after_the_other() -> None:
    event = open_event(entry_mode="code", entry_code=CODE)
    answers = [enter(browser(), event, f"Guest {at}", code=f"wrong {at}") for at in range(61)]
    assert answers == [422] * 60 + [429]
    assert enter(browser(), event, "Tansy", code=CODE) == 429, "or the right one could be told"
    assert event.registrations.count() == 0


def test_what_is_wrong_beside_the_code_is_no_guess() -> None:
    event = open_event(entry_mode="code", entry_code=CODE)
    names = [enter(browser(), event, "admin", code=CODE) for _ in range(61)]
    assert names == [422] * 61
    assert enter(browser(), event, "Tansy", code=CODE) == 302


def test_right_pins_count_nothing_and_wrong_ones_stop_both(event: Event) -> None:
    guesser = browser()
    for _ in range(30):
        assert type_pin(guesser, event.pin) == 302
        assert type_pin(guesser, NO_PIN) == 422
    assert [type_pin(guesser, NO_PIN) for _ in range(31)] == [422] * 30 + [429]
    assert type_pin(guesser, event.pin) == 429, "or the right one could be told"


def test_a_forged_address_begins_no_new_count(event: Event) -> None:
    answers = [
        type_pin(browser(), NO_PIN, **{"x-forwarded-for": f"198.51.100.{at}"}) for at in range(61)
    ]
    assert answers == [422] * 60 + [429]


def test_behind_a_proxy_whoever_floods_stops_only_themselves(
    event: Event, settings: LazySettings
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    flood, neighbour = (
        {"x-forwarded-for": "1.2.3.4, 198.51.100.7"},
        {"x-forwarded-for": "198.51.100.8"},
    )
    assert [type_pin(browser(), NO_PIN, **flood) for _ in range(61)][-1] == 429
    assert type_pin(browser(), NO_PIN, **neighbour) == 422


def commands(client: Client, event: Event, count: int, **headers: str) -> list[int]:
    page = reverse("event-command", args=[event.public_id])
    return [
        client.post(
            page, {"command": "Leave"}, headers={"accept": "application/json"} | headers
        ).status_code
        for _ in range(count)
    ]


def test_strangers_elsewhere_are_not_stopped_by_one_who_floods(
    event: Event, settings: LazySettings
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    there, here = {"x-forwarded-for": "198.51.100.7"}, {"x-forwarded-for": "198.51.100.8"}
    assert 429 in commands(browser(), event, 40, **there)
    assert commands(browser(), event, 1, **here) == [403]


def test_a_player_who_floods_stops_only_themselves(event: Event) -> None:
    _one, flooding = device()
    _other, neighbour = device()
    page = reverse("event-command", args=[event.public_id])
    answers = [send(flooding, page, "Leave").status_code for _ in range(40)]
    assert 429 in answers
    assert send(neighbour, page, "Leave").status_code == 403


def sign_in(client: Client, email: str, password: str) -> Any:
    return client.post(reverse("account_login"), {"login": email, "password": password})


def test_passwords_of_one_account_cannot_be_tried_one_after_the_other() -> None:
    user, neighbour = make_user(), make_user()
    for at in range(5):
        assert sign_in(browser(), user.email, f"guess {at}").status_code == 200
    refused = sign_in(browser(), user.email, "tackle box")
    assert "Too many failed login attempts" in refused.content.decode()
    assert sign_in(browser(), neighbour.email, "tackle box").status_code == 302


def test_the_back_room_has_no_door_of_its_own_that_isnt_counted() -> None:
    user = make_user(is_staff=True, is_superuser=True)
    door = reverse("admin:login")
    for at in range(5):
        sent = {"username": user.email, "password": f"guess {at}"}
        assert browser().post(door, sent)["Location"].startswith(reverse("account_login"))
    right = browser()
    right.post(door, {"username": user.email, "password": "tackle box"})
    assert "_auth_user_id" not in right.session
    assert sign_in(right, user.email, "tackle box").status_code == 302
    assert right.get(reverse("admin:index")).status_code == 200


def test_a_hall_of_people_and_a_flood_of_keys_forget_no_limit() -> None:
    presence.touch("evening", "somebody")
    cache.set("rate/kept", 7, 60)
    for at in range(5000):
        cache.add(f"rate/name/{at}", 0, 60)
    assert cache.get("rate/kept") == 7
    assert presence.state("evening", ["somebody"])["somebody"].state == "here"
