"""Entries to an event: register, rename, withdraw, remove, each under the event's lock."""

import secrets

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from events.domain import outbox
from events.domain.admission import (
    OVER,
    check_entry,
    check_open,
    check_person,
    checked_seed,
    free_name,
)
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.names import clean_name, skeleton
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Event, Person, Registration
from games import fair


def register(
    *,
    event_id: str,
    person: Person,
    name: str,
    code: str,
    client_seed: str | None,
    command_id: str,
) -> Registration:
    """Enter a person under a name; beyond the capacity they go to the waiting list.

    ``client_seed`` is 32 lower-case hex digits made by the browser; without it the server makes one
    and the entry says so. Entering again under the same name returns the entry as it is. In time is
    ``opens_at <= the database's clock under the lock < closes_at`` (EV-1). Raises Refusal: with
    field ``name``, ``code`` or ``client_seed`` where one of them is wrong, 403 for who runs the
    evening, was removed, or needs a verified address.
    """
    with writing(event_id, by=f"person/{person.public_id}") as ledger:
        event = ledger.event
        if ledger.repeats(command_id, {"register": [name, client_seed]}):
            return _latest(event, person)
        there = event.registrations.filter(person=person, status__in=Registration.ACTIVE).first()
        if there is not None:
            return _unchanged(there, name)
        check_open(ledger)
        check_person(event, person)
        check_entry(event, person, code)
        name = free_name(event, name)
        return _enter(ledger, person, name, checked_seed(client_seed))


def rename(*, event_id: str, person: Person, name: str, command_id: str) -> Registration:
    """Change one's name while registration is open. Refuses names as `register` does."""
    with writing(event_id, by=f"person/{person.public_id}") as ledger:
        if ledger.repeats(command_id, {"rename": name}):
            return _latest(ledger.event, person)
        check_open(ledger)
        entry = _active(ledger.event, person)
        name = free_name(ledger.event, name, but=entry)
        if name != entry.name:
            entry.former_names.append(entry.name)
            entry.name, entry.skeleton = name, skeleton(name)
            entry.save(update_fields=["name", "skeleton", "former_names"])
            _remember_name(person, name)
            ledger.append("renamed", reg=entry.reg, name=_hashed(entry))
        return entry


def withdraw(*, event_id: str, person: Person, command_id: str) -> Registration:
    """Take back one's entry, at any time until the evening is over.

    While registration is open the first on the waiting list gets the place. Afterwards the frozen
    list stays as published and draws leave the person out. Calls and seats are `departures`' work.
    """
    with writing(event_id, by=f"person/{person.public_id}") as ledger:
        if ledger.repeats(command_id, {"withdraw": True}):
            return _latest(ledger.event, person)
        _check_not_over(ledger.event)
        entry = _active(ledger.event, person)
        _end(ledger, entry, Registration.Status.WITHDRAWN)
        ledger.append("withdrawn", reg=entry.reg)
        fill_places(ledger)
        return entry


def remove(
    *, event_id: str, by: str, registration_id: int, reason: str, command_id: str
) -> Registration:
    """The host takes somebody off the list, with a reason that everybody reads.

    They can't enter this evening again. Raises Refusal 404 for an entry of another event, 409 for
    one that is no longer active, 422 without a reason of 1 to 120 characters.
    """
    reason = clean_line(reason, field="reason", longest=120, needed=True)
    with writing(event_id, by=by) as ledger:
        entry = ledger.event.registrations.filter(pk=registration_id).first()
        if entry is None:
            raise Refusal("no-entry", _("There is no such entry at this evening."), status=404)
        if ledger.repeats(command_id, {"remove": registration_id, "reason": reason}):
            return entry
        _check_not_over(ledger.event)
        if entry.status not in Registration.ACTIVE:
            raise Refusal(
                "not-active", _("This entry has ended already. Load the page again."), status=409
            )
        _end(ledger, entry, Registration.Status.REMOVED)
        ledger.append("removed", reg=entry.reg, reason=reason)
        fill_places(ledger)
        return entry


def fill_places(ledger: Ledger) -> None:
    """Let people from the waiting list in, in the order they came, while registration is open."""
    event = ledger.event
    if event.state != Event.State.PUBLISHED:
        return
    free = event.capacity - _count(event, Registration.Status.REGISTERED)
    if free <= 0:
        return
    waiting = event.registrations.filter(status=Registration.Status.WAITING)
    for entry in waiting.order_by("number")[:free]:
        entry.status = Registration.Status.REGISTERED
        entry.save(update_fields=["status"])
        ledger.append("promoted", by="clock", reg=entry.reg)


def _enter(ledger: Ledger, person: Person, name: str, seed: str | None) -> Registration:
    event = ledger.event
    has_place = _count(event, Registration.Status.REGISTERED) < event.capacity
    last = event.registrations.aggregate(last=Max("number"))["last"] or 0
    entry = Registration(
        event=event,
        person=person,
        name=name,
        skeleton=skeleton(name),
        number=last + 1,
        status=Registration.Status.REGISTERED if has_place else Registration.Status.WAITING,
        client_seed=seed or secrets.token_hex(16),
        seeded_by_server=seed is None,
        created_at=ledger.now,
    )
    entry.receipt = fair.receipt(event.scope, entry.reg, entry.client_seed)
    entry.save(force_insert=True)
    _remember_name(person, name)
    if person.user_id is not None:
        outbox.post("registered", {"registration": entry.pk}, ledger.now)
    ledger.append(
        "registered",
        reg=entry.reg,
        name=_hashed(entry),
        number=entry.number,
        status=str(entry.status),
        receipt=entry.receipt,
        seeded_by_server=entry.seeded_by_server,
    )
    return entry


def _hashed(entry: Registration) -> str:
    """The name as the ledger knows it."""
    return fair.name_hash(entry.reg, entry.name_salt, entry.name)


def _unchanged(entry: Registration, name: str) -> Registration:
    if clean_name(name) != entry.name:
        raise Refusal(
            "already-in",
            _("You are on the list as %(name)s. Change the name there.") % {"name": entry.name},
            field="name",
        )
    return entry


def _latest(event: Event, person: Person) -> Registration:
    return event.registrations.filter(person=person).order_by("-number")[0]


def _active(event: Event, person: Person) -> Registration:
    entry = event.registrations.filter(person=person, status__in=Registration.ACTIVE).first()
    if entry is None:
        raise Refusal("not-in", _("You aren't on this evening's list."), status=409)
    return entry


def _end(ledger: Ledger, entry: Registration, status: Registration.Status) -> None:
    entry.status = status
    entry.save(update_fields=["status"])


def _check_not_over(event: Event) -> None:
    if event.state in OVER:
        raise Refusal("over", _("This evening is over, so its list stays as it is."))


def _count(event: Event, status: Registration.Status) -> int:
    return event.registrations.filter(status=status).count()


def _remember_name(person: Person, name: str) -> None:
    """Offered again at the next evening."""
    if person.name != name:
        person.name = name
        person.save(update_fields=["name"])
