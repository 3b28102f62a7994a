"""What undoing the last move would change, seat by seat, before anybody does it."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.models import Match
from events.queries import states
from events.queries.table.sight import names_of
from games.kernel import Public, Seat


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the preview: how it is for whom, and how it would be."""

    who: str
    was: str
    will: str


def preview(match: Match) -> list[Change]:
    """What the host's undo would change; empty when nothing can be undone.

    Both sides are folded from the log: where the match stands, and where it stood before the last move.
    """
    table, state = states.table_of(match), states.state_of(match)
    if table.voidable(state) is None:
        return []
    now = table.game.view(state.game, Public())
    then = table.game.view(state.moves[-1].game, Public())
    names = names_of(match.pk)
    before, after = _places(now), _places(then)
    host = Change(_("Host"), _host(now), _host(then))
    return [
        *([host] if host.was != host.will else []),
        *(
            Change(
                names[seat], _words(before.get(seat, _NOWHERE)), _words(after.get(seat, _NOWHERE))
            )
            for seat in sorted(before.keys() | after.keys())
            if before.get(seat) != after.get(seat)
        ),
    ]


_Place = tuple[str, int, int | None]
"""Where a seat is, in a form that is cheap to compare: a word, the die's number, its face."""

_NOWHERE: _Place = ("none", 0, None)


def _places(view: Any) -> dict[Seat, _Place]:
    """Where each seat is; only those that moved are put in words, so a big roster costs little."""
    found: dict[Seat, _Place] = {}
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


def _host(view: Any) -> str:
    face = getattr(view, "host_face", None)
    return _("the number to avoid is %(face)s") % {"face": face} if face else _("hasn’t rolled")


def _words(place: _Place) -> str:
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
