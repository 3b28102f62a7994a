"""Evenings with where their results, prizes and disputes stand: all of them for organisers, one's own for hosts."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from events.models import Award, Dispute, Event, EventStaff, Registration, Result, Series, User


@dataclass(frozen=True, slots=True)
class Filters:
    """What is asked for; empty is everything.

    ``host`` is a row of `User`, ``series`` a public id; ``since`` and ``until`` are days on each evening's own clock.
    """

    state: str = ""
    host: int | None = None
    series: str = ""
    since: date | None = None
    until: date | None = None
    undelivered: bool = False
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """An evening and its numbers.

    ``version`` is 0 before there is a result; ``owed`` counts prizes that aren't delivered, ``disputed`` those of them
    whose winner objects, ``disputes`` what is open at its tables.
    """

    event: Event
    entries: int
    version: int
    owed: int
    disputed: int
    disputes: int


def sees_all(user: User) -> bool:
    """Whether an account is an organiser's."""
    return user.is_active and user.is_staff


def evenings_for(user: User) -> QuerySet[Event]:
    """The evenings an account looks after: an organiser every one, others those they host or help at."""
    if sees_all(user):
        return Event.objects.all()
    helped = EventStaff.objects.filter(user=user).values("event")
    return Event.objects.filter(Q(host=user) | Q(pk__in=helped))


def hosts_of(events: QuerySet[Event]) -> list[User]:
    """Whose evenings these are, by name."""
    found = User.objects.filter(pk__in=events.values("host"))
    return sorted(found, key=lambda user: str(user).casefold())


def series_of(events: QuerySet[Event]) -> list[Series]:
    """The series these evenings belong to, by title."""
    return list(Series.objects.filter(pk__in=events.values("series")).order_by("title", "pk"))


def narrowed(events: QuerySet[Event], asked: Filters) -> QuerySet[Event]:
    """Those that fit everything asked for."""
    wanted: dict[str, Any] = {}
    if asked.state:
        wanted["state"] = asked.state
    if asked.host is not None:
        wanted["host"] = asked.host
    if asked.series:
        wanted["series__public_id"] = asked.series
    # The day as its host's clock showed it, which is also the one that is written beside the evening.
    if asked.since is not None:
        wanted["starts_wall__gte"] = asked.since.isoformat()
    if asked.until is not None:
        wanted["starts_wall__lte"] = f"{asked.until.isoformat()}T99"
    events = events.filter(**wanted)
    if asked.undelivered:
        events = events.filter(Exists(_owed().filter(event=OuterRef("pk"))))
    if asked.disputed:
        objected = _owed().filter(event=OuterRef("pk"), state=Award.State.DISPUTED)
        at_tables = _open_disputes().filter(match__event=OuterRef("pk"))
        events = events.filter(Exists(objected) | Exists(at_tables))
    return events


def with_numbers(events: QuerySet[Event]) -> QuerySet[Any]:
    """The same evenings, the latest first, with what `line_of` reads: one query for any number of them."""
    entered = Registration.objects.filter(status=Registration.Status.REGISTERED)
    versions = Result.objects.filter(event=OuterRef("pk")).order_by().values("event")
    return (
        events.select_related("host", "series")
        .annotate(
            entered=_number(entered, "event"),
            version=Coalesce(Subquery(versions.annotate(last=Max("version")).values("last")), 0),
            owed=_number(_owed(), "event"),
            objected=_number(_owed().filter(state=Award.State.DISPUTED), "event"),
            at_tables=_number(_open_disputes(), "match__event"),
        )
        .order_by("-starts_at", "-pk")
    )


def line_of(event: Any) -> Line:
    """A row of `with_numbers` as a line."""
    return Line(event, event.entered, event.version, event.owed, event.objected, event.at_tables)


def undelivered(events: QuerySet[Event]) -> QuerySet[Award]:
    """What is still to hand over at these evenings, whoever has waited longest first."""
    return (
        _owed()
        .filter(event__in=events.order_by().values("pk"))
        .select_related("event__host", "prize", "registration")
        .order_by("awarded_at", "pk")
    )


def _owed() -> QuerySet[Award]:
    return Award.objects.filter(prize__isnull=False, state__in=Award.OWED)


def _open_disputes() -> QuerySet[Dispute]:
    return Dispute.objects.filter(ruled_at=None)


def _number(rows: QuerySet[Any], event: str) -> Coalesce:
    """How many of the rows belong to an evening, counted apart from all others."""
    mine = rows.filter(**{event: OuterRef("pk")}).order_by().values(event)
    return Coalesce(Subquery(mine.annotate(n=Count("pk")).values("n")), 0)
