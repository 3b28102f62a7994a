"""What each player has in Angler & Fish: the own tile or hand, everybody's catches, the score sheet."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table.sight import Sight
from games.angler.entries import EndOfRound
from games.angler.model import ANGLERS_FISH
from games.angler.view import AnglerView
from games.kernel import Seat

_SIDES = 4
"""A tile has four sides; with more values it is a list."""


def own(sight: Sight, view: AnglerView) -> dict[str, Any] | None:
    """The reader's own: the angler's hand while a bait lies, or a fish player's catch tile. None for everybody else."""
    if sight.me is None or sight.me in view.withdrawn or view.phase == "over":
        return None
    if view.mine is not None:
        return _hand(view) if view.phase == "staking" else None  # else the form is the hand
    return {"kind": "tile", "title": _("Your catch tile"), **_tile(sight, view, sight.me)}


def catches(sight: Sight, view: AnglerView) -> list[dict[str, Any]]:
    """Everybody's fish in this round: what is left, what is safe, and the points."""
    rows = [{**_person(sight, view.angler), "angler": True, "word": _kept(view), "left": 0}]
    for seat in view.order:
        left = view.fish_left[seat]
        word = ", ".join(
            _("%(count)s at %(value)s") % {"count": count, "value": value}
            for value, count in view.tiles[seat]
        )
        rows.append({**_person(sight, seat), "angler": False, "word": word, "left": left})
    return [row | {"points": view.points[row["seat"]]} for row in rows]


def sheet(sight: Sight, view: AnglerView) -> dict[str, Any]:
    """Points by round and seat, best first as things stand; and why rounds ended early."""
    over = view.phase == "over"
    columns = [(row.angler, row.points) for row in view.sheet]
    if not over:
        columns.append((view.angler, view.points))
    sums = [sum(points[seat] for _angler, points in columns) for seat in range(len(sight.names))]
    order = sorted(range(len(sums)), key=lambda seat: (seat in view.withdrawn, -sums[seat], seat))
    return {
        "round": _("Round %(round)s of %(rounds)s")
        % {"round": view.round, "rounds": max(view.round, view.rounds)},
        "columns": [
            {"number": number, "open": not over and number == len(columns)}
            for number in range(1, len(columns) + 1)
        ],
        "rows": [
            {
                **_person(sight, seat),
                "out": seat in view.withdrawn,
                "angler": seat == view.angler and not over,
                "cells": [
                    {"points": points[seat], "angler": angler == seat} for angler, points in columns
                ],
                "sum": sums[seat],
            }
            for seat in order
        ],
        "ends": _ends(view),
    }


def _ends(view: AnglerView) -> list[str]:
    """Which rounds ended early, by the reason (AF-8)."""
    early: dict[str, list[str]] = {}
    for number, row in enumerate(view.sheet, start=1):
        if row.early:
            early.setdefault(_why(row.why), []).append(str(number))
    return [
        ngettext("Round %(rounds)s %(why)s.", "Rounds %(rounds)s %(why)s.", len(rounds))
        % {"rounds": ", ".join(rounds), "why": why}
        for why, rounds in early.items()
    ]


def _hand(view: AnglerView) -> dict[str, Any]:
    """The angler's cards, and the one that lies face down: on the angler's own page and nowhere else (AF-13)."""
    mine = view.mine
    assert mine is not None  # noqa: S101 - asked for the angler only
    down = ""
    if mine.card is not None:
        down = _("Face down now: bite.") if mine.card else _("Face down now: no bite.")
    return {
        "kind": "hand",
        "title": _("Your hand"),
        "baits": list(mine.baits),
        "cards": ["bite"] * mine.bites + ["no_bite"] * mine.no_bites,
        "down": down,
        "note": _("Only you see this."),
    }


def _tile(sight: Sight, view: AnglerView, seat: Seat) -> dict[str, Any]:
    values = sorted(set(sight.state.game.options.baits))
    counts = dict(view.tiles[seat])
    points = view.points[seat]
    lines = [
        _("%(count)s at %(value)s") % {"count": count, "value": value}
        for value, count in view.tiles[seat]
    ]
    text = ngettext(
        "So far %(points)s point this round.", "So far %(points)s points this round.", points
    )
    return {
        "sides": [
            {"value": value, "fish": [value] * counts.get(value, 0), "count": counts.get(value, 0)}
            for value in values
        ],
        "many": len(values) > _SIDES,
        "label": ", ".join(lines) or _("No fish on it yet"),
        "text": text % {"points": points},
    }


def _kept(view: AnglerView) -> str:
    return ngettext(
        "keeps %(fish)s fish, %(each)s each", "keeps %(fish)s fish, %(each)s each", view.kept
    ) % {"fish": view.kept, "each": ANGLERS_FISH}


def _person(sight: Sight, seat: Seat) -> dict[str, Any]:
    return {"seat": seat, "name": sight.names[seat], "me": seat == sight.me}


def _why(why: EndOfRound) -> str:
    match why:
        case "bites":
            return _("ended early: all bites were seen")
        case "unseen":
            return _("ended early: all bites were used, not all of them seen")
        case "fish":
            return _("ended early: no fish were left")
        case "left":
            return _("ended early: a player left")
    return _("all baits were used")
