"""The score sheet of Fish or Cut Bait, kept as in bowling: a round's catch small, the running sum large (FC-13)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table.sight import Sight
from games.fish_or_cut_bait.view import BoxView, FishView
from games.kernel import Seat

MINUS = "\N{MINUS SIGN}"
_ROOMY = 6
"""Rows that a projector can show with catches as well as sums."""


def sheet(sight: Sight, view: FishView) -> dict[str, Any]:
    """A row a seat, a box a round; what a snag or a lucky seven did is marked."""
    rows = [_row(sight, view, seat) for seat in range(sight.state.seats)]
    boxes = [box for row in rows for box in row["boxes"]]
    return {
        "rounds": [
            {"n": n, "now": n == view.round and view.phase != "over"}
            for n in range(1, view.rounds + 1)
        ],
        "rows": rows,
        "note": _note(sight, view),
        "snagged": any(box["state"] == "snag" for box in boxes),
        "taken": any(box["taken"] for box in boxes),
        "many": len(rows) > _ROOMY,
    }


def _row(sight: Sight, view: FishView, seat: Seat) -> dict[str, Any]:
    rolls = seat == view.roller and view.phase != "over"
    gone = seat in view.withdrawn
    booked = [n for n, box in enumerate(view.sheet[seat], start=1) if box.catch is not None]
    label = _("%(who)s, %(fish)s after round %(round)s")
    return {
        "seat": seat,
        "name": sight.names[seat],
        "me": seat == sight.me,
        "rolls": rolls,
        "gone": gone,
        "sum": view.points[seat],
        "label": label % {"who": sight.names[seat], "fish": view.points[seat], "round": booked[-1]}
        if booked
        else _("%(who)s, nothing booked yet") % {"who": sight.names[seat]},
        "boxes": [
            _box(n, box, now=rolls and n == view.round and sight.state.started)
            for n, box in enumerate(view.sheet[seat], start=1)
        ],
    }


def signed(number: int) -> str:
    """A number of fish as it is printed, with a real minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def _box(number: int, box: BoxView, *, now: bool) -> dict[str, Any]:
    return {
        "n": number,
        "catch": "" if box.catch is None else str(box.catch),
        "sum": "" if box.sum is None else signed(box.sum),
        "taken": f"{MINUS}{box.taken}" if box.taken else "",
        "state": "snag" if box.catch == 0 and box.snags else "",
        "now": now and box.catch is None,
    }


def _note(sight: Sight, view: FishView) -> str:
    """What it takes to pass the next one up; to those who watch, who leads."""
    there = [seat for seat in range(sight.state.seats) if seat not in view.withdrawn]
    if not there or not any(box.sum is not None for row in view.sheet for box in row):
        return ""
    most = max(view.points[seat] for seat in there)
    leads = [seat for seat in there if view.points[seat] == most]
    if sight.me is None or sight.me not in there:
        if len(leads) > 1:
            return _("%(fish)s lead, together") % {"fish": most}
        return _("%(who)s leads with %(fish)s") % {"who": sight.names[leads[0]], "fish": most}
    mine = view.points[sight.me]
    above = [seat for seat in there if seat != sight.me and view.points[seat] >= mine]
    if not above:
        return _("you lead")
    nearest = min(above, key=lambda seat: view.points[seat])
    more = view.points[nearest] - mine + 1
    text = ngettext(
        "%(count)s fish and you pass %(who)s", "%(count)s fish and you pass %(who)s", more
    )
    return text % {"count": more, "who": sight.names[nearest]}
