"""What undoing the last move would change, seat by seat, before anybody does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.models import Match
from events.queries import states
from events.queries.table.sight import names_of
from games.kernel import Public


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
    names = names_of(match.pk)
    now = _seen(table.game.view(state.game, Public()), names)
    then = _seen(table.game.view(state.moves[-1].game, Public()), names)
    return [
        Change(who, now.get(who, ""), then.get(who, ""))
        for who in dict.fromkeys([*now, *then])
        if now.get(who) != then.get(who)
    ]


def _seen(view: Any, names: Sequence[str]) -> dict[str, str]:
    """Each person's state in words, and the host's number; what stays alike in most moves comes to the same words."""
    seen = {name: _of_seat(view, seat) for seat, name in enumerate(names)}
    face = getattr(view, "host_face", None)
    shown = _("the number to avoid is %(face)s") % {"face": face}
    return {_("Host"): shown if face else _("hasn’t rolled"), **seen}


def _of_seat(view: Any, seat: int) -> str:
    if seat in getattr(view, "caught", ()):
        return _("caught")
    if seat in getattr(view, "withdrawn", ()):
        return _("out")
    if seat in getattr(view, "queue", ()):
        return _("in line")
    if seat in [called for called, _place in getattr(view, "called", ())]:
        return _("called")
    dice = enumerate(getattr(view, "dice", ()), start=1)
    number, die = next(((n, die) for n, die in dice if die.seat == seat), (0, None))
    if die is None:
        return _("no die yet")
    words = {"number": number, "face": die.face}
    if die.face is None:
        return _("die %(number)s, not rolled") % words
    if seat == getattr(view, "live", None):
        return _("LIVE with %(face)s") % words
    return _("stands with %(face)s") % words
