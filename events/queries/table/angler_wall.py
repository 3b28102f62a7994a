"""What the projector writes large of Angler & Fish, and what just happened in few words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table.sight import Sight
from games.angler import entries as e
from games.angler.view import AnglerView
from games.angler.words import fill, lines

_SHORT, _MIDDLING = 6, 11
"""Letters of a name, by how large it is written."""


def wall(sight: Sight, view: AnglerView) -> dict[str, Any]:
    """Who is waited for, and the news."""
    news = {"news": _news(sight, view)}
    if view.phase == "over" or not sight.state.started:
        return {"live_name": "", "size": "l", "word": ""} | news
    who = view.next if view.phase == "staking" and view.next is not None else view.angler
    name = sight.names[who]
    return news | {
        "live_name": name,
        "size": "s" if len(name) <= _SHORT else "m" if len(name) <= _MIDDLING else "l",
        "word": _("stakes") if view.phase == "staking" else _("baits"),
    }


def _news(sight: Sight, view: AnglerView) -> str:
    """What came of the last stake, without who had staked what and whose round begins: the lamp tells that."""
    said = []
    for entry in view.last:
        if isinstance(entry, e.CardTurned):
            said.append(_turned(entry))
        elif not isinstance(entry, e.Staked | e.RoundBegan):
            said += [fill(line, sight.names, None, _) for line in lines([entry])]
    return " ".join(said)


def _turned(entry: e.CardTurned) -> str:
    fish = sum(count for _seat, count in entry.stakes)
    values = {"fish": fish, "value": entry.value}
    if entry.bite:
        text = ngettext(
            "The card says bite: the angler keeps %(fish)s fish.",
            "The card says bite: the angler keeps %(fish)s fish.",
            fish,
        )
        return text % values
    text = ngettext(
        "The card says no bite: %(fish)s fish is safe, %(value)s points.",
        "The card says no bite: %(fish)s fish are safe, %(value)s points each.",
        fish,
    )
    return text % values
