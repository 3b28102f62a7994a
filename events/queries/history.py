"""A person's own evenings: places they hold, and what they have been to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.models import Award, Event, Person, Registration
from events.queries import programme, results

_GOING_ON = (Event.State.PUBLISHED, Event.State.CLOSED, Event.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Sat:
    """A table somebody sat at: what the round is called, and the place they have there, if any."""

    title: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Past:
    """An entry with what the evening's result says of it; ``version`` is 0 while the evening goes on."""

    entry: Registration
    place: int | None
    prizes: list[Award]
    version: int
    tables: tuple[Sat, ...] = ()


def open_places(person: Person | None) -> list[Registration]:
    """The entries a person holds at evenings that aren't over, the next first."""
    if person is None:
        return []
    return list(
        Registration.objects.filter(
            person=person, status__in=Registration.ACTIVE, event__state__in=_GOING_ON
        )
        .select_related("event")
        .order_by("event__starts_at")
    )


def entries_of(person: Person | None) -> list[Registration]:
    """Every entry a person has had, the latest evening first, with results, awards and seats read along."""
    if person is None:
        return []
    return list(
        Registration.objects.filter(person=person)
        .exclude(event__state=Event.State.DRAFT)
        .select_related("event__host", "event__series")
        .prefetch_related(
            "event__results",
            "awards__prize",
            "awards__event__host",
            "awards__match__round",
            "seats__match__round",
        )
        .order_by("-event__starts_at", "-number")
    )


def history_of(person: Person | None) -> list[Past]:
    """A person's evenings as they ended, by the result as it stands; as often asked for many as for one."""
    return [
        Past(entry, best_place(entry), prizes_of(entry), _version(entry), tables_of(entry))
        for entry in entries_of(person)
    ]


def best_place(entry: Registration) -> int | None:
    """The best place of an entry over its rounds, by the result as it stands; reads what was prefetched."""
    if entry.event.results.all():
        return results.own(results.latest(entry.event), entry).place
    places = [seat.place for seat in entry.seats.all() if seat.place]
    return None if entry.status == entry.Status.DISQUALIFIED else min(places, default=None)


def tables_of(entry: Registration) -> tuple[Sat, ...]:
    """Where an entry sat, in the order of the rounds, by the result as it stands; reads what was prefetched."""
    if entry.event.results.all():
        data = results.latest(entry.event).data
        return tuple(
            Sat(_title(round_), row["place"])
            for round_ in data["rounds"]
            for row in round_["places"]
            if row["reg"] == entry.reg
        )
    is_out = entry.status == entry.Status.DISQUALIFIED
    seats = sorted(entry.seats.all(), key=lambda seat: seat.match.number)
    return tuple(
        Sat(programme.title_of(seat.match.round), None if is_out else seat.place) for seat in seats
    )


def prizes_of(entry: Registration) -> list[Award]:
    """What an entry has won and not lost; reads what was prefetched."""
    awards = [award for award in entry.awards.all() if award.prize is not None]
    if entry.event.results.all():
        won = results.own(results.latest(entry.event), entry).prizes
        standing = {prize["award"] for prize in won}
        return [award for award in awards if award.pk in standing]
    return [award for award in awards if award.state != Award.State.VOID]


def _title(round_: Mapping[str, Any]) -> str:
    """What the round is called, in the reader's language and not in that of whoever ended the evening."""
    return programme.name_of(round_["kind"], round_["number"])


def _version(entry: Registration) -> int:
    return max((row.version for row in entry.event.results.all()), default=0)
