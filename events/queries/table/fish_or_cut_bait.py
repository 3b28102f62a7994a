"""Fish or Cut Bait for a page: the clock as a ring, the dice, the roller's throws, the sheet."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from events.queries.table import clocks, fish_dice, fish_sheet, fish_throws, told
from events.queries.table.sight import Sight
from games.fish_or_cut_bait import words
from games.fish_or_cut_bait.commands import FlipTimer
from games.fish_or_cut_bait.view import FishView
from games.kernel import Command, Entry, Host, Player, Seat

MORE: dict[str, tuple[str, ...]] = {
    "live": ("sheet",),
    "host": ("hostsheet",),
    "screen": ("wallsheet",),
}
"""Fragments of this game's own, by surface."""
OWN: dict[str, tuple[str, ...]] = {
    "turn": ("ring",),
    "pier": ("cut",),
    "reach": ("throw",),
    "odds": ("chances",),
    "sheet": ("sheet",),
}
"""What may differ from one player to the next, by the fragment that shows it."""
STYLES = ("css/fish-or-cut-bait.css",)
SCRIPTS = ("js/fish-or-cut-bait.js",)

_TWO_DIGITS = 99


def said(
    entries: Sequence[Entry], names: Sequence[str], me: Seat | None, translate: Callable[[str], str]
) -> str:
    """What a group of entries says, as one text."""
    return told.said(words, entries, names, me, translate)


def mentioned(entries: Sequence[Entry]) -> frozenset[Seat]:
    """Who these entries speak of."""
    return told.mentioned(words, entries)


def heading(sight: Sight) -> dict[str, Any]:
    """Whose turn it is. Who is called or next hears it once: not again with each throw."""
    view, found = view_of(sight), told.heading(words, sight)
    if view.phase == "over" or sight.me is None or sight.me in view.withdrawn:
        return found
    if sight.me == view.roller:
        begins = view.phase in ("ready", "deducting") or not view.throws
        return found | {"alert": found["title"] if begins else "", "beep": begins}
    is_next = view.next == sight.me
    return found | {"alert": _("You are next: get ready.") if is_next else "", "beep": is_next}


def floor(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """Everything on the table: the ring, the dice, what the roller can throw, the sheet."""
    view = view_of(sight)
    ticket = sight.table.ticket(sight.state, sight.actor) if sight.actor else ""
    throws = fish_throws.throws(sight, view, commands)
    mine = throws is not None
    cut = fish_dice.shown(sight, view, mine=mine)
    return {
        "phase": view.phase,
        "ring": _ring(sight, view),
        "cut": cut | {"ticket": ticket if mine else ""},
        "throw": throws and throws | {"ticket": ticket},
        "chances": [] if mine else fish_dice.chances(sight, view),
        "sheet": fish_sheet.sheet(sight, view),
        "wall": _wall(sight, view),
    }


def action(sight: Sight, command: Command) -> dict[str, Any] | None:
    """The button that begins a turn; throws have forms of their own."""
    if not isinstance(command, FlipTimer):
        return None
    view = view_of(sight)
    hint = _("then %(seconds)s seconds run") % {"seconds": view.turn_s}
    if sight.audience == Host():
        label = _("Flip the timer for %(who)s") % {"who": sight.names[view.roller]}
        return {"label": label, "hint": hint, "kind": "go", "key": "Space"}
    return {"label": _("Start your turn"), "hint": hint, "kind": "go", "key": "Space"}


def primary_when_off(sight: Sight) -> str:
    """What the big button says while it can't be pressed."""
    view = view_of(sight)
    if sight.me == view.roller:
        return _("Roll, after the pause")
    if sight.me == view.next:
        return _("Roll, when you are called: you are next")
    return _("Roll, when you are called")


def time_is_up(sight: Sight) -> str:
    """What happens to this audience when its clock runs out (FC-2, FC-12, FC-14)."""
    match view_of(sight).phase:
        case "ready":
            return _("to start, then the timer is flipped for you")
        case "deducting":
            return _("to take fish, then nothing is taken")
        case _:
            return _("left; then what shows is booked")


def ready(sight: Sight) -> str:
    """What the host is told before the start."""
    text = _("%(count)s players are here. Start when you are; %(who)s is called first.")
    return text % {"count": sight.state.seats, "who": sight.names[0]}


def if_nothing(sight: Sight) -> str:
    """What happens when the host does nothing while others are waited for."""
    match view_of(sight).phase:
        case "ready":
            return _("the timer is flipped by itself when the time to start is over.")
        case "deducting":
            return _("nothing is taken when the time is up.")
        case _:
            return _("the turn ends by itself when the time is up, with what shows then.")


def in_line(sight: Sight) -> dict[str, tuple[Seat, ...]]:
    """Who would take which prize as things stand; nobody before the end."""
    return {}


def waits_elsewhere(sight: Sight) -> frozenset[Seat]:
    """Whose clock is shown in a place of its own."""
    return frozenset()


def changes(now: FishView, then: FishView, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """What undoing the last move would change: whose turn with which dice, and sums."""
    found = []
    for seat, name in enumerate(names):
        was, will = _stands(now, seat), _stands(then, seat)
        if was != will:
            found.append((name, was, will))
    return found


def view_of(sight: Sight) -> FishView:
    """The view, which is the same for everybody."""
    if not isinstance(sight.view, FishView):
        raise TypeError("this is no table of Fish or Cut Bait")
    return sight.view


def _stands(view: FishView, seat: Seat) -> str:
    fish = _("%(fish)s fish on the sheet") % {"fish": view.points[seat]}
    if seat in view.withdrawn:
        return _("left, %(fish)s") % {"fish": fish}
    if seat != view.roller or view.phase == "over":
        return fish
    if view.phase == "ready":
        return _("called, %(fish)s") % {"fish": fish}
    return _("rolls: %(dice)s; %(fish)s") % {"dice": fish_dice.in_words(view), "fish": fish}


def _ring(sight: Sight, view: FishView) -> dict[str, Any] | None:
    """The roller's clock; while the match is paused, what is left on it."""
    who = Player(view.roller)
    own = sight.me == view.roller
    deadlines = sight.table.deadlines(sight.state)
    if who in deadlines:
        found = clocks.clock(sight, who, deadlines[who], "")
        return found | {"own": own, "wide": found["limit_s"] > _TWO_DIGITS}
    kept = next((left.time for left in sight.state.left if left.who == who), None)
    if kept is None:
        return None
    seconds = -(-kept // timedelta(seconds=1))
    return {"at_ms": 0, "left": str(seconds), "own": own, "wide": seconds > _TWO_DIGITS}


def _wall(sight: Sight, view: FishView) -> dict[str, Any]:
    """What the projector writes large: who rolls, and what they do."""
    said_ = {
        "ready": _("called"),
        "rigging": _("rigs"),
        "fishing": _("fishes"),
        "deducting": _("Lucky 7"),
        "over": "",
    }
    name = sight.names[view.roller] if sight.state.started and view.phase != "over" else ""
    next_ = "" if view.next in (None, view.roller) else sight.names[view.next or 0]
    return {
        "live_name": name,
        "size": "s" if len(name) <= 6 else "m" if len(name) <= 11 else "l",
        "word": said_[view.phase],
        "next": next_,
    }
