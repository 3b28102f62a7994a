"""A person's own evenings: places they hold, and what they have been to."""

from events.models import Award, Event, Person, Registration

_GOING_ON = (Event.State.PUBLISHED, Event.State.CLOSED, Event.State.RUNNING)


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
    """Every entry a person has had, the latest evening first, with awards and seats read along."""
    if person is None:
        return []
    return list(
        Registration.objects.filter(person=person)
        .exclude(event__state=Event.State.DRAFT)
        .select_related("event")
        .prefetch_related("awards__prize", "awards__match__round", "seats__match__round")
        .order_by("-event__starts_at", "-number")
    )


def best_place(entry: Registration) -> int | None:
    """The best place of an entry over its rounds; reads what was prefetched."""
    places = [seat.place for seat in entry.seats.all() if seat.place]
    return min(places, default=None)


def prizes_of(entry: Registration) -> list[Award]:
    """What an entry has won; reads what was prefetched."""
    return [award for award in entry.awards.all() if award.prize is not None]
