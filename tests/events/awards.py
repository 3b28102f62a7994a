"""Evenings played to their end with prizes, and the steps of their awards."""

from typing import Any

from events.domain import evenings, prizes, rulings
from events.domain.evenings import PrizeLine
from events.models import Award, Event, Match, Person, Registration
from tests.events.factories import by, new_id
from tests.events.playing import answer_all, committed, draw, drawn_event, play_to_end, seated_match

ROUND = (PrizeLine(1, "main", "A rod", "Anna"), PrizeLine(1, "door", "A hook", ""))
PODIUM = (
    PrizeLine(0, "first", "A boat", "Ida"),
    PrizeLine(0, "second", "A rod", "Anna"),
    PrizeLine(0, "third", "A reel"),
    PrizeLine(0, "door", "A hook"),
)
CUSTOM = PrizeLine(0, "custom", "A mug", "Otto", label="Best story")


def played_round(count: int = 4, **changes: Any) -> Match:
    """A round of Live Bait that is over, with a main and a door prize."""
    return play_to_end(seated_match(count, **({"prizes": ROUND} | changes)))


def played_knockout(count: int = 8, **changes: Any) -> Match:
    """A KnockOut that is over, with all its prizes."""
    event = drawn_event(count, **({"prizes": PODIUM, "format": "knockout"} | changes))
    match = event.matches.select_related("event", "round").get()
    return play_to_end(match)


def play_next(event: Event) -> Match:
    """Draw the next round, let everybody answer, and play it."""
    draw(event)
    return play_to_end(answer_all(event))


def finish(event: Event) -> Event:
    with committed():
        ended = evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id())
    event.refresh_from_db()
    return ended


def award(match: Match, place: str) -> Award:
    """The award of a place that stands or has no successor, the newest."""
    rows = Award.objects.select_related("registration__person", "prize", "match", "event")
    return rows.filter(match=match, place=place, successor=None).latest("pk")


def claim(won: Award, person: Person | None = None, **more: Any) -> None:
    request: dict[str, Any] = {"award_id": won.pk, "person": person or won.registration.person}
    with committed():
        prizes.claim_award(event_id=won.event.public_id, command_id=new_id(), **(request | more))
    won.refresh_from_db()


def deliver(won: Award) -> None:
    with committed():
        prizes.deliver_award(
            event_id=won.event.public_id, by=by(won.event), award_id=won.pk, command_id=new_id()
        )
    won.refresh_from_db()


def rule(event: Event, kind: str, reason: str = "played twice", **target: Any) -> None:
    with committed():
        rulings.ruling(
            event_id=event.public_id,
            by=by(event),
            kind=kind,
            reason=reason,
            command_id=new_id(),
            **target,
        )
    event.refresh_from_db()


def entry_at(match: Match, place: int) -> Registration:
    """Who came to this place."""
    return match.seats.select_related("registration__person").get(place=place).registration


def kinds(event: Event) -> list[str]:
    return list(event.ledger.order_by("seq").values_list("kind", flat=True))
