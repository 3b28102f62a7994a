"""The house rules of Angler & Fish, the cards among them."""

from dataclasses import dataclass

_LIMITS = ("bait_s", "stake_s")
_SHORTEST_S, _LONGEST_S = 5, 600
_FEWEST_CARDS, _MOST_CARDS, _HIGHEST, _MOST_FISH = 2, 10, 20, 20


@dataclass(frozen=True, slots=True)
class AnglerOptions:
    """House rules. Limits are whole seconds, 5 … 600. Raises ValueError for what can't be.

    ``baits``: the values of the bait cards. ``bites`` and ``no_bites``: the angler cards; there are as
    many of both together as baits.
    """

    baits: tuple[int, ...] = (2, 2, 3, 4, 5)  # AF-2
    bites: int = 2  # AF-2
    no_bites: int = 3  # AF-2
    fish: int = 4  # AF-2
    bait_s: int = 45  # AF-3
    stake_s: int = 20  # AF-4

    def __post_init__(self) -> None:
        for name in _LIMITS:
            seconds = getattr(self, name)
            if type(seconds) is not int or not _SHORTEST_S <= seconds <= _LONGEST_S:
                raise ValueError(
                    f"{name} must be a whole number of seconds from {_SHORTEST_S} to {_LONGEST_S}."
                )
        if not _FEWEST_CARDS <= len(self.baits) <= _MOST_CARDS:
            raise ValueError(f"baits must be {_FEWEST_CARDS} to {_MOST_CARDS} values.")
        if any(type(value) is not int or not 1 <= value <= _HIGHEST for value in self.baits):
            raise ValueError(f"baits must be whole numbers from 1 to {_HIGHEST}.")
        for name in ("bites", "no_bites"):
            count = getattr(self, name)
            if type(count) is not int or count < 0:
                raise ValueError(f"{name} must be a whole number, 0 or more.")
        if self.bites < 1 or self.bites + self.no_bites != len(self.baits):  # AF-5
            raise ValueError(
                "bites and no_bites must be as many cards as baits, one bite at least."
            )
        if type(self.fish) is not int or not 1 <= self.fish <= _MOST_FISH:
            raise ValueError(f"fish must be a whole number from 1 to {_MOST_FISH}.")
