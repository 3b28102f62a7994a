"""Users, events and people for tests, made through the domain's own functions.

Instants are set on the row where a test needs an event that is open, or closed, right now.
"""

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from events.domain import evenings, people, registration
from events.domain.evenings import Plan
from events.domain.writing import writing
from events.models import Event, LedgerEntry, Person, Registration, User
from events.queries import clock

STARTS = (datetime.now(UTC).replace(tzinfo=None) + timedelta(days=1)).replace(
    hour=20, minute=0, second=0, microsecond=0
)
"""Tomorrow at eight, local time wherever the plan says; one value for the whole run."""

_numbers = itertools.count(1)


def new_id() -> str:
    """A command id nobody has used."""
    return f"command-{next(_numbers)}"


def make_user(**fields: Any) -> User:
    """An account with a name and the password ``tackle box``."""
    number = next(_numbers)
    fields = {"email": f"user{number}@example.org", "name": f"Account {number}"} | fields
    return User.objects.create_user(password="tackle box", **fields)


def make_plan(**changes: Any) -> Plan:
    """A plan that can be published: tomorrow at eight in Berlin, open at once, 30 places."""
    return replace(Plan(title="Friday bait", zone="Europe/Berlin", starts=STARTS), **changes)


def make_event(host: User | None = None, **changes: Any) -> Event:
    """A draft."""
    return evenings.create_event(
        host=host or make_user(), plan=make_plan(**changes), command_id=new_id()
    )


def open_event(host: User | None = None, **changes: Any) -> Event:
    """A published event whose registration is open."""
    event = make_event(host, **changes)
    return evenings.publish_event(event_id=event.public_id, by=by(event), command_id=new_id())


def close(event: Event) -> Event:
    """Move the closing instant to now and let the clock close registration."""
    Event.objects.filter(pk=event.pk).update(closes_at=clock.now())
    with writing(event.public_id, by="clock"):
        pass
    event.refresh_from_db()
    return event


def closed_event(people_count: int = 0, **changes: Any) -> Event:
    """An event whose list is frozen with so many people on it."""
    event = open_event(**changes)
    register_people(event, people_count)
    return close(event)


def by(event: Event) -> str:
    """The event's host, as the ledger names them."""
    return f"user/{event.host_id}"


def last_line(event: Event) -> LedgerEntry:
    """What was written to the event's ledger last."""
    return event.ledger.order_by("-seq")[0]


def make_person(user: User | None = None) -> Person:
    """Somebody on a device of their own, or the person of an account."""
    return people.person_for_user(user) if user else people.new_person()[0]


def register(event: Event, person: Person | None = None, **changes: Any) -> Registration:
    """Enter a person under a fresh name."""
    request = {
        "name": f"Guest {next(_numbers)}",
        "code": "",
        "client_seed": None,
        "command_id": new_id(),
    }
    return registration.register(
        event_id=event.public_id, person=person or make_person(), **(request | changes)
    )


def register_people(event: Event, count: int) -> list[Registration]:
    """Enter so many people, one after the other."""
    return [register(event) for _ in range(count)]
