"""Who is on an event's list."""

from dataclasses import dataclass

from django.db.models import Count, Q

from events.models import Event, Person, Registration

Status = Registration.Status


@dataclass(frozen=True, slots=True)
class Counts:
    """How many are in, and how many wait for a place."""

    registered: int
    waiting: int


def entries(event: Event) -> list[Registration]:
    """Everybody on the list, in the order they came; those waiting are not on it."""
    return list(event.registrations.filter(status=Status.REGISTERED))


def waiting(event: Event) -> list[Registration]:
    """The waiting list, in the order they came."""
    return list(event.registrations.filter(status=Status.WAITING))


def counts(event: Event) -> Counts:
    """How many entries there are of each kind."""
    found = event.registrations.aggregate(
        registered=Count("pk", filter=Q(status=Status.REGISTERED)),
        waiting=Count("pk", filter=Q(status=Status.WAITING)),
    )
    return Counts(found["registered"], found["waiting"])


def entry_of(event: Event, person: Person | None) -> Registration | None:
    """A person's entry: the active one, or else the last they had."""
    if person is None:
        return None
    rows = event.registrations.filter(person=person)
    return rows.filter(status__in=Registration.ACTIVE).first() or rows.order_by("-number").first()


def place_in_line(entry: Registration) -> int | None:
    """1 for the first on the waiting list; None for whoever doesn't wait."""
    if entry.status != Status.WAITING:
        return None
    before = Registration.objects.filter(
        event_id=entry.event_id, status=Status.WAITING, number__lt=entry.number
    )
    return before.count() + 1
