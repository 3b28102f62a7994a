"""How often each fault is tried: a few times by day, often by night, more with ``ROUNDS``; and from which seed."""

import os
from typing import Any

import pytest

ROUNDS = float(os.environ.get("ROUNDS", "1"))
"""What the counts of the night are multiplied by."""


def by_night(count: int, *beside: Any) -> Any:
    """A parameter of the night: so many times, and what else the test takes, before the count."""
    return pytest.param(*beside, max(1, round(count * ROUNDS)), marks=pytest.mark.night)
