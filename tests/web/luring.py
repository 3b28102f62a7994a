"""A table of Lure whose fish, lures and dice fall as a test says."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from events.live import fragments
from events.models import Match
from games import fair
from games.kernel import Host, Player
from games.lure.commands import Cast, Deal
from tests.events.playing import do, forget_everything
from tests.web.tables import Seated, seated

HONEST = fair.FairChance
AUDIENCES = [("live", "public"), ("host", "host"), ("screen", "public")]
"""Those who only watch."""
PATIENT = {"cast_s": 600, "adjust_s": 600}
"""House rules under which no clock runs out on a slow machine."""


@dataclass
class Script:
    """``fish`` and ``lures``: by their numbers, in the order they come; ``dice`` by the label of the roll.

    What it doesn't say comes from the seed.
    """

    fish: list[int] = field(default_factory=list)
    lures: list[int] = field(default_factory=list)
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)


def follow(monkeypatch: pytest.MonkeyPatch, script: Script) -> None:
    """From now on chance keeps to the script."""

    class Told(HONEST):
        def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
            return script.dice.get(label, super().roll(label, sides, count))

        def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
            kind, _, number = label.partition("/")
            known = script.fish if kind == "fish" else script.lures
            at = int(number) - 1
            fallen = super().pick(label, n, count)
            if at >= len(known):
                return fallen
            return (known[at] - sum(one < known[at] for one in known[:at]),)

    monkeypatch.setattr(fair, "FairChance", Told)


def dealt(count: int = 3, **plan: Any) -> Seated:
    """A table at which the first fish are face up."""
    forget_everything()
    plan["options"] = PATIENT | plan.get("options", {})
    table = seated(count, game="lure", **plan)
    do(table.match, Host(), Deal())
    return table


def cast(
    match: Match,
    seat: int,
    d6: int = 0,
    *specials: int,
    lures: tuple[int, ...] = (),
    command_id: str | None = None,
) -> None:
    """A seat casts so many six-sided dice, these special ones and these lures."""
    do(match, Player(seat), Cast(d6, specials, lures), command_id=command_id)


def html(match: Match, surface: str, audience: str) -> dict[str, str]:
    """What an audience's page holds, by fragment."""
    return dict(fragments.render(match.topic, surface, audience).html)
