"""Where each seat of a table is, in a form that is cheap to compare, and in words."""

from typing import Any

from django.utils.translation import gettext as _

from games.kernel import Seat

Place = tuple[str, int, int | None]
"""A word, the die's number, its face."""

NOWHERE: Place = ("none", 0, None)


def places(view: Any) -> dict[Seat, Place]:
    """Where each seat is; whoever isn't among them is nowhere yet."""
    found: dict[Seat, Place] = {}
    live = getattr(view, "live", None)
    for number, die in enumerate(getattr(view, "dice", ()), start=1):
        if die.seat is not None:
            is_live = die.seat == live and die.face is not None
            found[die.seat] = ("live" if is_live else "stands", number, die.face)
    for seat, _die in getattr(view, "called", ()):
        found[seat] = ("called", 0, None)
    for word in ("queue", "withdrawn", "caught"):
        found.update((seat, (word, 0, None)) for seat in getattr(view, word, ()))
    return found


def in_words(place: Place) -> str:
    """What stays alike in most moves comes to the same words."""
    word, number, face = place
    match word:
        case "caught":
            return _("caught")
        case "withdrawn":
            return _("out")
        case "queue":
            return _("in line")
        case "called":
            return _("called")
        case "live":
            return _("LIVE with %(face)s") % {"face": face}
        case "stands" if face is None:
            return _("die %(number)s, not rolled") % {"number": number}
        case "stands":
            return _("stands with %(face)s") % {"face": face}
    return _("no die yet")
