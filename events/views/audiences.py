"""As which audience somebody is shown an evening and its matches, on each surface."""

from events.models import Event, Match
from events.views.access import Visitor


def evening_audience(event: Event, who: Visitor, surface: str) -> str:
    """As whom somebody is shown an evening on this surface."""
    if surface == "host":
        return "host"
    entered = who.person is not None and event.registrations.filter(person=who.person).exists()
    if who.person is None or not entered or surface == "screen":
        return "public"
    return f"person/{who.person.public_id}"


def match_audience(match: Match, who: Visitor, surface: str) -> str:
    """As whom somebody is shown a match on this surface."""
    if surface == "host":
        return "host"
    if who.person is None or surface == "screen":
        return "public"
    seat = match.seats.filter(registration__person=who.person).first()
    return "public" if seat is None else f"seat/{seat.number}"
