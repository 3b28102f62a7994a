"""The running clocks of a match, as pages count them down."""

from collections.abc import Mapping, Set
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from events.queries.table.sight import Sight
from games.kernel import Actor, Player, Seat, Wait


def own_clock(sight: Sight, text: str, elsewhere: Set[Seat]) -> dict[str, Any] | None:
    """The clock of whoever reads; to those who only watch, the clock that runs out first.

    ``text``: what happens to the reader when it does. The clocks of those ``elsewhere`` count only while play waits
    for nobody else.
    """
    clocks = sight.table.deadlines(sight.state)
    if sight.actor is not None and sight.actor in clocks:
        return clock(sight, sight.actor, clocks[sight.actor], text)
    others = set(sight.table.waits(sight.state)) - {Player(seat) for seat in elsewhere}
    shown = {who: at for who, at in clocks.items() if not others or who in others}
    if not shown:
        return None
    who, at = min(shown.items(), key=lambda pair: pair[1])
    if len(shown) > 1 and _together(shown):
        return clock(sight, who, at, _("left for %(count)s players") % {"count": len(shown)})
    return clock(sight, who, at, _("left for %(who)s") % {"who": sight.name_of(who)})


def other_clocks(sight: Sight, elsewhere: Set[Seat]) -> list[dict[str, Any]]:
    """Who else is waited for, unless the one clock tells them all.

    Not those ``elsewhere``, whose clocks have a place of their own.
    """
    clocks = sight.table.deadlines(sight.state)
    shown = {
        who: at
        for who, at in clocks.items()
        if who == sight.actor or not (isinstance(who, Player) and who.seat in elsewhere)
    }
    if not shown or _together(shown):
        return []
    return [
        {"name": sight.name_of(who), "clock": clock(sight, who, at, "")}
        for who, at in shown.items()
        if who != sight.actor
    ]


def _together(clocks: Mapping[Actor, datetime]) -> bool:
    """Whether all run out at the same moment, so that one clock tells them all."""
    return max(clocks.values()) - min(clocks.values()) < timedelta(seconds=1)


def clock(sight: Sight, who: Actor, at: datetime, text: str) -> dict[str, Any]:
    """A clock as pages count it down; ``limit_s`` 0 where there is no limit to compare with."""
    wait: Wait = sight.table.waits(sight.state)[who]
    limit = int(wait.limit.total_seconds()) if wait.limit else 0
    return {"at_ms": int(at.timestamp() * 1000), "limit_s": limit, "text": text, "left": ""}
