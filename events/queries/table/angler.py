"""Angler & Fish for a page: the cards, the stakes in order, the catches and the score sheet, for each audience."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from events.queries.table import told
from events.queries.table.angler_casts import casts, laid, stakes
from events.queries.table.angler_forms import cast_form, stake_form
from events.queries.table.angler_sheet import catches, own, sheet
from events.queries.table.angler_undo import changes
from events.queries.table.angler_wall import wall
from events.queries.table.sight import Sight
from games.angler import words
from games.angler.view import AnglerView
from games.kernel import Command, Entry, Seat

__all__ = [
    "MORE",
    "OWN",
    "SCRIPTS",
    "STYLES",
    "action",
    "changes",
    "floor",
    "heading",
    "if_nothing",
    "in_line",
    "mentioned",
    "primary_when_off",
    "ready",
    "said",
    "time_is_up",
    "view_of",
    "waits_elsewhere",
]

MORE: dict[str, tuple[str, ...]] = {
    "live": ("own", "casts", "catches", "sheet"),
    "host": ("hostsheet",),
}
"""Fragments of this game's own, by surface."""

OWN: dict[str, tuple[str, ...]] = {
    "pier": ("laid", "fishstakes"),
    "reach": ("stake", "cast"),
    "own": ("own",),
    "casts": ("casts",),
    "catches": ("catches",),
    "sheet": ("sheet",),
}
"""What of them may differ from one player to the next."""

STYLES, SCRIPTS = ("css/angler.css",), ("js/angler.js",)


def said(
    entries: Sequence[Entry], names: Sequence[str], me: Seat | None, translate: Callable[[str], str]
) -> str:
    """What a group of entries says, as one text; the card that lies face down is told to its angler alone (AF-13)."""
    return told.said(words, entries, names, me, translate)


def mentioned(entries: Sequence[Entry]) -> frozenset[Seat]:
    """Who these entries speak of."""
    return told.mentioned(words, entries)


def heading(sight: Sight) -> dict[str, Any]:
    """Whose turn it is and what to do. What a bite and no bite do stands beside the cards, so not here as well."""
    view, found = view_of(sight), told.heading(words, sight)
    if view.phase == "staking" and found["whose"] == "you":
        left = view.fish_left[view.next or 0]
        found["text"] = _(
            "Bait %(value)s. You have %(fish)s fish left: stake none, some or all."
        ) % {
            "value": view.bait,
            "fish": left,
        }
    return found


def floor(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """Everything on the table, and the form of whoever is waited for."""
    view = view_of(sight)
    return {
        "phase": view.phase,
        "laid": laid(sight, view),
        "fishstakes": stakes(sight, view),
        "stake": stake_form(view, commands),
        "cast": cast_form(view, commands),
        "own": own(sight, view),
        "casts": casts(sight, view),
        "catches": catches(sight, view),
        "sheet": sheet(sight, view),
        "wall": wall(sight, view),
    }


def action(sight: Sight, command: Command) -> dict[str, Any] | None:
    """No button is a whole act here: bait and card, and how many fish, are chosen in a form."""
    return None


def primary_when_off(sight: Sight) -> str:
    """What the big button says while it can't be pressed."""
    view = view_of(sight)
    if sight.me == view.angler:
        return _("Cast, when all have staked") if view.phase == "staking" else _("Cast")
    if sight.state.started and sight.me is not None and not _stakes_again(view, sight.me):
        return _("You have no fish left this round")
    if view.phase == "staking" and any(seat == sight.me for seat, _fish in view.stakes):
        return _("You have staked")
    if view.phase == "baiting":
        return _("Stake, when a bait lies")
    return _("Stake, when it is your turn")


def time_is_up(sight: Sight) -> str:
    """What happens to this audience when its clock runs out (AF-3, AF-4)."""
    if view_of(sight).phase == "baiting":
        return _("to cast, then a random bait and card")
    return _("to stake, then you stake nothing")


def ready(sight: Sight) -> str:
    """What the host is told before the start."""
    return _(
        "%(count)s players are here. When you start, %(name)s is the first angler and the clock begins."
    ) % {"count": sight.state.seats, "name": sight.names[view_of(sight).angler]}


def if_nothing(sight: Sight) -> str:
    """What happens when the host does nothing while others are waited for."""
    if view_of(sight).phase == "baiting":
        return _("the clock goes on; in the end a random bait and card are laid.")
    return _("the clock goes on; whoever doesn’t stake in time stakes nothing.")


def in_line(sight: Sight) -> dict[str, tuple[Seat, ...]]:
    """Who would take which prize as things stand; nobody before the end."""
    return {}


def waits_elsewhere(sight: Sight) -> frozenset[Seat]:
    """Whose clock is shown in a place of its own."""
    return frozenset()


def view_of(sight: Sight) -> AnglerView:
    """The view, as this game's."""
    if not isinstance(sight.view, AnglerView):
        raise TypeError("this is no table of Angler & Fish")
    return sight.view


def _stakes_again(view: AnglerView, seat: Seat) -> bool:
    """Whether a fish player has fish on the table or before them."""
    return bool(view.fish_left[seat]) or any(one == seat for one, _fish in view.stakes)
