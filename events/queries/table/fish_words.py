"""What the dice of Fish or Cut Bait are called, and what chip and snag mean just now."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.dice import SNAG, Colour, RigFace
from games.fish_or_cut_bait.view import FishView

FACE: dict[RigFace, Any] = {
    "pole": gettext_lazy("Pole"),
    "lure": gettext_lazy("Lure"),
    "bobber": gettext_lazy("Bobber"),
    "boat": gettext_lazy("Boat"),
}
COLOUR: dict[Colour, Any] = {
    "red": gettext_lazy("red"),
    "white": gettext_lazy("white"),
    "blue": gettext_lazy("blue"),
}
BOTH = "%(one)s, %(other)s"


def colours(dice: Sequence[Colour]) -> str:
    """ "red + white"."""
    return " + ".join(str(COLOUR[colour]) for colour in dice)


def luck(view: FishView, broken: e.RigBroken | None) -> list[dict[str, str]]:
    """The chip, and the snag: what there was and what it cost, or what one would."""
    return [_chip(view), _snag(view, broken)]


def _chip(view: FishView) -> dict[str, str]:
    if view.chip:
        return _token("chip", "held", _("Snag-free chip"), _("no snag breaks the rig in this turn"))
    return _token(
        "chip", "empty", _("No snag-free chip"), _("three alike on the rig dice earns it")
    )


def _snag(view: FishView, broken: e.RigBroken | None) -> dict[str, str]:
    if broken is not None:
        cost = ngettext(
            "the rig is broken, %(count)s fish goes back",
            "the rig is broken, %(count)s fish go back",
            broken.lost,
        ) % {"count": broken.lost}
        return _token("boot", "snag", _("Snag"), cost if broken.lost else _("the rig is broken"))
    if SNAG in view.fish:
        return _token("boot", "snag", _("Snag"), _("the chip covers it: that die counts 0"))
    if view.snags:
        title = ngettext("%(count)s snag", "%(count)s snags", view.snags) % {"count": view.snags}
        note = _("each broke the rig") if view.snags > 1 else _("it broke the rig")
        return _token("boot", "none", title, note)
    note = _("one would count 0") if view.chip else _("one would break the rig")
    return _token("boot", "none", _("No snag yet"), note)


def _token(icon: str, state: str, title: str, note: str) -> dict[str, str]:
    return {"icon": icon, "state": state, "title": title, "note": note}
