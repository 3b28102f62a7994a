"""manage.py for the two-world test: dice and draws fall by one script, whatever seeds are in store.

    python -m tests.faults.scripted_site serve --host 127.0.0.1 --port 8000

Names are drawn in the order they came; dice come from one fixed seed and each die's own label, unless
``SCRIPTED_FALLS`` tells them: JSON of label to values.
"""

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from django.core.management import execute_from_command_line

from games import fair

HONEST = fair.FairChance
FALLS: dict[str, list[int]] = json.loads(os.environ.get("SCRIPTED_FALLS", "{}"))


class ScriptedFairChance(HONEST):
    """Chance that knows neither this match's seed nor its line-up."""

    def __init__(self, seed: bytes, scope: str, lineup: str, attempts: Any = None) -> None:
        super().__init__(b"d" * 32, "scripted", "scripted", attempts)

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        fallen = super().roll(label, sides, count)
        return tuple(FALLS.get(label, fallen))

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        fallen = super().pick(label, n, count)
        return tuple(FALLS.get(label, fallen))


def in_order_of_arrival(
    seed: bytes, event: str, draw: int, root: str, entropy: str, registrations: Iterable[str]
) -> list[str]:
    from events.models import Registration  # noqa: PLC0415 models can be had only once the site is set up

    listed = list(registrations)
    came = dict(Registration.objects.filter(reg__in=listed).values_list("reg", "number"))
    return sorted(listed, key=came.__getitem__)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    fair.FairChance = ScriptedFairChance  # type: ignore[misc]
    fair.draw_order = in_order_of_arrival
    execute_from_command_line(sys.argv)
