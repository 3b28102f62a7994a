"""The house rules of Lure, the cards among them."""

from dataclasses import dataclass

from games.lure.cards import DECK, LURES, Fish, Lure

_SHORTEST_S, _LONGEST_S = 5, 600
_FEWEST_FISH, _MOST_FISH, _MOST_LURES = 12, 100, 100


@dataclass(frozen=True, slots=True)
class LureOptions:
    """House rules. Limits are whole seconds, 5 … 600. Raises ValueError for what can't be.

    ``learning``: players see the chance that their cast has for each fish.
    """

    cast_s: int = 60  # LU-6
    adjust_s: int = 30  # LU-8
    learning: bool = False
    deck: tuple[Fish, ...] = DECK  # LU-3
    lures: tuple[Lure, ...] = LURES  # LU-2

    def __post_init__(self) -> None:
        for name in ("cast_s", "adjust_s"):
            seconds = getattr(self, name)
            if type(seconds) is not int or not _SHORTEST_S <= seconds <= _LONGEST_S:
                raise ValueError(
                    f"{name} must be a whole number of seconds from {_SHORTEST_S} to {_LONGEST_S}."
                )
        if not isinstance(self.learning, bool):
            raise ValueError("learning must be on or off.")
        if not _FEWEST_FISH <= len(self.deck) <= _MOST_FISH:
            raise ValueError(f"A deck has {_FEWEST_FISH} to {_MOST_FISH} fish.")
        if len(self.lures) > _MOST_LURES:
            raise ValueError(f"There are at most {_MOST_LURES} lures.")
