"""Good play with a counted number of throws: what each choice is worth, worked out backwards.

The value of a position is the catch to be expected from it when every later choice is the best one.
Dice of a kind are alike, so only what shows counts, not on which die. A value for ten throws takes
about a second to work out and is kept.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeVar

from games.fish_or_cut_bait.commands import RollFish, RollRig, Stop
from games.fish_or_cut_bait.dice import (
    FISHABLE,
    RIG_DICE,
    SIDES,
    SNAG,
    Faces,
    Fish,
    RigFace,
    fish_on,
    has_three_alike,
    rigged,
)
from games.fish_or_cut_bait.view import FishView
from games.kernel import Command

Rig = tuple[RigFace, ...]
Caught = tuple[int, ...]
"""What the fish dice show, sorted; 0 for a snag or a die never rolled."""

F = TypeVar("F")

MOST_THROWS = 12
"""Beyond so many throws a turn is planned as if there were so many: choices hardly differ."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Good play with dice of these faces."""

    faces: Faces

    def best(self, view: FishView, throws: int) -> Command:
        """The best command for the roller in a turn that goes on, with so many throws left."""
        left = min(throws, MOST_THROWS)
        choices = {Stop(): float(view.catch), **self._fishing(view, left)}
        if view.phase == "rigging":
            choices |= self._rigging(view, left)
        return max(choices, key=lambda command: choices[command])

    def _rigging(self, view: FishView, left: int) -> dict[Command, float]:
        if left == 0:
            return {}
        if view.rig is None:
            return {RollRig(RIG_DICE): _rig_roll(self.faces, left, (), view.chip)}
        rig = view.rig
        return {
            RollRig(dice): _rig_roll(
                self.faces, left, tuple(rig[die] for die in RIG_DICE if die not in dice), view.chip
            )
            for count in range(1, len(RIG_DICE) + 1)
            for dice in combinations(RIG_DICE, count)
        }

    def _fishing(self, view: FishView, left: int) -> dict[Command, float]:
        if left == 0:
            return {}
        shown = dict(zip(FISHABLE["full"], view.fish, strict=True))
        return {
            RollFish(dice): _fish_roll(
                self.faces,
                left,
                tuple(fish_on([shown[colour]]) for colour in view.fishable if colour not in dice),
                len(dice),
                view.chip,
            )
            for count in range(1, len(view.fishable) + 1)
            for dice in combinations(view.fishable, count)
        }


@cache
def turn_value(faces: Faces, throws: int) -> float:
    """The catch to be expected of a turn of so many throws, played well."""
    return _rig_roll(faces, throws, (), False) if throws else 0.0


@cache
def _rig_value(faces: Faces, throws: int, rig: Rig, chip: bool) -> float:
    """What a rig is worth before its next throw."""
    ready = rigged(rig)
    best = _fish_value(faces, throws, (0,) * len(FISHABLE[ready]), chip) if ready != "none" else 0.0
    if throws:
        for count in range(1, len(rig) + 1):
            for rolled in combinations(range(len(rig)), count):
                kept = tuple(face for die, face in enumerate(rig) if die not in rolled)
                best = max(best, _rig_roll(faces, throws, kept, chip))
    return best


@cache
def _rig_roll(faces: Faces, throws: int, kept: Rig, chip: bool) -> float:
    """What rolling all rig dice but the kept ones is worth; none kept also after a snag."""
    total = 0.0
    for fallen, chance in _rig_falls(faces, len(RIG_DICE) - len(kept)):
        rig = tuple(sorted((*kept, *fallen)))
        total += chance * _rig_value(faces, throws - 1, rig, chip or has_three_alike(rig))
    return total


@cache
def _fish_value(faces: Faces, throws: int, caught: Caught, chip: bool) -> float:
    """What fish dice are worth before their next throw; stopping is one of the choices."""
    best = float(sum(caught))
    if throws:
        for count in range(1, len(caught) + 1):
            for kept in set(combinations(caught, len(caught) - count)):
                best = max(best, _fish_roll(faces, throws, kept, count, chip))
    return best


@cache
def _fish_roll(faces: Faces, throws: int, kept: Caught, count: int, chip: bool) -> float:
    """What rolling so many fish dice is worth while the others keep their fish."""
    total = 0.0
    for fallen, chance in _fish_falls(faces, count):
        if SNAG in fallen and not chip:
            after = _rig_roll(faces, throws - 1, (), False) if throws > 1 else 0.0
        else:
            caught = tuple(sorted((*kept, *(fish_on([face]) for face in fallen))))
            after = _fish_value(faces, throws - 1, caught, chip)
        total += chance * after
    return total


@cache
def _rig_falls(faces: Faces, count: int) -> tuple[tuple[Rig, float], ...]:
    return tuple(_falls(faces.rig, count))


@cache
def _fish_falls(faces: Faces, count: int) -> tuple[tuple[tuple[Fish, ...], float], ...]:
    return tuple(_falls(faces.fish, count))


def _falls(die: Sequence[F], count: int) -> Iterator[tuple[tuple[F, ...], float]]:
    """What so many dice can show together, each way once, with its chance."""
    sides = Counter(die)
    for fallen in combinations_with_replacement(sides, count):
        orders = factorial(count) // prod(factorial(n) for n in Counter(fallen).values())
        yield fallen, orders * prod(sides[face] for face in fallen) / SIDES**count
