"""The bars of a die's faces, as numbers that a drawing is made from: one unit is one pixel of its box."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

_BASE, _TALLEST = 134, 110
_WIDE, _NARROW, _MANY = 56, 40, 10
_GAP = 16
PIPPED = 6
"""Sides of the one die whose faces are drawn with pips."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One face: how often it fell, and where its bar stands. ``icon`` names its pips, where there are any."""

    face: int
    count: int
    x: int
    y: float
    width: int
    height: float
    icon: str

    @property
    def middle(self) -> float:
        """Where numbers are centred."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of so many units: its bars, the height of the line that all should reach, and all of it in words."""

    width: int
    height: int
    bars: tuple[Bar, ...]
    expected: str
    expected_y: float
    words: str


def chart(counts: Sequence[int]) -> Chart:
    """How often each of the faces 1, 2, … fell, the highest bar as tall as there is room."""
    expected = sum(counts) / len(counts)
    unit = _TALLEST / max(*counts, expected, 1)
    step = _WIDE if len(counts) <= _MANY else _NARROW
    bars = tuple(
        Bar(
            face=place + 1,
            count=count,
            x=step * place + _GAP // 2,
            y=round(_BASE - unit * count, 1),
            width=step - _GAP,
            height=round(unit * count, 1),
            icon=f"i-f{place + 1}" if len(counts) == PIPPED else "",
        )
        for place, count in enumerate(counts)
    )
    said = f"{expected:.1f}".removesuffix(".0")
    return Chart(
        width=step * len(counts),
        height=_BASE + 36,
        bars=bars,
        expected=said,
        expected_y=round(_BASE - unit * expected, 1),
        words=_("Dice by number: %(counts)s. Expected: %(expected)s each.")
        % {
            "counts": "; ".join(
                _("%(face)s, %(count)s times") % {"face": bar.face, "count": bar.count}
                for bar in bars
            ),
            "expected": said,
        },
    )
