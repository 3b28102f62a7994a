"""A table of Fish or Cut Bait whose players each have a browser, with dice that fall as a test says."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from games import fair
from games.kernel import Host, Player
from tests.events.playing import state, ticket
from tests.web.tables import Seated, seated

KEY = "fish-or-cut-bait"
POLE, LURE, BOBBER, BOAT = 1, 3, 4, 6
"""Sides of a rig die."""
SNAG = 6
"""The side of a fish die that is none."""
RIG, FULL, ALIKE = (POLE, LURE, BOBBER, POLE), (POLE, LURE, BOBBER, BOAT), (POLE, 2, POLE, BOBBER)


class Dice:
    """What falls, by the label of the throw; what isn't said falls as the seed has it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.falls: dict[str, tuple[int, ...]] = {}
        honest, falls = fair.FairChance, self.falls

        class Told(honest):  # type: ignore[valid-type,misc]
            def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
                values = super().roll(label, sides, count)
                return falls.get(label, values)[:count]

        monkeypatch.setattr(fair, "FairChance", Told)


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Dice:
    return Dice(monkeypatch)


def fishing_table(count: int = 3, **options: Any) -> Seated:
    """An evening whose match of Fish or Cut Bait has begun."""
    return seated(count, game=KEY, options=options)


def act(table: Seated, seat: int, name: str, **fields: Any) -> HttpResponse:
    """A command from the page of this seat; ``seat`` -1 is the host's console."""
    client = table.host if seat < 0 else table.players[seat]
    who = Host() if seat < 0 else Player(seat)
    sent = {
        "args": json.dumps({key: value for key, value in fields.items() if key != "ticket"}),
        "ticket": fields.get("ticket", ticket(table.match, who)),
        "surface": "host" if seat < 0 else "live",
    }
    return table.play(client, name, **sent)


def done(table: Seated, seat: int, name: str, **fields: Any) -> dict[str, Any]:
    """The answer's fragments of a command that must be taken."""
    answer = act(table, seat, name, **fields)
    found = json.loads(answer.content)
    assert (answer.status_code, found["message"]) == (200, None)
    return {key: html for frame in found["frames"] for key, html in frame["html"].items()}


def page(table: Seated, client: Any, name: str = "live") -> str:
    """A whole page, as it is loaded."""
    return str(client.get(reverse(name, args=[table.event.public_id])).content.decode())


def view(table: Seated) -> Any:
    """Where the game stands."""
    return state(table.match).game
