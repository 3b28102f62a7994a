"""From the click on Roll to the roller's own screen, and to the last of a hundred spectators."""

import pytest

from tests.bench.rolling import SPECTATORS, Measured, measure
from tests.bench.table import written
from tests.serving import Serving

pytestmark = [pytest.mark.bench, pytest.mark.served]


def test_rolls_reach_everybody(embedded: Serving, scaled: Serving) -> None:
    """Both set-ups side by side in one run; the figures are printed and written to var/bench/roll.txt."""
    found: dict[str, Measured] = {
        "SQLite, one process": measure(embedded),
        "PostgreSQL + Redis, two processes": measure(scaled),
    }
    print(written("roll", found))
    for measured in found.values():
        assert measured.rolls > 0
        assert [len(times) for times in measured.reached] == [SPECTATORS] * measured.rolls
