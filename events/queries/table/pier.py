"""The pier for a page, as Live Bait and KnockOut share it: dice left to right, what each number does, what can be
pressed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from events.queries.table.sight import Sight
from games.kernel import Command, Entry, Host, Seat
from games.live_bait.commands import CallRoll, ChooseNext, PickDie, Roll
from games.live_bait.view import DieView, LiveBaitView, OddView
from games.live_bait.words import Name, Names, fill, headline, lines


def said(
    entries: Sequence[Entry], names: Sequence[str], me: Seat | None, translate: Callable[[str], str]
) -> str:
    """What a group of entries says, as one text."""
    return " ".join(fill(line, names, me, translate) for line in lines(entries, me))


def mentioned(entries: Sequence[Entry]) -> frozenset[Seat]:
    """Who these entries speak of: to everybody else they say the same."""
    seats: set[Seat] = set()
    for line in lines(entries):
        for _name, value in line.params:
            if isinstance(value, Name):
                seats.add(value.seat)
            elif isinstance(value, Names):
                seats.update(value.seats)
    return frozenset(seats)


def heading(sight: Sight) -> dict[str, Any]:
    """Whose turn it is and what to do, for this audience."""
    words = headline(view_of(sight), sight.audience)
    return {
        "whose": words.whose,
        "title": fill(words.title, sight.names, sight.me, _),
        "text": " ".join(fill(line, sight.names, sight.me, _) for line in words.body),
    }


def floor(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """Everything on the pier: the six dice, the host's, where the lantern hangs, what each number does."""
    view = view_of(sight)
    free = {command.die for command in commands if isinstance(command, PickDie)}
    choice = {command.seat for command in commands if isinstance(command, ChooseNext)}
    dice = [
        _die(sight, view, number, die, pickable=number in free, choosable=die.seat in choice)
        for number, die in enumerate(view.dice, start=1)
    ]
    return {
        "phase": view.phase,
        "dice": dice,
        "live_die": next((die["n"] for die in dice if die["state"] == "live"), 0),
        "host": _host_die(sight, view),
        "avoid": view.host_face if view.phase in ("live", "choosing") else None,
        "odds": [_odd(sight, odd) for odd in view.odds],
        "left_in": sum(die.state == "standing" for die in view.dice),
        "caught": [sight.names[seat] for seat in view.caught],
    }


def action(sight: Sight, command: Command) -> dict[str, Any] | None:
    """A button for a command, or None for one that is pressed on the pier (a die to stand at) or isn't the games'."""
    match command:
        case Roll():
            label = _("Roll your die") if sight.audience == Host() else _("Roll")
            return {"label": label, "kind": "go", "key": "Space"}
        case CallRoll():
            return {"label": _("Call the roll"), "kind": "go", "key": "Space"}
        case ChooseNext(seat=seat):
            die = _die_of(view_of(sight), seat)
            hint = _("die %(die)s") % {"die": die}
            return {"label": sight.names[seat], "hint": hint, "kind": "go", "key": str(die)}
    return None


def primary_when_off(sight: Sight) -> str:
    """What the big button says while it can't be pressed."""
    view = view_of(sight)
    if view.phase == "picking" and all(die.seat != sight.me for die in view.dice):
        return _("Pick a free die above")
    if view.phase in ("picking", "ready"):
        return _("Roll, when the host calls")
    if view.phase == "opening":
        return _("Roll, when everybody has")
    if view.phase in ("duel", "duel_host"):
        return _("Roll, in the duel")
    return _("Roll, when you are LIVE")


def time_is_up(sight: Sight) -> str:
    """What happens to this audience when its clock runs out."""
    match view_of(sight).phase:
        case "choosing":
            return _("to choose, then one of them at random")
        case _:
            return _("to roll, then it is rolled for you")


def ready(sight: Sight) -> str:
    """What the host is told before the start."""
    return _("%(count)s players are here. Start when you are; their clocks begin then.") % {
        "count": sight.state.seats
    }


def if_nothing(sight: Sight) -> str:
    """What happens when the host does nothing while others are waited for."""
    return _("the clock goes on, and what isn’t done in time is done by chance.")


def in_line(sight: Sight) -> dict[str, tuple[Seat, ...]]:
    """Who would take which prize as things stand; nobody before the end."""
    return {}


def waits_elsewhere(sight: Sight) -> frozenset[Seat]:
    """Whose clock is shown in a place of its own."""
    return frozenset()


def view_of(sight: Sight) -> LiveBaitView:
    """The view, which both games have in common."""
    if not isinstance(sight.view, LiveBaitView):
        raise TypeError("this is no table on a pier")
    return sight.view


def _die(
    sight: Sight, view: LiveBaitView, number: int, die: DieView, *, pickable: bool, choosable: bool
) -> dict[str, Any]:
    state = _state(view, die)
    mine = die.seat is not None and die.seat == sight.me
    return {
        "n": number,
        "seat": die.seat,
        "name": "" if die.seat is None else sight.names[die.seat],
        "me": mine,
        "state": "pick" if pickable or choosable else state,
        "face": die.face if die.state == "standing" else None,
        "label": _label(state, number, mine=mine),
        "pickable": pickable,
    }


def _state(view: LiveBaitView, die: DieView) -> str:
    if die.seat is not None and die.seat == view.live:
        return "next" if view.phase == "host_again" else "live"
    return die.state


def _label(state: str, number: int, *, mine: bool) -> str:
    match state:
        case "caught":
            return _("caught")
        case "left":
            return _("left")
        case "free":
            return _("free")
        case "called":
            return _("you") if mine else _("called")
        case "next":
            return _("is next")
    return _("you") if mine else _("die %(die)s") % {"die": number}


def _host_die(sight: Sight, view: LiveBaitView) -> dict[str, Any]:
    mine = sight.audience == Host()
    if view.host_face is None:
        return _host(
            sight, "none", None, _("rolls next") if view.phase == "host_first" else _("host")
        )
    if view.phase in ("host_again", "host_first"):
        return _host(sight, "spent", view.host_face, _("was %(face)s") % {"face": view.host_face})
    if view.phase in ("duel", "duel_host", "over"):
        return _host(sight, "plain", view.host_face, _("host"))
    return _host(sight, "avoid", view.host_face, _("your number") if mine else _("host"))


def _host(sight: Sight, state: str, face: int | None, label: str) -> dict[str, Any]:
    name = _("You") if sight.audience == Host() else sight.host_name
    return {"name": name, "face": face, "state": state, "label": label}


def _odd(sight: Sight, odd: OddView) -> dict[str, Any]:
    match odd.effect:
        case "caught":
            label = _("caught")
        case "pass":
            label = sight.names[odd.seats[0]]
        case "choose":
            label = _("you choose") if view_of(sight).live == sight.me else _("a choice")
        case _:
            label = _("again")
    return {"face": odd.face, "kind": odd.effect, "label": label}


def _die_of(view: LiveBaitView, seat: Seat) -> int:
    return next(number for number, die in enumerate(view.dice, start=1) if die.seat == seat)
