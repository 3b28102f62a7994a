"""The seven dice: their faces as data, and what a rig of them is worth."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

RigFace = Literal["pole", "lure", "bobber", "boat"]
Colour = Literal["red", "white", "blue"]
Fish = int | Literal["snag"]
"""What a fish die shows: a number of fish, or a snag."""
Rigged = Literal["none", "partial", "full"]

SNAG: Literal["snag"] = "snag"
SIDES = 6
RIG_DICE = (0, 1, 2, 3)
COLOURS: tuple[Colour, ...] = get_args(Colour)
FISHABLE: dict[Rigged, tuple[Colour, ...]] = {
    "none": (),
    "partial": ("red", "white"),
    "full": COLOURS,
}
"""The fish dice that may be rolled with each rig (FC-7)."""

_PARTS = frozenset({"pole", "lure", "bobber"})
_MOST_FISH = 20


@dataclass(frozen=True, slots=True)
class Faces:
    """What is on the dice, by side 1 … 6 (FC-3): four rig dice alike, three fish dice alike.

    Raises ValueError for dice that can't be played with.
    """

    rig: tuple[RigFace, ...] = ("pole", "pole", "lure", "bobber", "bobber", "boat")
    fish: tuple[Fish, ...] = (1, 2, 3, 4, 5, SNAG)

    def __post_init__(self) -> None:
        if len(self.rig) != SIDES or len(self.fish) != SIDES:
            raise ValueError("A die has six faces.")
        if not set(get_args(RigFace)) >= set(self.rig) >= _PARTS:
            raise ValueError("A rig die needs a Pole, a Lure and a Bobber, and has a Boat besides.")
        numbers = [face for face in self.fish if face != SNAG]
        if not numbers or any(type(n) is not int or not 0 <= n <= _MOST_FISH for n in numbers):
            raise ValueError("A fish die shows numbers from 0 to 20, or a snag.")

    @property
    def snags(self) -> int:
        """How many of a fish die's six faces are snags."""
        return self.fish.count(SNAG)


def rigged(rig: tuple[RigFace, ...] | None) -> Rigged:
    """How far the rig is (FC-5)."""
    showing = set(rig or ())
    if not showing >= _PARTS:
        return "none"
    return "full" if "boat" in showing else "partial"


def has_three_alike(rig: tuple[RigFace, ...]) -> bool:
    """Whether this rig earns the snag-free chip (FC-6)."""
    return max(Counter(rig).values()) >= 3


def fish_on(faces: Iterable[Fish | None]) -> int:
    """The fish that dice show: a snag and a die never rolled count 0 (FC-8, FC-10)."""
    return sum(face for face in faces if isinstance(face, int))
