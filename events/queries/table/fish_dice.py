"""The dice of Fish or Cut Bait on a page: what each shows, which are kept, and what a throw of them brings."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table.fish_words import BOTH, COLOUR, FACE, colours, luck
from events.queries.table.sight import Sight
from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.commands import Deduct, RollFish, RollRig, Stop
from games.fish_or_cut_bait.course import LUCKY
from games.fish_or_cut_bait.dice import COLOURS, RIG_DICE, SNAG, Colour, Fish, RigFace
from games.fish_or_cut_bait.odds import rig_chances
from games.fish_or_cut_bait.view import FishView
from games.kernel import Command

_FEW = 3
"""A fish die that shows fewer is offered to be rolled again: so many are the mean of the five numbers."""


def shown(sight: Sight, view: FishView, *, mine: bool) -> dict[str, Any]:
    """Every die, the chip, the snag and what would be booked. ``mine``: the reader is the one who rolls."""
    fallen = _thrown(view)
    broken = next((one for one in view.last if isinstance(one, e.RigBroken)), None)
    keep = _kept(view.rig or ())
    rigging = mine and view.phase == "rigging" and view.rig is not None
    return {
        "stamp": f"{view.round}/{view.roller}/{view.throws}",
        "mine": mine,
        "waits": view.phase in ("ready", "over"),
        "rig": [
            {
                "n": die + 1,
                "die": die,
                "face": face,
                "name": FACE[face] if face else _("not rolled"),
                "kept": die in keep or view.phase != "rigging",
                "rolled": die in fallen and face is not None,
                "pressable": rigging,
            }
            for die, face in zip(RIG_DICE, view.rig or (None,) * len(RIG_DICE), strict=True)
        ],
        "rig_note": _("tap a die to keep it or roll it") if rigging else "",
        "fish": [
            _fish_die(view, colour, face, fallen, mine=mine, broken=broken is not None)
            for colour, face in zip(COLOURS, view.fish, strict=True)
        ],
        "fish_note": _range(sight),
        "luck": luck(view, broken),
        "catch": view.catch,
        "stop": {"args": "{}"} if mine and view.phase == "rigging" else None,
        "throws": view.throws_left,
        "split": _split(sight, view) if mine and view.phase == "deducting" else None,
    }


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


def chances(sight: Sight, view: FishView) -> list[dict[str, Any]]:
    """How likely each choice of fish dice brings a snag: for those who watch, and in rehearsals for all."""
    if sight.me is not None and not sight.match.event.rehearsal:
        return []
    return [{"dice": colours(odd.dice), "percent": odd.percent} for odd in view.odds]


def in_words(view: FishView) -> str:
    """What all dice show, as one phrase."""
    if view.rig is None:
        return _("no rig yet")
    rig = ", ".join(str(FACE[face]) for face in view.rig)
    fish = [
        _("%(colour)s %(shows)s")
        % {"colour": COLOUR[colour], "shows": _("snag") if face == SNAG else face}
        for colour, face in zip(COLOURS, view.fish, strict=True)
        if face is not None
    ]
    return ", ".join([rig, *fish])


def _thrown(view: FishView) -> dict[int | Colour, RigFace | Fish]:
    """What fell in the last throw, by die; nothing once something else happened since."""
    for one in view.last:
        if isinstance(one, e.RigRolled | e.FishRolled):
            return dict(zip(one.dice, one.faces, strict=True))
    return {}


def _kept(rig: Sequence[RigFace]) -> set[int]:
    """One of each part that a rig needs: those a page keeps until its reader says otherwise."""
    return {rig.index(face) for face in set(rig)}


def _rerolled(view: FishView) -> tuple[Colour, ...]:
    """The fish dice a page rolls until its reader says otherwise: those with little or nothing to lose."""
    shows = dict(zip(COLOURS, view.fish, strict=True))
    return tuple(
        colour
        for colour in view.fishable
        if not isinstance(face := shows[colour], int) or face < _FEW
    )


def _fish_die(
    view: FishView,
    colour: Colour,
    face: Fish | None,
    fallen: dict[Any, Any],
    *,
    mine: bool,
    broken: bool,
) -> dict[str, Any]:
    if broken and colour in fallen:
        face = fallen[colour]
    pressable = mine and colour in view.fishable and view.phase in ("rigging", "fishing")
    kept = colour not in _rerolled(view)
    state, note = "ready", ""
    if face == SNAG:
        state, note = "snag", ""
    elif face is not None:
        state, note = "fish", _("goes back") if broken and face else ""
    elif colour not in view.fishable:
        state = "locked"
        note = _("needs a Boat") if view.rigged == "partial" else _("needs a rig")
    elif not pressable:
        note = _("ready")
    return {
        "n": COLOURS.index(colour) + 1,
        "colour": colour,
        "name": COLOUR[colour],
        "state": state,
        "points": face if isinstance(face, int) else None,
        "note": note,
        "kept": kept,
        "rolled": colour in fallen and state in ("fish", "snag"),
        "pressable": pressable,
        "keyed": pressable and view.phase == "fishing",
    }


def _rig_form(sight: Sight, view: FishView) -> dict[str, Any]:
    faces = sight.state.game.options.faces
    keep = _kept(view.rig or ())
    rolls = [die for die in RIG_DICE if die not in keep] if view.rig else list(RIG_DICE)
    choices = {"": [_("Roll"), _("choose a die to roll")]}
    for dice in _choices(RIG_DICE) if view.rig else [RIG_DICE]:
        kept = [face for die, face in enumerate(view.rig or ()) if die not in dice]
        some, full = rig_chances(faces, tuple(sorted(kept)))
        wants_boat = view.rig is not None and some == 1
        hint = _chance(full, boat=True) if wants_boat else _chance(some, boat=False)
        label = ngettext("Roll %(count)s die", "Roll %(count)s dice", len(dice))
        choices["".join(map(str, dice))] = [label % {"count": len(dice)}, hint]
    return _form("rig", "RollRig", rolls, choices)


def _fish_form(view: FishView) -> dict[str, Any]:
    fishing = view.phase == "fishing"
    rolls = list(_rerolled(view))
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


def _range(sight: Sight) -> str:
    numbers = [face for face in sight.state.game.options.faces.fish if isinstance(face, int)]
    return _("%(least)s to %(most)s, or a snag") % {"least": min(numbers), "most": max(numbers)}


def _split(sight: Sight, view: FishView) -> dict[str, Any]:
    """Whom the seven can be taken from (FC-14)."""
    return {
        "args": json.dumps({"points": [0] * sight.state.seats}),
        "most": LUCKY,
        "seats": sight.state.seats,
        "rows": [
            {"seat": seat, "name": name, "fish": view.points[seat]}
            for seat, name in enumerate(sight.names)
            if seat != view.roller and seat not in view.withdrawn
        ],
    }


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
