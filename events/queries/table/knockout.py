"""KnockOut for a page: the pier, the queue, who is called with a clock each, and everybody by where they are."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries import fit
from events.queries.evening import parts
from events.queries.table import clocks, crowd, pier
from events.queries.table.pier import mentioned, said, view_of
from events.queries.table.sight import Sight
from games.kernel import Command, Host, Player, Seat
from games.live_bait.commands import PassOver, Roll
from games.live_bait.view import LiveBaitView

__all__ = [
    "MORE",
    "action",
    "floor",
    "heading",
    "if_nothing",
    "in_line",
    "mentioned",
    "primary_when_off",
    "ready",
    "said",
    "time_is_up",
    "waits_elsewhere",
]

MORE: dict[str, tuple[str, ...]] = {
    "live": ("queue",),
    "host": ("tablecalls", "tableroster", "tablefit", "tablelines", "stakes"),
}
"""Fragments of this game's own, by surface."""

QUEUE_SHOWN = 8
DOOR_PRIZES = 3


def floor(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """Everything on the pier, and who is still to come to it."""
    view = view_of(sight)
    shared = pier.floor(sight, commands) | {"queue": _queue(sight, view)}
    if sight.audience == Host():
        left = fit.match_left(sight.match)
        shared |= {
            "tablecalls": _calls(sight, view),
            "roster": crowd.roster(sight, view),
            "say": _say(sight, view),
            "fit": parts.ends_line(sight.match.event, left, sight.match.touched_at),
        }
    return shared


def heading(sight: Sight) -> dict[str, Any]:
    """Whose turn it is; whoever is called or next in the queue is told with a sound."""
    view, told = view_of(sight), pier.heading(sight)
    if sight.me is None or view.phase == "over":
        return told
    is_next = view.queue[:1] == (sight.me,)
    is_called = sight.me in _called(view)
    if is_next:
        told["alert"] = told["title"]
    return told | {"beep": is_next or is_called or view.live == sight.me}


def action(sight: Sight, command: Command) -> dict[str, Any] | None:
    """A button for a command; passing over stands beside who is called."""
    match command:
        case PassOver():
            return None
        case Roll() if sight.me is not None and (die := _called(view_of(sight)).get(sight.me)):
            return {"label": _("Come to die %(die)s") % {"die": die}, "kind": "go", "key": "Space"}
    return pier.action(sight, command)


def primary_when_off(sight: Sight) -> str:
    """What the big button says while it can't be pressed."""
    if sight.me in view_of(sight).queue:
        return _("Roll, when you are called")
    return pier.primary_when_off(sight)


def time_is_up(sight: Sight) -> str:
    """What happens to this audience when its clock runs out (KO-4)."""
    view = view_of(sight)
    if sight.me not in _called(view):
        return pier.time_is_up(sight)
    if sight.me in view.missed:
        return _("to come, then you are out")
    return _("to come, then you go to the end of the queue")


def ready(sight: Sight) -> str:
    """What the host is told before the start."""
    first = min(sight.state.seats, 6)
    return _(
        "%(count)s play. When you start, the first %(first)s are called to the dice, each with a clock."
    ) % {"count": sight.state.seats, "first": first}


def if_nothing(sight: Sight) -> str:
    """What happens when the host does nothing while others are waited for."""
    if not _called(view_of(sight)):
        return pier.if_nothing(sight)
    if Host() in sight.table.waits(sight.state):
        return _(
            "the dice wait for you. Whoever is called and doesn’t come in time goes to the end of the queue."
        )
    return _("whoever is called and doesn’t come in time goes to the end of the queue.")


def in_line(sight: Sight) -> dict[str, tuple[Seat, ...]]:
    """Who would take which prize as things stand (KO-5): the first caught, and the last when two are left."""
    view = view_of(sight)
    gone = set(view.withdrawn)
    third = [seat for seat in view.caught if seat not in gone]
    found = {"door": view.caught[:DOOR_PRIZES]}
    if len(_still_in(view)) == 2 and third:
        found["third"] = (third[-1],)
        found["door"] = tuple(seat for seat in view.caught if seat != third[-1])[:DOOR_PRIZES]
    return found


def waits_elsewhere(sight: Sight) -> frozenset[Seat]:
    """The called have their clocks in the list of the called."""
    return frozenset(_called(view_of(sight)))


def _called(view: LiveBaitView) -> dict[Seat, int | None]:
    return dict(view.called)


def _still_in(view: LiveBaitView) -> list[Seat]:
    standing = [die.seat for die in view.dice if die.state == "standing" and die.seat is not None]
    return [*standing, *_called(view), *view.queue]


def _queue(sight: Sight, view: LiveBaitView) -> dict[str, Any]:
    """Who is called and for how long, who comes next, and how many are in."""
    rows = [
        {
            "place": place,
            "name": sight.names[seat],
            "me": seat == sight.me,
            "missed": seat in view.missed,
        }
        for place, seat in enumerate(view.queue[:QUEUE_SHOWN], start=1)
    ]
    own = sight.me in view.queue[QUEUE_SHOWN:]
    return {
        "still_in": _("%(count)s of %(all)s still in")
        % {"count": len(_still_in(view)), "all": sight.state.seats},
        "called": [_call(sight, seat, die) for seat, die in view.called],
        "others": len(view.called) - 1,
        "rows": rows,
        "more": _more(sight, view),
        "own": pier.heading(sight)["title"] if own and sight.state.started else "",
        "empty": not view.called and not view.queue,
    }


def _say(sight: Sight, view: LiveBaitView) -> list[str]:
    """Ready sentences for the community's chat, as long as the match goes on."""
    if sight.match.ended_at is not None:
        return []
    found = []
    if view.called:
        names = ", ".join(sight.names[seat] for seat, _die in view.called)
        found.append(
            _("%(names)s: you are called to the dice. Come by your page.") % {"names": names}
        )
    if view.queue:
        found.append(
            _("%(name)s is next. %(count)s of %(all)s are still in.")
            % {
                "name": sight.names[view.queue[0]],
                "count": len(_still_in(view)),
                "all": sight.state.seats,
            }
        )
    if view.caught:
        found.append(
            _("%(name)s is caught. Thank you for playing!") % {"name": sight.names[view.caught[-1]]}
        )
    return found


def _more(sight: Sight, view: LiveBaitView) -> str:
    rest = view.queue[QUEUE_SHOWN:]
    if not rest:
        return ""
    if len(rest) == 1:
        return _("then %(name)s") % {"name": sight.names[rest[0]]}
    return ngettext(
        "then %(name)s and %(count)s more", "then %(name)s and %(count)s more", len(rest) - 1
    ) % {"name": sight.names[rest[0]], "count": len(rest) - 1}


def _call(sight: Sight, seat: Seat, die: int | None) -> dict[str, Any]:
    deadlines = sight.table.deadlines(sight.state)
    at = deadlines.get(Player(seat))
    return {
        "seat": seat,
        "name": sight.names[seat],
        "me": seat == sight.me,
        "where": _("is called to die %(die)s") % {"die": die} if die else _("is called"),
        "clock": None if at is None else clocks.clock(sight, Player(seat), at, ""),
    }


def _calls(sight: Sight, view: LiveBaitView) -> dict[str, Any]:
    """The host's list of the called, each to be passed over, and of whom the clock or the host passed over."""
    legal = {
        command.seat
        for command in sight.table.legal_commands(sight.state, Host())
        if isinstance(command, PassOver)
    }
    here = crowd.here(sight, [seat for seat, _die in view.called])
    rows = [
        {
            **_call(sight, seat, die),
            "note": crowd.page_note(here.get(seat)),
            "pass_args": json.dumps({"seat": seat}) if seat in legal else "",
            "last": seat in view.missed,
        }
        for seat, die in view.called
    ]
    places = {seat: place for place, seat in enumerate(view.queue, start=1)}
    passed = [seat for seat in view.missed if seat in places]
    return {
        "rows": rows,
        "passed": [
            {"name": sight.names[seat], "place": places[seat]} for seat in passed[-QUEUE_SHOWN:]
        ],
        "hidden": sight.match.ended_at is not None or not (rows or passed),
    }
