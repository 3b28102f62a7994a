"""What can be pressed at a table: the big buttons, and the host's tools round the game."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from events.queries import undo
from events.queries.programme import in_words
from events.queries.table import log
from events.queries.table.games import SHOWN
from events.queries.table.sight import Sight
from games import codec
from games.kernel import Command, Host, Player
from games.table import AddTime, Pause, Resume, Skip, Start, Void, Withdraw

_SEATS_LISTED = 100


def actions(sight: Sight, commands: Sequence[Command]) -> list[dict[str, Any]]:
    """The big buttons: what this audience must or may do in the game itself."""
    game = SHOWN[sight.match.game]
    found = []
    for command in commands:
        act = _table_action(sight, command) or game.action(sight, command)
        if act is not None and act["kind"] in ("go", "solid"):
            found.append({**form(command), **act})
    if found or sight.me is None or not _still_playing(sight):
        return found
    return [
        {
            "command": "",
            "args": "{}",
            "id": "roll-off",
            "label": game.primary_when_off(sight),
            "kind": "off",
            "key": "",
            "disabled_reason": " ",
        }
    ]


def _still_playing(sight: Sight) -> bool:
    gone = {*getattr(sight.view, "caught", ()), *getattr(sight.view, "withdrawn", ())}
    return sight.match.ended_at is None and sight.me not in gone


def _table_action(sight: Sight, command: Command) -> dict[str, Any] | None:
    match command:
        case Start():
            round_ = sight.match.round
            label = _("Start %(round)s") % {"round": in_words(round_.kind, round_.number)}
            return {"label": label, "kind": "go", "key": "Space"}
        case Resume():
            return {"label": _("Let the clocks go on"), "kind": "go", "key": "Space"}
    return None


def tools(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """The host's tools round the game: each a form, or absent when it can't be used now."""
    found: dict[str, Any] = {"skips": [], "seats": [], "more": []}
    elsewhere = SHOWN[sight.match.game].waits_elsewhere(sight)
    for command in commands:
        match command:
            case Pause():
                found["pause"] = form(command)
            case AddTime():
                found["time"] = form(command)
            case Void(seq=seq):
                found["undo"] = {
                    "args": json.dumps({"seq": seq}),
                    "what": _last_move(sight),
                    "changes": undo.preview(
                        sight.match, getattr(SHOWN[sight.match.game], "changes", None)
                    ),
                }
            case Skip(who=Player(seat=seat)) if seat not in elsewhere:
                ticket = sight.table.ticket(sight.state, Player(seat))
                skip = {"seat": seat, "name": sight.names[seat], "ticket": ticket}
                found["skips"].append({**form(command), **skip})
            case Withdraw():
                found["seats"] = [
                    {"seat": seat, "name": name}
                    for seat, name in enumerate(sight.names[:_SEATS_LISTED])
                    if seat not in sight.state.withdrawn
                ]
            case _:
                act = SHOWN[sight.match.game].action(sight, command)
                if act is not None and act["kind"] == "quiet":
                    found["more"].append({**form(command), **act})
    return found


def dispute(sight: Sight) -> dict[str, str] | None:
    """The way to say that something wasn't right, for those at the table and for the host."""
    if not sight.state.started or (sight.me is None and sight.audience != Host()):
        return None
    address = [sight.match.event.public_id, sight.match.public_id]
    label = _("Somebody disputes this…") if sight.me is None else _("That wasn’t right…")
    return {"url": reverse("dispute", args=address), "label": label}


def _last_move(sight: Sight) -> str:
    move = sight.state.moves[-1]
    lines = log.newest(sight.match, None, count=log.SHOWN_LINES)
    return next((line.text for line in lines if move.first <= line.seq <= move.last), "")


def form(command: Command) -> dict[str, Any]:
    """What a command's form carries: its name, its arguments as JSON, an id that is stable over swaps."""
    body = codec.encode(command)
    if not isinstance(body, dict):
        raise TypeError("a command is an object")
    name = str(body.pop("type"))
    return {"command": name, "args": json.dumps(body), "id": "-".join([name, *_plain(body)])}


def _plain(body: Mapping[str, Any]) -> list[str]:
    return [str(value) for value in body.values() if isinstance(value, int)]
