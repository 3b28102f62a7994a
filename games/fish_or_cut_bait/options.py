"""The house rules of Fish or Cut Bait."""

from dataclasses import dataclass, field

from games.fish_or_cut_bait.dice import Faces

_LIMITS = ("turn_s", "ready_s", "deduct_s", "throw_s")
_SHORTEST_S, _LONGEST_S = 5, 600
_MOST_ROUNDS, _MOST_THROWS = 20, 50


@dataclass(frozen=True, slots=True)
class FishOptions:
    """House rules. Limits are whole seconds, 5 … 600. Raises ValueError for what can't be.

    ``throw_budget``: throws in a turn instead of a timer; 0 plays by the timer.
    """

    rounds: int = 8  # FC-1
    turn_s: int = 45  # FC-2
    ready_s: int = 20  # FC-2
    lucky_seven: bool = False  # FC-14
    deduct_s: int = 30  # FC-14
    throw_budget: int = 0  # FC-16
    throw_s: int = 60  # FC-16
    faces: Faces = field(default_factory=Faces)  # FC-3

    def __post_init__(self) -> None:
        for name in _LIMITS:
            seconds = getattr(self, name)
            if type(seconds) is not int or not _SHORTEST_S <= seconds <= _LONGEST_S:
                raise ValueError(
                    f"{name} must be a whole number of seconds from {_SHORTEST_S} to {_LONGEST_S}."
                )
        if type(self.rounds) is not int or not 1 <= self.rounds <= _MOST_ROUNDS:
            raise ValueError(f"rounds must be a whole number from 1 to {_MOST_ROUNDS}.")
        if type(self.throw_budget) is not int or not 0 <= self.throw_budget <= _MOST_THROWS:
            raise ValueError(f"throw_budget must be a whole number from 0 to {_MOST_THROWS}.")
        if not isinstance(self.lucky_seven, bool):
            raise ValueError("lucky_seven must be on or off.")
        if not isinstance(self.faces, Faces):
            raise ValueError("faces must be the faces of the dice.")
