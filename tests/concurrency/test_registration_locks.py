"""Many people at once, and people who wait for the lock across the closing instant.

Each guard has a twin that takes it away and must see the promise broken.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

import pytest
from django.db import DatabaseError, connection, connections
from django.db.models import QuerySet

from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Event, Person, Registration
from events.queries import clock, prepared
from tests.events.factories import make_person, open_event, register, register_people

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 30
"""Seconds after which a thread that doesn't come back fails the test."""


def all_at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """Do each in a thread and on a connection of its own, started together; results or errors."""
    results: list[Any] = [None] * len(acts)
    start = threading.Barrier(len(acts))

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            start.wait(PATIENCE)
            results[place] = act()
        except (Refusal, DatabaseError) as error:
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    return results


def entering(event: Event, person: Person) -> Callable[[], Registration]:
    return lambda: register(event, person)


@pytest.fixture
def unlocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads started from now on take no lock before they read."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **options: rows)
    prepared.make_all_anew()
    if connection.vendor == "sqlite":
        options = connections.settings["default"]["OPTIONS"]
        monkeypatch.setitem(options, "transaction_mode", "DEFERRED")
    yield
    prepared.make_all_anew()


def test_thirty_at_once_for_twenty_places() -> None:
    event = open_event(capacity=20)
    people = [make_person() for _ in range(30)]
    results = all_at_once([entering(event, person) for person in people])
    assert [type(result) for result in results] == [Registration] * 30
    entries = list(event.registrations.order_by("number"))
    assert [entry.number for entry in entries] == list(range(1, 31))
    assert [entry.status for entry in entries] == ["registered"] * 20 + ["waiting"] * 10
    event.refresh_from_db()
    assert [line.seq for line in event.ledger.all()] == list(range(1, event.seq + 1))


def two_for_the_last_place(monkeypatch: pytest.MonkeyPatch, patience: float) -> list[str]:
    """How it ends for each of two who want the last place, in alphabetical order.

    Whoever has read the event waits up to ``patience`` seconds for the other to have read it too.
    Behind the lock the other can't, so they go on alone; without it the two always meet.
    """
    event = open_event(capacity=2)
    register_people(event, 1)
    people = [make_person(), make_person()]
    now, both = clock.now, threading.Barrier(2)

    def now_together() -> datetime:
        with suppress(threading.BrokenBarrierError):
            both.wait(patience)
        return now()

    monkeypatch.setattr(clock, "now", now_together)
    results = all_at_once([entering(event, person) for person in people])
    return sorted(
        str(result.status) if isinstance(result, Registration) else type(result).__name__
        for result in results
    )


def test_the_last_place_goes_to_one_and_the_other_is_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert two_for_the_last_place(monkeypatch, 1) == ["registered", "waiting"]


def test_without_the_lock_one_of_two_gets_no_answer(
    monkeypatch: pytest.MonkeyPatch, unlocked: None
) -> None:
    error = "OperationalError" if connection.vendor == "sqlite" else "IntegrityError"
    assert two_for_the_last_place(monkeypatch, PATIENCE) == [error, "registered"]


def test_one_person_who_presses_ten_times_has_one_entry() -> None:
    event, person = open_event(), make_person()
    results = all_at_once(
        [lambda: register(event, person, name="Anna", command_id="one intention")] * 10
    )
    assert len({result.pk for result in results}) == 1
    assert event.registrations.count() == 1


def test_one_name_wanted_by_ten_goes_to_one() -> None:
    event = open_event()
    people = [make_person() for _ in range(10)]

    def wanting(person: Person) -> Callable[[], Registration]:
        return lambda: register(event, person, name="Anna")

    results = all_at_once([wanting(person) for person in people])
    refused = [result for result in results if isinstance(result, Refusal)]
    assert [(refusal.code, refusal.field) for refusal in refused] == [("name-taken", "name")] * 9
    assert event.registrations.count() == 1


def across_the_closing(asked: threading.local) -> tuple[Event, list[Any]]:
    """Five ask before the closing instant and get the lock only after it."""
    event = open_event()
    people = [make_person() for _ in range(5)]
    instants: list[datetime] = []
    held, asking = threading.Event(), threading.Barrier(6)

    def hold() -> None:
        with writing(event.public_id, by="clock"):
            held.set()
            asking.wait(PATIENCE)
            closes_at = clock.now()
            while closes_at <= max(instants):
                closes_at = clock.now()
            Event.objects.filter(pk=event.pk).update(closes_at=closes_at)

    def asking_in_time(person: Person) -> Callable[[], Registration]:
        def ask() -> Registration:
            assert held.wait(PATIENCE)
            asked.at = clock.now()
            instants.append(asked.at)
            asking.wait(PATIENCE)
            return register(event, person)

        return ask

    results = all_at_once([hold, *(asking_in_time(person) for person in people)])
    event.refresh_from_db()
    assert max(instants) < event.closes_at
    return event, results[1:]


def test_whoever_gets_the_lock_after_the_closing_is_refused() -> None:
    event, results = across_the_closing(threading.local())
    assert [result.code for result in results] == ["closed"] * 5
    assert (event.state, event.registrations.count()) == (Event.State.CLOSED, 0)


def test_a_clock_read_before_the_lock_would_let_them_in(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, now = threading.local(), clock.now
    monkeypatch.setattr(clock, "now", lambda: getattr(asked, "at", None) or now())
    event, results = across_the_closing(asked)
    assert [type(result) for result in results] == [Registration] * 5
    assert (event.state, event.registrations.count()) == (Event.State.PUBLISHED, 5)
