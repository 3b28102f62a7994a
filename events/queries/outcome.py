"""Results of an evening: rounds with their places, and what was won."""

from dataclasses import dataclass

from events.models import Award, Event, Match, Seat


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One match that is over: everybody by place, then those without one."""

    match: Match
    placed: list[Seat]
    unplaced: list[Seat]
    awards: list[Award]


def rounds_of(event: Event) -> list[RoundResult]:
    """The evening's matches that are over, in order, with the awards that stand."""
    matches = (
        event.matches.exclude(ended_at=None)
        .select_related("round")
        .prefetch_related("seats__registration", "awards__prize", "awards__registration")
        .order_by("number")
    )
    results = []
    for match in matches:
        seats = list(match.seats.all())
        results.append(
            RoundResult(
                match,
                sorted(
                    (seat for seat in seats if seat.place),
                    key=lambda seat: (seat.place or 0, seat.number),
                ),
                [seat for seat in seats if not seat.place],
                list(match.awards.all()),
            )
        )
    return results


def awards_of(event: Event) -> list[Award]:
    """What was won: rounds in order, the main prize first."""
    awards = event.awards.select_related("prize", "registration__person", "match__round")
    return sorted(awards, key=_order)


def _order(award: Award) -> tuple[int, int]:
    """By match, in the order they were made, which is the podium's; what the host gave comes last."""
    return (award.match.number if award.match else 10_000, award.pk)
