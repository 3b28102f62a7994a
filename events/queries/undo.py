"""What undoing the last move would change, seat by seat, before anybody does it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.models import Match
from events.queries import states
from events.queries.table.sight import names_of
from events.queries.table.whereabouts import NOWHERE, in_words, places
from games.kernel import Public, View

Changes = Callable[[View, View, Sequence[str]], Iterable[tuple[str, str, str]]]
"""From two views and everybody's names: who, how it is, how it would be."""


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the preview: how it is for whom, and how it would be."""

    who: str
    was: str
    will: str


def preview(match: Match, changes: Changes | None = None) -> list[Change]:
    """What the host's undo would change; empty when nothing can be undone.

    Both sides are folded from the log: where the match stands, and where it stood before the last move. Only those
    who moved are put in words, so a big roster costs little. ``changes``: how a game whose table is no pier says it.
    """
    table, state = states.table_of(match), states.state_of(match)
    if table.voidable(state) is None:
        return []
    now = table.game.view(state.game, Public())
    then = table.game.view(state.moves[-1].game, Public())
    names = names_of(match.pk)
    if changes is not None:
        return [Change(*change) for change in changes(now, then, names)]
    before, after = places(now), places(then)
    host = Change(_("Host"), host_face(now), host_face(then))
    return [
        *([host] if host.was != host.will else []),
        *(
            Change(
                names[seat],
                in_words(before.get(seat, NOWHERE)),
                in_words(after.get(seat, NOWHERE)),
            )
            for seat in sorted(before.keys() | after.keys())
            if before.get(seat) != after.get(seat)
        ),
    ]


def host_face(view: Any) -> str:
    """The host's number in words."""
    face = getattr(view, "host_face", None)
    return _("the number to avoid is %(face)s") % {"face": face} if face else _("hasn’t rolled")
