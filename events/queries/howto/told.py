"""Which module tells how a game is played, and the pictures that go with it."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from events.models import Event
from events.queries.house_rules import options_from
from events.queries.howto import angler, evening, fish_or_cut_bait, live_bait, lure
from events.queries.howto.evening import Text

_OWN: Mapping[str, ModuleType] = {
    "angler": angler,
    "fish-or-cut-bait": fish_or_cut_bait,
    "lure": lure,
}
PICTURED = tuple(_OWN)
"""Games whose rules page has pictures: a template of this name, and the game's own style sheet."""


def steps(event: Event) -> list[Text]:
    """How tonight is played, with tonight's numbers."""
    if event.game not in _OWN:
        return live_bait.steps(event)
    game = _OWN[event.game]
    options = options_from(event.game, event.options)
    return [*evening.before(event), *game.play(options), *evening.after(event, game.wins(options))]


def pictures(event: Event) -> dict[str, Any] | None:
    """The template of the game's pictures, its style sheet, and the options they are of; None without any."""
    if event.game not in PICTURED:
        return None
    return {
        "template": f"events/rules/{event.game.replace('-', '_')}.html",
        "css": f"css/{event.game}.css",
        "options": options_from(event.game, event.options),
    }
