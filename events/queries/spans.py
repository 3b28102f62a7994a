"""How long something takes: a mean and how far it spreads."""

from dataclasses import dataclass
from math import sqrt

RARELY = 1.28
"""Standard deviations above the mean that nine evenings of ten stay under (90 %)."""


@dataclass(frozen=True, slots=True)
class Span:
    """How long something takes, in seconds: on average, and its variance in s²."""

    mean: float = 0.0
    variance: float = 0.0

    def __add__(self, other: "Span") -> "Span":
        return Span(self.mean + other.mean, self.variance + other.variance)

    def part(self, share: float) -> "Span":
        """What is left of it when this share, 0 to 1, is still to come."""
        return Span(self.mean * share, self.variance * share)

    @property
    def minutes(self) -> int:
        """The whole minutes it takes, one at least."""
        return max(1, round(self.mean / 60))

    @property
    def rarely(self) -> int:
        """The minutes it stays under nine times of ten, never fewer than it takes."""
        return max(self.minutes, round((self.mean + RARELY * sqrt(self.variance)) / 60))
