"""The heading of a match that is over, for every game that ranks its players by points."""

from collections.abc import Callable, Mapping, Sequence

from games.kernel import Seat
from games.line import Headline, Line, Name, Names, Value, other, you


def podium(
    places: Sequence[tuple[Seat, ...]],
    seat: Seat | None,
    texts: Mapping[str, str],
    points: Callable[[Seat], Line],
) -> Headline:
    """What the end says to a seat, or to those without one.

    ``places``: best first, those with equal points together. ``texts``: the game's sentences ``over.…``.
    ``points``: the sentence on what a seat has at the end.
    """

    def said(key: str, **values: Value) -> Line:
        return Line(texts[f"over.{key}"], tuple(values.items()))

    first = places[0]
    alone = len(first) == 1
    if alone and seat == first[0]:
        return you(said("won.you"), points(seat))
    place = _place(places, seat)
    if seat is not None and place > 1:
        winner = (
            said("first", who=Name(first[0])) if alone else said("first.shared", names=Names(first))
        )
        return other(said("place.you", place=place), points(seat), winner)
    title = said("won", who=Name(first[0])) if alone else said("shared", names=Names(first))
    return other(title, points(first[0]))


def _place(places: Sequence[tuple[Seat, ...]], seat: Seat | None) -> int:
    """The seat's place, from 1: one more than there are before it. 0 for whoever has none."""
    before = 0
    for group in places:
        if seat in group:
            return before + 1
        before += len(group)
    return 0
