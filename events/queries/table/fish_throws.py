"""What whoever rolls can throw, with ready words for every choice of dice."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table.fish_dice import kept, rerolled
from events.queries.table.fish_words import BOTH, colours
from events.queries.table.sight import Sight
from games.fish_or_cut_bait.commands import Deduct, RollFish, RollRig, Stop
from games.fish_or_cut_bait.course import LUCKY
from games.fish_or_cut_bait.dice import RIG_DICE, Colour
from games.fish_or_cut_bait.odds import rig_chances
from games.fish_or_cut_bait.view import FishView
from games.kernel import Command


def throws(sight: Sight, view: FishView, commands: Sequence[Command]) -> dict[str, Any] | None:
    """The roller's forms, the primary one first; None for everybody else.

    Each has ready words for every choice of dice, so that a page can say at once what a tap would roll.
    """
    kinds = {type(command) for command in commands}
    if Deduct in kinds:
        return {"forms": [], "stop": None, "split": _split_words()}
    if not kinds & {RollRig, RollFish, Stop}:
        return None
    forms = []
    if RollRig in kinds:
        forms.append(_rig_form(sight, view))
    if RollFish in kinds:
        forms.append(_fish_form(view))
    if view.phase == "rigging" and view.rigged == "full":
        forms.reverse()
    for form, kind in zip(forms, ("go", "solid"), strict=False):
        form["kind"] = kind
    forms[0]["key"] = "Space"
    stop = None
    if view.phase == "fishing":
        hint = ngettext("book %(count)s fish", "book %(count)s fish", view.catch)
        kind = "go" if forms[0]["off"] else "solid"
        stop = {"label": _("Stop"), "hint": hint % {"count": view.catch}, "kind": kind}
    return {"forms": forms, "stop": stop, "split": None}


def _rig_form(sight: Sight, view: FishView) -> dict[str, Any]:
    faces = sight.state.game.options.faces
    keep = kept(view.rig or ())
    rolls = [die for die in RIG_DICE if die not in keep] if view.rig else list(RIG_DICE)
    choices = {"": [_("Roll"), _("choose a die to roll")]}
    for dice in _choices(RIG_DICE) if view.rig else [RIG_DICE]:
        left = [face for die, face in enumerate(view.rig or ()) if die not in dice]
        some, full = rig_chances(faces, tuple(sorted(left)))
        wants_boat = view.rig is not None and some == 1
        hint = _chance(full, boat=True) if wants_boat else _chance(some, boat=False)
        label = ngettext("Roll %(count)s die", "Roll %(count)s dice", len(dice))
        choices["".join(map(str, dice))] = [label % {"count": len(dice)}, hint]
    return _form("rig", "RollRig", rolls, choices)


def _fish_form(view: FishView) -> dict[str, Any]:
    fishing = view.phase == "fishing"
    rolls = list(rerolled(view))
    word = _("Roll") if fishing else _("Fish")
    choices = {"": [word, _("choose a die to roll")]}
    for odd in view.odds:
        dice = colours(odd.dice)
        snag = _("the chip covers a snag") if view.chip else _("snag %(n)s %%") % {"n": odd.percent}
        label = _("Roll %(dice)s") % {"dice": dice} if fishing else word
        hint = snag if fishing else BOTH % {"one": dice, "other": snag}
        choices["".join(odd.dice)] = [label, hint]
    return _form("fish", "RollFish", rolls, choices)


def _form(
    of: str, command: str, rolls: Sequence[int | Colour], choices: dict[str, list[str]]
) -> dict[str, Any]:
    label, hint = choices["".join(map(str, rolls))]
    return {
        "of": of,
        "command": command,
        "args": json.dumps({"dice": list(rolls)}),
        "choices": json.dumps(choices),
        "label": label,
        "hint": hint,
        "off": not rolls,
        "kind": "go",
        "key": "",
    }


def _choices(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for count in range(1, len(dice) + 1):
        yield from combinations(dice, count)


def _chance(chance: Fraction, *, boat: bool) -> str:
    """ "1 in 6 for a Boat", or in whole percent where it is no such share."""
    if chance.numerator == 1 and chance.denominator <= 6 and chance != 1:
        share = _("1 in %(n)s") % {"n": chance.denominator}
    else:
        share = _("%(n)s %%") % {"n": round(100 * chance)}
    text = _("%(share)s for a Boat") if boat else _("%(share)s for a rig")
    return text % {"share": share}


def _split_words() -> dict[str, str]:
    """What the button says for each sum that is taken, from nothing to all seven."""
    taken = [_("Take nothing")] + [
        ngettext("Take %(count)s fish", "Take %(count)s fish", n) % {"count": n}
        for n in range(1, LUCKY + 1)
    ]
    left = [
        ngettext("%(count)s more can be taken", "%(count)s more can be taken", LUCKY - n)
        % {"count": LUCKY - n}
        for n in range(LUCKY)
    ]
    words = list(zip(taken, [*left, _("all seven")], strict=True))
    return {"words": json.dumps(words), "label": taken[0], "hint": left[0]}
