"""Who sits where at a match, and what is played there: fixed when the match is made, so read once a process."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import connection

from events.models import Match
from events.queries.keeping import Kept
from games.kernel import Seat

KEPT_MATCHES = 256
_kept: Kept[tuple[str, str], "Seating"] = Kept(KEPT_MATCHES)


@dataclass(frozen=True, slots=True)
class Seating:
    """A match's game, and each person's seat by the primary key of the person."""

    game: str
    seats: Mapping[int, Seat]


def seating_of(event_id: str, match_id: str) -> Seating | None:
    """Of the match with these public ids; None where there is no such match at that evening."""
    known = _kept.get((event_id, match_id))
    if known is not None:
        return known
    match = Match.objects.filter(public_id=match_id, event__public_id=event_id).first()
    if match is None:
        return None
    seats = match.seats.values_list("registration__person", "number")
    found = Seating(
        match.game, dict(seats.order_by("-number"))
    )  # whoever has two sits in the first
    if not connection.in_atomic_block:  # what is read in a transaction may be undone with it
        _kept.put((event_id, match_id), found)
    return found
