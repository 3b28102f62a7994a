"""The hall that registers in the same second, over HTTP against whole sites; and the closing instant."""

import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import psycopg
import pytest

from tests.serving import Serving
from tests.staging import Evening, close_in, rows, stage, until
from tests.visitor import Answer, Form, Visitor

pytestmark = pytest.mark.served

PLACES, PEOPLE = 100, 150
PATIENCE = 120
LATE = 12
MARGIN = timedelta(milliseconds=200)

T = TypeVar("T")


def each_at_once(acts: list[Callable[[], T]]) -> list[T]:
    """What each act gives; all begin together, each in a thread of its own."""
    results: dict[int, T] = {}
    start = threading.Barrier(len(acts))

    def run(place: int, act: Callable[[], T]) -> None:
        start.wait(PATIENCE)
        results[place] = act()

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(results) == len(acts), f"{len(acts) - len(results)} got no answer"
    return [results[place] for place in range(len(acts))]


@contextmanager
def visitors(site: Serving, count: int) -> Iterator[list[Visitor]]:
    """So many people, spread over the web processes."""
    with ExitStack() as doors:
        yield [
            doors.enter_context(closing(Visitor(site.urls[number % len(site.urls)])))
            for number in range(count)
        ]


def entries(evening: Evening) -> list[tuple[int, str, str]]:
    """(arrival number, status, name) of everybody who entered, as it is stored."""
    sql = (
        "SELECT r.number, r.status, r.name FROM events_registration r "
        "JOIN events_event e ON e.id = r.event_id WHERE e.public_id = %s ORDER BY r.number"
    )
    return [
        (number, status, name) for number, status, name in rows(evening.site, sql, evening.event_id)
    ]


def told(answer: Answer) -> tuple[str, int]:
    """What the page told somebody who entered: on the list or waiting, and their number."""
    if "on the waiting list" in answer.text:
        line = re.search(r"You are number (\d+) on the waiting list", answer.text)
        assert line
        return "waiting", int(line[1])
    line = re.search(r"on the list as .*?, arrival number (\d+)", answer.text)
    assert line, f"{answer.status}: {answer.text[:2000]}"
    return "registered", int(line[1])


def entering(person: Visitor, form: Form, name: str) -> Callable[[], Answer]:
    return lambda: person.enter(form, name)


def test_of_150_in_one_second_100_are_in_and_50_know_that_they_wait(
    served_by_night: Serving,
) -> None:
    evening = stage(served_by_night, capacity=PLACES)
    with visitors(served_by_night, PEOPLE) as people:
        forms = [person.registration(evening.path) for person in people]
        answers = each_at_once(
            [
                entering(*pair, f"Guest {number}")
                for number, pair in enumerate(zip(people, forms, strict=True))
            ]
        )

    assert [answer.status for answer in answers] == [200] * PEOPLE
    heard = sorted(told(answer) for answer in answers)
    waiting = [("waiting", place) for place in range(1, PEOPLE - PLACES + 1)]
    assert heard == [("registered", number) for number in range(1, PLACES + 1)] + waiting
    stored = entries(evening)
    assert [number for number, _status, _name in stored] == list(range(1, PEOPLE + 1))
    assert [status for _number, status, _name in stored] == (
        ["registered"] * PLACES + ["waiting"] * (PEOPLE - PLACES)
    )
    by_name = {name: (status, number) for number, status, name in stored}
    for number, answer in enumerate(answers):
        status, place = told(answer)
        arrival = place if status == "registered" else PLACES + place
        assert by_name[f"Guest {number}"] == (status, arrival)


@contextmanager
def event_locked(evening: Evening, closes_in: float) -> Iterator[datetime]:
    """Hold what every writer of this event needs, as one slow writer would; yields when registration closes."""
    closes_at = close_in(evening, closes_in)
    url = evening.site.environment.get("DATABASE_URL", "")
    if url:
        with psycopg.connect(url) as postgres:
            postgres.execute(
                "SELECT 1 FROM events_event WHERE public_id = %s FOR UPDATE", [evening.event_id]
            )
            yield closes_at
        return
    with closing(sqlite3.connect(evening.site.folder / "tacklebox.sqlite3", timeout=20)) as lite:
        lite.isolation_level = None
        lite.execute("BEGIN IMMEDIATE")
        yield closes_at
        lite.execute("ROLLBACK")


def test_whoever_waits_for_the_lock_over_the_closing_instant_is_not_in(
    served_by_night: Serving,
) -> None:
    evening = stage(served_by_night)
    answers: list[Answer] = []
    with visitors(served_by_night, LATE + 1) as (early, *late):
        assert told(early.register(evening.path, "Early")) == ("registered", 1)
        acts = [
            entering(person, person.registration(evening.path), f"Late {number}")
            for number, person in enumerate(late)
        ]
        hurry = threading.Thread(target=lambda: answers.extend(each_at_once(acts)), daemon=True)
        with event_locked(evening, closes_in=1.5) as closes_at:
            hurry.start()
            until("the closing instant", lambda: datetime.now(UTC) > closes_at + MARGIN)
            assert answers == [], "nobody is answered while the lock is held"
        hurry.join(PATIENCE)

    assert [answer.status for answer in answers] == [422] * LATE
    assert all("has closed" in answer.text for answer in answers)
    assert entries(evening) == [(1, "registered", "Early")]
