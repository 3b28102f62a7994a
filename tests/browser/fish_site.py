"""manage.py for Fish or Cut Bait in browsers: seats in the order people came, dice as FALLS says.

python -m tests.browser.fish_site serve --host 127.0.0.1 --port 8000
"""

import os
import sys

from django.core.management import execute_from_command_line

from games import fair
from tests.faults.scripted_site import in_order_of_arrival

FALLS: dict[str, tuple[int, ...]] = {
    # A lucky seven.
    "r1/s0/rig/1": (1, 3, 4, 2),
    "r1/s0/fish/2": (3, 4),
    # A snag without the chip throws six fish back; with the whole rig eleven are caught.
    "r1/s1/rig/1": (1, 3, 4, 2),
    "r1/s1/fish/2": (5, 1),
    "r1/s1/fish/3": (6,),
    "r1/s1/rig/4": (1, 3, 4, 6),
    "r1/s1/fish/5": (5, 4, 2),
    # Three Poles earn the chip, which covers a snag.
    "r2/s0/rig/1": (1, 2, 1, 4),
    "r2/s0/rig/2": (3, 6),
    "r2/s0/fish/3": (6, 5, 1),
    "r2/s0/fish/4": (5, 4),
    "r2/s1/rig/1": (1, 3, 4, 2),
    "r2/s1/fish/2": (4, 4),
}
"""Sides, by the label of the throw."""
HONEST = fair.FairChance


class ToldChance(HONEST):
    """Chance that follows the script, and the seed where that says nothing."""

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        """The sides that the script has for this throw."""
        values = super().roll(label, sides, count)
        return FALLS.get(label, values)[:count]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    fair.FairChance = ToldChance  # type: ignore[misc]
    fair.draw_order = in_order_of_arrival
    execute_from_command_line(sys.argv)
