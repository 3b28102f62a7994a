"""The dice of Fish or Cut Bait on a page: what each shows, which are kept, and what a throw of them brings."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from events.queries.table.fish_words import COLOUR, FACE, colours, luck
from events.queries.table.sight import Sight
from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.course import LUCKY
from games.fish_or_cut_bait.dice import COLOURS, RIG_DICE, SNAG, Colour, Fish, RigFace
from games.fish_or_cut_bait.view import FishView

_FEW = 3
"""A fish die that shows fewer is offered to be rolled again: so many are the mean of the five numbers."""


def shown(sight: Sight, view: FishView, *, mine: bool) -> dict[str, Any]:
    """Every die, the chip, the snag and what would be booked. ``mine``: the reader is the one who rolls."""
    fallen = _thrown(view)
    broken = next((one for one in view.last if isinstance(one, e.RigBroken)), None)
    keep = kept(view.rig or ())
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


def kept(rig: Sequence[RigFace]) -> set[int]:
    """One of each part that a rig needs: those a page keeps until its reader says otherwise."""
    return {rig.index(face) for face in set(rig)}


def rerolled(view: FishView) -> tuple[Colour, ...]:
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
    kept = colour not in rerolled(view)
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
