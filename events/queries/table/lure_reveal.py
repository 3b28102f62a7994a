"""The last reveal of a table of Lure as people follow it: group after group, who rolls, turns dice, catches, shares."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table import told
from events.queries.table.reading import Reading
from events.queries.table.sight import Sight
from games import table
from games.kernel import Entry, Seat
from games.lure import entries as e
from games.lure import words
from games.lure.model import BOAST_POINTS
from games.lure.view import LureView

_RESULTS = (e.Caught, e.Shared, e.NoFishLeft, e.LureDrawn, e.Left, e.Ended)
"""What the short news of a group that rolled are made of."""
_ON_THE_TABLE = (e.RoundBegan, e.FishTurned, e.LuresDrawn)
"""What is seen on the table and needs no news."""


def played(sight: Sight) -> tuple[Entry, ...]:
    """The newest entries of the game that everybody may know and that weren't undone, oldest first."""
    return Reading.of(sight.match).once("open entries", lambda: _open(sight))


def _open(sight: Sight) -> tuple[Entry, ...]:
    logged = Reading.of(sight.match).newest
    undone = {
        seq for _row, entry in logged if isinstance(entry, table.Voided) for seq in entry.seqs
    }
    return tuple(
        entry
        for row, entry in logged
        if isinstance(entry, e.ENTRIES) and not entry.sealed and row.seq not in undone
    )


def since(sight: Sight, kind: type[Entry]) -> tuple[Entry, ...]:
    """The open entries from the newest of a kind on; none if it is out of sight."""
    entries = played(sight)
    starts = [place for place, entry in enumerate(entries) if isinstance(entry, kind)]
    return entries[starts[-1] :] if starts else ()


def news(sight: Sight) -> str:
    """What happened last, in a few words: of a group that rolled only what came of it."""
    last = getattr(sight.view, "last", ())
    rolled = any(isinstance(entry, e.Rolled | e.HasAdjusted | e.Revealed) for entry in last)
    chosen = [entry for entry in last if not isinstance(entry, _ON_THE_TABLE)]
    if rolled and any(isinstance(entry, e.GroupSettled) for entry in last):
        chosen = [entry for entry in last if isinstance(entry, _RESULTS)]
        if not any(isinstance(entry, e.Caught | e.Shared) for entry in chosen):
            return " ".join([_("Nobody caught a fish."), *_sentences(sight, chosen)])
    elif any(isinstance(entry, e.Revealed) for entry in last):
        return _("The casts are open.")
    return " ".join(_sentences(sight, chosen))


def _sentences(sight: Sight, entries: Iterable[Entry]) -> list[str]:
    lines = words.lines(tuple(entries), sight.me)
    return [told.sentence(line, sight.names, sight.me, _) for line in lines]


def reveal(sight: Sight, view: LureView) -> dict[str, Any]:
    """The groups of the last reveal, in order, each with what its players cast, rolled and caught."""
    story = since(sight, e.Revealed)
    opened = story[0] if story else None
    if not isinstance(opened, e.Revealed):
        return {"hidden": True, "groups": []}
    rows = {cast.seat: _row(sight, view, cast) for cast in opened.casts}
    over = {"settled": 0}
    shared: dict[int, list[str]] = {}
    for entry in story[1:]:
        if isinstance(entry, e.RoundBegan | e.Ended):
            break
        _told(entry, rows, over, shared, sight)
    done = over["settled"]
    groups = [
        {
            "label": _group_label(rows[group[0]]["dice_cast"]),
            "state": "done" if number < done else "now" if _rolled(group, rows) else "todo",
            "rows": [
                _finished(rows[seat], settled=number < done, asked=seat in view.waiting)
                for seat in group
            ],
            "shared": shared.get(number, []),
        }
        for number, group in enumerate(opened.order)
    ]
    number = view.round if view.phase == "adjusting" or view.phase == "over" else view.round - 1
    return {
        "hidden": False,
        "round": number,
        "title": _("Round %(round)s, in the order it was rolled") % {"round": number},
        "groups": groups,
    }


