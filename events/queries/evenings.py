"""Finding evenings, and what is still missing from one."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Event, Seed, User
from events.queries import programme

LONG_AGO = timedelta(hours=12)


def by_public_id(public_id: str) -> Event | None:
    """The event of an address."""
    return Event.objects.filter(public_id=public_id).select_related("host").first()


def by_pin(pin: str) -> Event | None:
    """The event of a PIN read off a screen; spaces don't count. A draft isn't found."""
    digits = "".join(pin.split())
    if len(digits) != 6 or not (digits.isascii() and digits.isdigit()):
        return None
    return Event.objects.exclude(state=Event.State.DRAFT).filter(pin=digits).first()


def run_by(user: User) -> QuerySet[Event]:
    """The evenings an account hosts or helps at, the latest first."""
    return (
        Event.objects.filter(Q(host=user) | Q(staff__user=user)).distinct().order_by("-starts_at")
    )


def upcoming(now: datetime) -> QuerySet[Event]:
    """Published evenings that are still to come or going on, the next first; no rehearsals."""
    going_on = [Event.State.PUBLISHED, Event.State.CLOSED, Event.State.RUNNING]
    return Event.objects.filter(
        state__in=going_on, rehearsal=False, starts_at__gt=now - LONG_AGO
    ).order_by("starts_at")


def is_open(event: Event, now: datetime) -> bool:
    """Whether registration is open at that instant of the database's clock (EV-1)."""
    return event.state == Event.State.PUBLISHED and event.opens_at <= now < event.closes_at


def can_replan(event: Event, now: datetime) -> bool:
    """Whether everything of its plan can still change: until registration opens, when people begin to count on it."""
    return event.state == Event.State.DRAFT or (
        event.state == Event.State.PUBLISHED and now < event.opens_at
    )


def seals(event: Event) -> list[Seed]:
    """The commitments, in the order in which their list was hashed: draws, then matches."""
    order: list[str] = [Seed.Purpose.DRAW, Seed.Purpose.GAME]
    return sorted(event.seeds.all(), key=lambda seed: (order.index(seed.purpose), seed.number))


@dataclass(frozen=True, slots=True)
class Ready:
    """One line of the readiness list. What ``blocks`` must be mended before publishing."""

    key: str
    is_done: bool
    text: str | Promise
    blocks: bool = False


def readiness(event: Event, now: datetime) -> list[Ready]:
    """What a host should look at before publishing, in the order of the form."""
    prizes = list(event.prizes.values_list("round", "place"))
    wanted = {
        (round_, str(place))
        for round_, places in programme.prize_slots(event.format, event.rounds)
        for place in places
    }
    lines = [
        Ready(
            "start",
            event.starts_at > now,
            _("The start is still to come."),
            blocks=True,
        ),
        Ready(
            "closing",
            event.closes_at > max(now, event.opens_at),
            _("Registration opens before it closes, and closes in the future."),
            blocks=True,
        ),
        Ready("host-name", bool(event.host.name), _("Players can read your name.")),
        Ready("welcome", bool(event.welcome), _("A welcome line greets people.")),
    ]
    if event.rehearsal:
        lines.append(Ready("rehearsal", True, _("A rehearsal: nothing can be won.")))
    else:
        text = (
            _("Every round has both its prizes.")
            if event.format == Event.Format.PRIZE_EVERY_ROUND
            else _("First, second and third have a prize, and there are door prizes.")
        )
        lines.append(Ready("prizes", wanted <= set(prizes), text))
        lines.append(
            Ready(
                "one-entry",
                event.entry_mode != Event.EntryMode.OPEN or not prizes,
                _("With prizes, a code or a verified address keeps people to one entry each."),
            )
        )
    return lines
