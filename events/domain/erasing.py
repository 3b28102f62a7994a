"""Taking somebody's name out of everything that is stored. What they did stays, under their ``reg``."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Award, Event, Person, Registration, ResumeLink
from events.queries.table.sight import names_of
from events.queries.told import ERASED

_OVER = (Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED)


def erase_person(*, person_id: str, by: str) -> None:
    """Erase a person's names and the salts that the chains know them by, and forget their devices and account.

    ``person_id`` is the public id. The chains still check: they hold only salted hashes. Doing it again finishes what
    a crash left. Raises Refusal 404 for nobody, 422 while they are at an evening that isn't over, or are owed a prize.
    """
    person = Person.objects.filter(public_id=person_id).first()
    if person is None:
        raise Refusal("no-person", _("There is no such person."), status=404)
    entries = person.registrations.select_related("event")
    if entries.exclude(event__state__in=_OVER).exists():
        raise Refusal("still-in", _("They are at an evening that isn’t over. Wait for its end."))
    if Award.objects.filter(
        registration__person=person, prize__isnull=False, state__in=Award.OWED
    ).exists():
        raise Refusal("owed", _("A prize of theirs hasn’t been handed over. Settle that first."))
    for event_id in sorted(set(entries.values_list("event__public_id", flat=True))):
        _erase_at(event_id, person, by)
    with transaction.atomic(durable=True):
        ResumeLink.objects.filter(person=person).delete()
        Person.objects.filter(pk=person.pk).update(name="", device_hash=None, user=None)
    names_of.cache_clear()


def _erase_at(event_id: str, person: Person, by: str) -> None:
    with writing(event_id, by=by) as ledger:
        entries = list(ledger.event.registrations.filter(person=person).exclude(name_salt=""))
        for entry in entries:
            entry.name, entry.former_names, entry.name_salt = ERASED, [], ""
            entry.skeleton = f"erased/{entry.reg}"  # no two that are active may look alike
            entry.save(update_fields=["name", "former_names", "name_salt", "skeleton"])
            ledger.append("name-erased", reg=entry.reg)
        _erase_results(ledger.event, entries)


def _erase_results(event: Event, entries: Iterable[Registration]) -> None:
    """In every version: what a result says otherwise stays as it was published."""
    regs = {entry.reg for entry in entries}
    for result in event.results.all() if regs else ():
        result.data = _without_names(result.data, regs)
        result.save(update_fields=["data"])


def _without_names(data: Any, regs: set[str]) -> Any:
    if isinstance(data, list):
        return [_without_names(part, regs) for part in data]
    if not isinstance(data, dict):
        return data
    kept = {key: _without_names(part, regs) for key, part in data.items()}
    if kept.get("reg") in regs and "name" in kept:
        kept["name"] = ERASED
    return kept
