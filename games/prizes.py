"""Which place takes which prize, in games whose rules name no prizes of their own (EV-3, EV-4, EV-9).

A tie shares a place, never a prize: of the prizes for the places that a tie covers, whoever was drawn earlier takes the
better one. Seats are numbered in the order drawn, by lot and in public, so nobody chooses.
"""

from collections.abc import Mapping, Sequence

from games.kernel import Outcome, Seat

BY_PLACE = ("main", "door")
"""What a round or a heat decides: first place, second place."""
IN_A_FINAL = ("first", "second", "third", "door")
"""What a final decides: the podium, and the best placed beside it."""


def prizes_of(outcome: Outcome, *, is_final: bool) -> Mapping[str, Sequence[Seat]]:
    """Who takes each prize: as the game's own rules say, else by place. What finds nobody is left out."""
    if outcome.prizes:
        return outcome.prizes
    names = IN_A_FINAL if is_final else BY_PLACE
    return {name: (seat,) for name, seat in zip(names, ranked(outcome), strict=False)}


def ranked(outcome: Outcome) -> tuple[Seat, ...]:
    """Everybody with a place, the best first; equal ones in the order they were drawn."""
    return tuple(seat for group in outcome.places for seat in sorted(group))
