"""Everybody at a big table by where they are, for the host: who is at the dice, called, waiting, caught, gone."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.live import presence
from events.models import Seat as SeatRow
from events.queries.evening.forms import form
from events.queries.table.sight import Sight
from games.kernel import Seat
from games.live_bait.view import LiveBaitView

WAITING_SHOWN, CAUGHT_FIRST, CAUGHT_LAST, LEFT_SHOWN = 8, 3, 3, 3
"""With those at the dice and called that is a phone's screen or two, however many play; the rest is looked for."""

Row = dict[str, Any]


def here(sight: Sight, seats: Iterable[Seat]) -> dict[Seat, str]:
    """Whether these have a page open: here, idle or away. Practice players always do."""
    return {row["seat"]: row["here"] for row in _people(sight, list(seats)).values()}


def page_note(state: str | None) -> str:
    """The same beside a call."""
    return _("page open") if state == "here" else _("page not open")


def roster(sight: Sight, view: LiveBaitView) -> dict[str, Any]:
    """The columns, each with its first rows and a count of the rest."""
    standing = [die.seat for die in view.dice if die.state == "standing" and die.seat is not None]
    called = [seat for seat, _die in view.called]
    caught_mid = max(0, len(view.caught) - CAUGHT_FIRST - CAUGHT_LAST)
    caught = [
        *view.caught[:CAUGHT_FIRST],
        *view.caught[CAUGHT_FIRST + caught_mid :],
    ]
    waiting, left = view.queue[:WAITING_SHOWN], view.withdrawn[-LEFT_SHOWN:]
    people = _people(sight, [*standing, *called, *waiting, *caught, *left])

    def rows(seats: Sequence[Seat], note: str = "") -> list[Row]:
        return [people[seat] | {"note": note} for seat in seats]

    missed = _("passed over once")
    caught_rows = rows(caught)
    for place, row in enumerate(caught_rows):
        row["number"] = place + 1 + (caught_mid if place >= CAUGHT_FIRST else 0)
    out = [
        people[seat] | {"note": _("struck out") if seat in view.missed else "", "menu": []}
        for seat in left
    ]
    columns = [
        _column(_("At the dice"), rows(standing)),
        _column(_("Called"), rows(called)),
        _column(
            _("Waiting, in order"),
            [people[seat] | {"note": missed if seat in view.missed else ""} for seat in waiting],
            rest=len(view.queue) - len(waiting),
            ordered=True,
        ),
        _column(_("Caught, first out first"), caught_rows, rest=caught_mid),
        _column(_("Left"), out, rest=len(view.withdrawn) - len(left)),
    ]
    for row in caught_rows:
        row["menu"] = []
    return {
        "find_url": reverse("find", args=[sight.match.event.public_id]),
        "summary": _(
            "%(dice)s at the dice · %(called)s called · %(waiting)s waiting · %(caught)s caught"
        )
        % {
            "dice": len(standing),
            "called": len(called),
            "waiting": len(view.queue),
            "caught": len(view.caught),
        },
        "columns": [column for column in columns if column["rows"]],
    }


def _column(title: str, rows: list[Row], *, rest: int = 0, ordered: bool = False) -> dict[str, Any]:
    more = (
        ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest} if rest else ""
    )
    return {"title": title, "ordered": ordered, "rows": rows, "more": more}


def _people(sight: Sight, seats: Sequence[Seat]) -> dict[Seat, Row]:
    found = SeatRow.objects.filter(match=sight.match, number__in=seats)
    taken = {
        seat.number: seat.registration for seat in found.select_related("registration__person")
    }
    known = presence.state(
        sight.match.event.public_id, [entry.person.public_id for entry in taken.values()]
    )
    return {
        seat: {
            "seat": seat,
            "name": entry.name,
            "here": "here" if entry.person.practice else known[entry.person.public_id].state,
            "note": "",
            "menu": [
                {
                    **form(
                        sight.match.event, "Remove", _("Remove from the evening"), entry=entry.pk
                    ),
                    "kind": "danger",
                    "confirm": _("Remove %(name)s from this evening?") % {"name": entry.name},
                }
            ]
            if sight.match.ended_at is None
            else [],
        }
        for seat, entry in taken.items()
    }
