"""Side work: left by the transaction that decided it, done once afterwards, tried again when it fails."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from events.domain import outbox, registration
from events.domain.refusal import Refusal
from events.models import Event, Outbox, Person
from events.queries import clock
from tests.concurrency.test_registration_locks import all_at_once
from tests.events.factories import close, make_person, make_user, new_id, open_event, register
from tests.events.playing import SetClock, set_clock

__all__ = ["set_clock"]


@pytest.fixture
def failing(settings: Any) -> None:
    """No mail server answers."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


def guest() -> Person:
    return make_person(make_user(email="anna@example.org"))


def test_an_account_is_sent_a_confirmation_with_both_times_and_links(settings: Any) -> None:
    settings.PUBLIC_URL = "https://bait.example"
    event = open_event(title="Friday bait", zone="Europe/Lisbon")
    register(event, guest(), name="Anna")
    assert mail.outbox == []
    assert outbox.drain() == 1
    (sent,) = mail.outbox
    assert (sent.subject, sent.to) == ("Friday bait", ["anna@example.org"])
    lines = sent.body.splitlines()
    assert lines[0] == "You are on the list for “Friday bait” as Anna."
    assert lines[2].startswith("It starts: 20:00 Lisbon, ")
    assert lines[3].startswith("Registration closes: 20:10 Lisbon, ")
    assert f"https://bait.example/{event.public_id}/" in lines
    assert f"https://bait.example/{event.public_id}/event.ics" in lines


def test_whoever_waits_for_a_place_is_told_that() -> None:
    event = open_event(capacity=2)
    for _ in range(2):
        register(event)
    register(event, guest(), name="Anna")
    outbox.drain()
    assert mail.outbox[0].body.startswith("You are on the waiting list for “Friday bait” as Anna.")


def test_without_an_account_nothing_is_left_to_do() -> None:
    register(open_event())
    assert (Outbox.objects.count(), outbox.drain(), mail.outbox) == (0, 0, [])


def test_a_repeated_registration_is_confirmed_once() -> None:
    event, person = open_event(), guest()
    for _ in range(2):
        register(event, person, name="Anna", command_id="one intention")
    register(event, person, name="Anna")
    assert [outbox.drain(), outbox.drain(), len(mail.outbox)] == [1, 0, 1]


def test_a_refused_registration_leaves_no_mail() -> None:
    event, person = open_event(), guest()
    close(event)
    with pytest.raises(Refusal):
        register(event, person)
    assert Outbox.objects.count() == 0


def test_work_is_gone_with_the_transaction_that_decided_it() -> None:
    with transaction.atomic():
        outbox.post("registered", {"registration": 1}, clock.now())
        transaction.set_rollback(True)
    assert Outbox.objects.count() == 0


def test_whoever_left_before_it_was_sent_is_sent_nothing() -> None:
    event, person = open_event(), guest()
    register(event, person)
    registration.withdraw(event_id=event.public_id, person=person, command_id=new_id())
    assert (outbox.drain(), mail.outbox) == (1, [])


def test_the_oldest_is_done_first() -> None:
    event = open_event()
    for letter in "abc":
        register(event, make_person(make_user(email=f"{letter}@example.org")))
    first = Outbox.objects.order_by("pk")[2]
    Outbox.objects.filter(pk=first.pk).update(created_at=clock.now() - timedelta(hours=1))
    outbox.drain()
    assert [sent.to[0][0] for sent in mail.outbox] == ["c", "a", "b"]


def test_what_fails_keeps_its_problem_and_comes_again(failing: None, settings: Any) -> None:
    register(open_event(), guest())
    assert outbox.drain() == 0
    row = Outbox.objects.get()
    assert (row.attempts, row.done_at) == (1, None)
    assert "Connection refused" in row.problem
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert outbox.drain() == 0
    Outbox.objects.update(created_at=clock.now() - timedelta(seconds=31))
    assert outbox.drain() == 1
    row.refresh_from_db()
    assert (row.attempts, row.problem, len(mail.outbox)) == (2, "", 1)


def test_it_is_given_up_after_five_attempts(failing: None, set_clock: SetClock) -> None:
    register(open_event(), guest())
    attempts = []
    for seconds in (0, 29, 1, 90, 479, 1, 3000, 36000):
        set_clock.move(seconds=seconds)
        outbox.drain()
        attempts.append(Outbox.objects.get().attempts)
    assert attempts == [1, 1, 2, 3, 3, 4, 5, 5]


def test_one_that_nobody_can_do_stops_no_other() -> None:
    outbox.post("unheard of", {}, clock.now() - timedelta(seconds=1))
    register(open_event(), guest())
    assert outbox.drain() == 1
    assert Outbox.objects.get(kind="unheard of").problem == "KeyError('unheard of')"


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_it_once() -> None:
    register(open_event(), guest())
    assert sorted(all_at_once([outbox.drain] * 4)) == [0, 0, 0, 1]
    assert len(mail.outbox) == 1
    assert Event.objects.count() == 1
