"""What every table refuses, whatever the game."""

from typing import Any

from games.kernel import IllegalMove, Seat
from games.table_state import TableState, seated

LONGEST_REASON = 200


def must_be_seated(state: TableState[Any], seat: Seat) -> None:
    """Raises IllegalMove for a seat that isn't in this match, or not any more."""
    if not 0 <= seat < state.seats:
        raise IllegalMove("no-such-seat", "This match has no such seat.")
    if not seated(state, seat):
        raise IllegalMove("withdrawn", "This player has left the match.")


def must_run(state: TableState[Any]) -> None:
    """Raises IllegalMove before the start and during a pause."""
    if not state.started:
        raise IllegalMove("not-started", "Start the match first.")
    if state.paused:
        raise IllegalMove("paused", "The match is paused: wait until the host resumes it.")


def checked_reason(given: str, *, needed: bool) -> str:
    """The reason without blanks round it. Raises IllegalMove for none, or more than a line."""
    reason = given.strip()
    if needed and not reason:
        raise IllegalMove("no-reason", "Give a reason: it is shown to everybody.")
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        raise IllegalMove("bad-reason", "Keep the reason to one line of 200 characters.")
    return reason
