"""The exact chance that a cast has for each fish, before anybody adjusts."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from games.lure.cards import Fish, can_catch

Chances = tuple[tuple[str, int], ...]
"""Each fish by name, with the chance in whole percent."""


@cache
def chances_of(
    fish: tuple[Fish, ...], d6: int, specials: tuple[int, ...], extras: tuple[int, ...]
) -> Chances:
    """The chance of each of these fish with so many d6, these special dice and these extra dice.

    Lures that adjust are left out, and so is that others may be quicker or lower.
    """
    ways = [0] * len(fish)
    total = 0
    for faces, count in falls(d6, specials):
        total += count
        shown = (*faces, *extras)
        for number, one in enumerate(fish):
            ways[number] += count * can_catch(one, shown)
    return tuple((one.name, round(100 * way / total)) for one, way in zip(fish, ways, strict=True))


def falls(d6: int, specials: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """What such dice can show, the d6 in no order, and in how many ways."""
    for six in combinations_with_replacement(range(1, 7), d6):
        ways = factorial(d6) // prod(factorial(n) for n in Counter(six).values())
        for special in product(*(range(1, sides + 1) for sides in specials)):
            yield (*six, *special), ways