def _row(sight: Sight, view: LureView, cast: e.ShownCast) -> dict[str, Any]:
    lures = [sight.state.game.options.lures[number] for number in cast.lures]
    return {
        "seat": cast.seat,
        "name": sight.names[cast.seat],
        "me": cast.seat == sight.me,
        "dice_cast": cast.d6 + len(cast.specials),
        "played": [_played(lure.kind, lure.number) for lure in lures],
        "dice": None,
        "extras": (),
        "total": 0,
        "caught": [],
        "boasts": 0,
        "draws": False,
        "state": "todo",
        "result": "",
    }


def _played(kind: str, number: int) -> str:
    match kind:
        case "adjust":
            return _("±1")
        case "extra":
            return _("extra %(number)s") % {"number": number}
    return _("boast")


def _told(
    entry: Entry,
    rows: dict[Seat, dict[str, Any]],
    over: dict[str, int],
    shared: dict[int, list[str]],
    sight: Sight,
) -> None:
    """One entry of the reveal, written into the row it is about."""
    match entry:
        case e.Rolled(seat=seat, sides=sides, faces=faces, extras=extras):
            rows[seat] |= {
                "dice": _dice(sides, faces, faces),
                "extras": extras,
                "total": sum(faces) + sum(extras),
                "state": "rolled",
            }
        case e.HasAdjusted(seat=seat):
            rows[seat]["state"] = "adjusted"
        case e.Adjusted(seat=seat, faces=turned):
            row = rows[seat]
            before = [die["face"] for die in row["dice"]]
            shapes = [die["sides"] for die in row["dice"]]
            row |= {
                "dice": _dice(shapes, turned, before),
                "total": sum(turned) + sum(row["extras"]),
            }
        case e.Caught(seat=seat, names=names):
            rows[seat]["caught"] = list(names)
        case e.Shared(name=name, seats=seats):
            who = ", ".join(sight.names[seat] for seat in seats)
            text = _("%(who)s: the same total, so nobody gets %(fish)s")
            shared.setdefault(over["settled"], []).append(text % {"who": who, "fish": name})
        case e.Boasted(seat=seat, lures=lures):
            rows[seat]["boasts"] = len(lures) * BOAST_POINTS
        case e.LuresDrawn(seats=seats):
            for seat in rows.keys() & set(seats):
                rows[seat]["draws"] = True
        case e.GroupSettled():
            over["settled"] += 1
        case e.NoFishLeft(seats=seats):
            over["settled"] += len(rows)
            for seat in seats:
                rows[seat]["state"] = "home"
        case e.Left(seat=seat) if seat in rows:
            rows[seat]["state"] = "left"


def _dice(
    sides: Sequence[int], faces: Sequence[int], before: Sequence[int]
) -> list[dict[str, int]]:
    return [
        {"sides": one, "face": face, "was": was if was != face else 0}
        for one, face, was in zip(sides, faces, before, strict=True)
    ]


def _rolled(group: Iterable[Seat], rows: dict[Seat, dict[str, Any]]) -> bool:
    return any(rows[seat]["dice"] is not None for seat in group)


def _finished(row: dict[str, Any], *, settled: bool, asked: bool) -> dict[str, Any]:
    """The row with its last word: what came of the roll, or what is still to come."""
    drawn = _(", draws a lure") if row["draws"] else ""
    match row["state"]:
        case "left":
            row["result"] = _("left the match")
        case "home":
            row["result"] = _("no fish left: takes the dice back") + drawn
        case "todo":
            row["result"] = _("still to roll")
        case _ if not settled and asked:
            row["result"] = _("adjusts the dice")
        case _ if not settled:
            row["result"] = (
                _("has settled the dice") if row["state"] == "adjusted" else _("has rolled")
            )
        case _ if row["caught"]:
            row["state"] = "caught"
            row["result"] = _("caught %(fish)s") % {"fish": ", ".join(row["caught"])}
            if row["boasts"]:
                row["result"] += _(", %(points)s for boasts") % {"points": row["boasts"]}
        case _:
            row["state"] = "nothing"
            row["result"] = _("caught nothing") + drawn
    return row


def _group_label(dice: int) -> str:
    if dice == 0:
        return _("No dice")
    return ngettext("%(count)s die", "%(count)s dice", dice) % {"count": dice}
