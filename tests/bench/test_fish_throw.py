"""From the tap on Roll to the roller's own dice, and to the last of two hundred spectators."""

import pytest

from tests.bench.fishing import SPECTATORS, measure
from tests.bench.rolling import Measured
from tests.bench.table import written
from tests.serving import Serving

pytestmark = [pytest.mark.bench, pytest.mark.served]


def test_throws_reach_everybody(embedded: Serving, scaled: Serving) -> None:
    """Both set-ups side by side in one run; the figures are printed and written to var/bench/fish.txt."""
    found: dict[str, Measured] = {
        "SQLite, one process": measure(embedded),
        "PostgreSQL + Redis, two processes": measure(scaled),
    }
    print(written("fish", found, SPECTATORS))
    for measured in found.values():
        assert measured.rolls > 0
        assert [len(times) for times in measured.reached] == [SPECTATORS] * measured.rolls
