"""How dice fell, as numbers that can be said in words. Nothing is derived from these; they may be fractions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

FEWEST_A_FACE = 5
"""Fewer expected a face, and chi-square says nothing (Cochran's rule)."""
_STEPS, _EXACT = 10_000, 1e-15


@dataclass(frozen=True, slots=True)
class Evenness:
    """How evenly faces fell: the ``counts`` of 1, 2, … and how often honest dice fall as unevenly (``share``)."""

    counts: tuple[int, ...]
    chi2: float
    share: float

    @property
    def count(self) -> int:
        """How many dice there were."""
        return sum(self.counts)

    @property
    def is_enough(self) -> bool:
        """Whether there were enough for the share to mean something."""
        return self.count >= FEWEST_A_FACE * len(self.counts)


@dataclass(frozen=True, slots=True)
class Run:
    """The same face again and again: ``length`` times from the ``start``-th die on, counted from 0."""

    face: int
    length: int
    start: int


def evenness(counts: Sequence[int]) -> Evenness:
    """Pearson's chi-square of these counts against faces that are all as likely; two faces or more."""
    total, faces = sum(counts), len(counts)
    if faces < 2:
        raise ValueError("a die with one face is always even")
    if not total:
        return Evenness(tuple(counts), 0.0, 1.0)
    expected = total / faces
    chi2 = sum((count - expected) ** 2 for count in counts) / expected
    return Evenness(tuple(counts), chi2, chi_square_share(chi2, faces - 1))


def chi_square_share(chi2: float, freedom: int) -> float:
    """How likely chi-square with so many degrees of freedom is at least this large: its p value.

    The regularised upper incomplete gamma function of half of each, by its series below the middle and by Lentz's
    continued fraction above it (Abramowitz and Stegun 6.5.29, 6.5.31).
    """
    if chi2 < 0 or freedom < 1:
        raise ValueError("chi-square is never negative, and has a degree of freedom")
    if chi2 == 0:
        return 1.0
    a, x = freedom / 2, chi2 / 2
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    share = 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)
    return min(1.0, max(0.0, share))


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        total += term
        if term < total * _EXACT:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = math.inf, 1 / b
    total = d
    for step in range(1, _STEPS):
        factor = step * (a - step)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        total *= c * d
        if abs(c * d - 1) < _EXACT:
            break
    return total


def longest_run(faces: Sequence[int]) -> Run | None:
    """The longest run, the first of several; None without a die."""
    longest, start = None, 0
    for face, same in groupby(faces):
        length = sum(1 for _face in same)
        if longest is None or length > longest.length:
            longest = Run(face, length, start)
        start += length
    return longest


def run_share(length: int, dice: int, sides: int) -> float:
    """How likely so many honest dice hold a run of at least this length, of any face.

    ``f(n)``, the chance of none in ``n`` dice, is ``f(n-1) - (1-q) q^(length-1) f(n-length)`` with ``q = 1/sides``:
    a first run that is whole with the ``n``-th die begins after a change of face.
    """
    if length <= 1:
        return 1.0 if dice >= length else 0.0
    if dice < length:
        return 0.0
    whole = (1 / sides) ** (length - 1)
    begins = (1 - 1 / sides) * whole
    none = [1.0] * length + [1 - whole]
    for n in range(length + 1, dice + 1):
        none.append(none[n - 1] - begins * none[n - length])
    return min(1.0, max(0.0, 1 - none[dice]))
