"""Where dice come from. Games only see the protocol; production draws through ``games.fair``."""

from typing import Protocol


class Chance(Protocol):
    """A source of chance. A label says what is rolled by its meaning (``host/3``) and is unique in a match."""

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        """``count`` faces, each 1 … ``sides``."""

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        """``count`` distinct indices below ``n``, in the order they were picked."""

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        """The indices 0 … ``n``-1 in a random order."""
