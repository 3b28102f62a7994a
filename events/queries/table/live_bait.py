"""Live Bait's floor for a page: dice left to right, what each number does, what can be pressed."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from events.queries.table.sight import Sight
from games.kernel import Command, Entry, Host, Seat
from games.live_bait.commands import CallRoll, ChooseNext, PickDie, Roll, WaivePriorWinner
from games.live_bait.view import DieView, LiveBaitView, OddView
from games.live_bait.words import fill, headline, lines


def said(
    entries: Sequence[Entry], names: Sequence[str], me: Seat | None, translate: Callable[[str], str]
) -> str:
    """What a group of entries says, as one text."""
    return " ".join(fill(line, names, me, translate) for line in lines(entries, me))


def heading(sight: Sight) -> dict[str, Any]:
    """Whose turn it is and what to do, for this audience."""
    words = headline(_view(sight), sight.audience)
    return {
        "whose": words.whose,
        "title": fill(words.title, sight.names, sight.me, _),
        "text": " ".join(fill(line, sight.names, sight.me, _) for line in words.body),
    }


def floor(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """Everything on the pier: the six dice, the host's, where the lantern hangs, what each number does."""
    view = _view(sight)
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
        "rolled": list(zip(sight.names, view.rolled, strict=True)),
        "prior_winners": [sight.names[seat] for seat in view.prior_winners],
        "waived": view.waived,
    }


def action(sight: Sight, command: Command) -> dict[str, Any] | None:
    """A button for a command, or None for one that is pressed on the pier (a die to stand at) or isn't this game's."""
    match command:
        case Roll():
            label = _("Roll your die") if sight.audience == Host() else _("Roll")
            return {"label": label, "kind": "go", "key": "Space"}
        case CallRoll():
            return {"label": _("Call the roll"), "kind": "go", "key": "Space"}
        case ChooseNext(seat=seat):
            die = _die_of(_view(sight), seat)
            hint = _("die %(die)s") % {"die": die}
            return {"label": sight.names[seat], "hint": hint, "kind": "go", "key": str(die)}
        case WaivePriorWinner():
            return {"label": _("Waive the prior winner’s rule"), "kind": "quiet", "key": ""}
    return None


def primary_when_off(sight: Sight) -> str:
    """What the big button says while it can't be pressed."""
    view = _view(sight)
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
    match _view(sight).phase:
        case "picking":
            return _("to pick, then you get a free die at random")
        case "choosing":
            return _("to choose, then one of them at random")
        case _:
            return _("to roll, then it is rolled for you")


def _view(sight: Sight) -> LiveBaitView:
    if not isinstance(sight.view, LiveBaitView):
        raise TypeError("this table shows Live Bait only")
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
        "choosable": choosable,
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
            label = _("you choose") if _view(sight).live == sight.me else _("a choice")
        case _:
            label = _("again")
    return {"face": odd.face, "kind": odd.effect, "label": label}


def _die_of(view: LiveBaitView, seat: Seat) -> int:
    return next(number for number, die in enumerate(view.dice, start=1) if die.seat == seat)
