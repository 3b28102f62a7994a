"""What one chooses in secret in Lure, for its owner's page alone; and, for everybody, who has chosen."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table.sight import Sight
from games.kernel import Command
from games.lure.cards import Lure
from games.lure.commands import Adjust, Cast
from games.lure.model import BOAST_POINTS, D6, SPECIALS
from games.lure.options import LureOptions
from games.lure.view import CastView, LureView, MineView, RollView

MOST_DICE = D6 + len(SPECIALS)


def behind(sight: Sight, view: LureView, options: LureOptions) -> dict[str, Any] | None:
    """Dice and lures to choose from, chosen ones marked; None for whoever has no screen, or nothing behind it now."""
    mine = view.mine
    if mine is None or view.phase != "casting" or sight.me in view.withdrawn:
        return None
    cast = mine.cast
    resting = [sides for sides in SPECIALS if sides not in mine.specials]
    return {
        "round": view.round,
        "d6": [{"n": n, "on": cast is not None and n <= cast.d6} for n in range(1, mine.d6 + 1)],
        "specials": [
            {
                "sides": sides,
                "on": cast is not None and sides in cast.specials,
                "rests": sides in resting,
            }
            for sides in SPECIALS
        ],
        "lures": [
            {
                "n": number,
                "on": cast is not None and number in cast.lures,
                **_token(options.lures[number]),
            }
            for number in mine.lures
        ],
        "notes": _notes(mine, resting),
        "hints": json.dumps(_hints()),
    }


def _notes(mine: MineView, resting: Sequence[int]) -> list[str]:
    found = []
    if len(resting) == 1:
        told = _(
            "The d%(sides)s was rolled in the last round, so it rests. It is back in the next one."
        )
        found.append(told % {"sides": resting[0]})
    elif resting:
        found.append(
            _(
                "Both special dice were rolled in the last round, so they rest. They are back in the next one."
            )
        )
    if not mine.lures:
        found.append(_("You hold no lures. Whoever catches nothing draws one."))
    return found


def _hints() -> dict[str, str]:
    """What a choice means, by its kind: the page's script shows the one that fits."""
    return {
        "nothing": _("No dice: you catch nothing this round, and draw a lure."),
        "lures": _("No dice: only an extra die can catch. Other lures are used up for nothing."),
        "extra": _("No dice, so you go first. Your extra dice alone must be enough for a fish."),
        "all": _("All dice you have: you roll last, or together with whoever does the same."),
        "some": _("Whoever casts fewer dice rolls before you."),
    }


def _token(lure: Lure) -> dict[str, Any]:
    match lure.kind:
        case "adjust":
            label, says = _("Adjust"), _("turns a die by one")
        case "extra":
            label, says = _("Extra %(number)s") % {"number": lure.number}, _("is added")
        case _:
            label = _("Boast %(points)s") % {"points": BOAST_POINTS}
            says = _("scores with a fish")
    return {"kind": lure.kind, "number": lure.number, "label": label, "says": says}


def casting(
    sight: Sight, view: LureView, options: LureOptions, commands: Sequence[Command]
) -> dict[str, Any] | None:
    """The button that casts, or casts anew; None for whoever can't."""
    mine = view.mine
    if mine is None or not any(isinstance(command, Cast) for command in commands):
        return None
    dice = [_("no dice"), *(_dice(count) for count in range(1, MOST_DICE + 1))]
    lures = ["", *(_lures(count) for count in range(1, len(mine.lures) + 1))]
    laid = mine.cast
    words = {
        "dice": dice,
        "lures": lures,
        "cast": _("Cast {what}"),
        "change": _("Change to {what}"),
        "same": _("Cast: {what}"),
    }
    return {
        "args": json.dumps({"d6": 0, "specials": [], "lures": []}),
        "words": json.dumps(words),
        "laid": json.dumps(_plain(laid)) if laid else "",
        "label": _("Change your cast") if laid else _("Cast"),
        "kind": "solid" if laid else "go",
    }


def _plain(cast: CastView) -> dict[str, Any]:
    return {"d6": cast.d6, "specials": list(cast.specials), "lures": list(cast.lures)}


def _dice(count: int) -> str:
    return ngettext("%(count)s die", "%(count)s dice", count) % {"count": count}


def _lures(count: int) -> str:
    return ngettext("%(count)s lure", "%(count)s lures", count) % {"count": count}


def adjusting(sight: Sight, view: LureView, commands: Sequence[Command]) -> dict[str, Any] | None:
    """One's own dice to be turned, with every number each can come to; None for whoever isn't asked."""
    mine = view.mine
    roll = next((roll for roll in view.rolls if roll.seat == sight.me), None)
    asked = any(isinstance(command, Adjust) for command in commands)
    if mine is None or roll is None or not asked:
        return None
    return {
        "args": json.dumps({"changes": []}),
        "steps": mine.steps,
        "say": ngettext(
            "%(count)s step for your adjust lure.",
            "%(count)s steps in all, one for each adjust lure.",
            mine.steps,
        )
        % {"count": mine.steps},
        "dice": [_turning(roll, die, mine.steps) for die in range(len(roll.faces))],
        "extras": roll.extras,
        "total": roll.total,
        "words": json.dumps(
            {
                "leave": _("Leave the dice: {total}"),
                "settle": _("Settle the dice: {total}"),
                "left": _("{left} of {steps} steps left"),
            }
        ),
    }


def _turning(roll: RollView, die: int, steps: int) -> dict[str, Any]:
    face, sides = roll.faces[die], roll.sides[die]
    lowest, highest = max(1, face - steps), min(sides, face + steps)
    return {
        "die": die,
        "n": die + 1,
        "sides": sides,
        "face": face,
        "lowest": lowest,
        "highest": highest,
        "turns": [
            {"value": f"{die}:{to - face}", "face": to}
            for to in range(lowest, highest + 1)
            if to != face
        ],
    }


def order(sight: Sight, view: LureView) -> dict[str, Any]:
    """Who has cast, and, for a player, where the chosen number of dice stands in the order (LU-7)."""
    there = [seat for seat in range(len(view.players)) if seat not in view.withdrawn]
    others = [seat for seat in there if seat != sight.me]
    cast = sum(view.players[seat].has_cast for seat in others)
    laid = view.mine.cast if view.mine else None
    return {
        "hidden": view.phase != "casting",
        "rail": [
            {"n": n, "me": laid is not None and n == laid.d6 + len(laid.specials)}
            for n in range(MOST_DICE + 1)
        ]
        if view.mine and sight.me in there
        else [],
        "cast": _cast_so_far(cast, len(others), mine=sight.me in there),
        "others": [
            {"name": sight.names[seat], "ready": view.players[seat].has_cast} for seat in others
        ],
    }


def _cast_so_far(cast: int, count: int, *, mine: bool) -> str:
    """How many have cast, of the others where the reader plays too."""
    told = (
        ngettext(
            "%(cast)s of %(count)s other has cast", "%(cast)s of %(count)s others have cast", count
        )
        if mine
        else ngettext("%(cast)s of %(count)s has cast", "%(cast)s of %(count)s have cast", count)
    )
    return told % {"cast": cast, "count": count}
