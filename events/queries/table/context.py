"""The context a table's fragments are rendered from, for one audience on one surface."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Match
from events.queries.table import log
from events.queries.table.games import SHOWN
from events.queries.table.reading import Reading
from events.queries.table.sight import Sight, sight_of
from games import codec
from games.kernel import Actor, Command, Host, Player, Wait
from games.table import AddTime, Pause, Resume, Skip, Start, Void, Withdraw

FRAGMENTS: dict[str, tuple[str, ...]] = {
    "live": ("turn", "pier", "just", "stakeline", "reach", "odds", "log", "stakes"),
    "host": ("matchdeck", "hostpier", "tools", "undodiff", "log"),
    "screen": ("walllive", "wallpier", "wallavoid", "wallnews"),
}
"""The parts of a page that a match fills, by surface. Each is a partial of the game's table.html."""

_LOG_LINES = 8

Contents = tuple[int, Sequence[tuple[str, str]], Mapping[str, Any]]


def table_context(match: Match, surface: str, audience: str) -> Contents:
    """The match's seq, its fragments as (id, template) and their context."""
    sight = sight_of(match, audience)
    template = f"games/{match.game.replace('-', '_')}/table.html"
    fragments = [(name, f"{template}#{name}") for name in FRAGMENTS[surface]]
    return sight.seq, fragments, _context(sight)


def _context(sight: Sight) -> dict[str, Any]:
    game = SHOWN[sight.match.game]
    commands = sight.table.legal_commands(sight.state, sight.actor) if sight.actor else ()
    lines = log.newest(sight.match, sight.me, count=_LOG_LINES)
    paused = sight.state.paused
    context = {
        "headline": _heading(sight),
        **game.floor(sight, commands),
        "just": lines[0].text if lines else _("The seats are taken. The host starts the match."),
        "actions": _actions(sight, commands),
        "tools": _tools(sight, commands),
        "command_url": reverse(
            "match-command", args=[sight.match.event.public_id, sight.match.public_id]
        ),
        "ticket": sight.table.ticket(sight.state, sight.actor) if sight.actor else "",
        "deadline": _own_clock(sight),
        "others_waiting": _other_clocks(sight),
        "log": lines[1:],
        "log_url": reverse("match-log", args=[sight.match.event.public_id, sight.match.public_id]),
        "log_count": sight.seq,
        "prizes": _prizes(sight),
        "paused": paused,
        "pause_text": _("%(host)s stopped the clocks. Nothing is lost.")
        % {"host": sight.host_name},
        "over": sight.match.ended_at is not None,
        "started": sight.state.started,
        "odds_title": _odds_title(sight),
        "if_nothing": _if_nothing(sight),
    }
    context["wall"] = _wall(sight, context)
    for die in context["dice"]:
        die["pick_args"] = json.dumps({"die": die["n"]})
        die["choose_args"] = json.dumps({"seat": die["seat"]})
    return context


def _odds_title(sight: Sight) -> str:
    live = getattr(sight.view, "live", None)
    if live is None or live == sight.me:
        return _("What your next number does")
    return _("What %(who)s’s next number does") % {"who": sight.names[live]}


def _if_nothing(sight: Sight) -> str:
    """What happens when the host does nothing: only said to the host."""
    if sight.audience != Host() or sight.match.ended_at is not None:
        return ""
    if Host() in sight.table.waits(sight.state):
        return _("everybody waits; no clock runs while it is your turn.")
    return _("the clock goes on, and what isn’t done in time is done by chance.")


def _heading(sight: Sight) -> dict[str, Any]:
    if sight.state.started:
        return SHOWN[sight.match.game].heading(sight)
    names = {"count": sight.state.seats, "host": sight.host_name, "round": sight.match.round.number}
    if sight.audience == Host():
        return {
            "whose": "you",
            "title": _("Round %(round)s is ready") % names,
            "text": _("%(count)s players are here. Start when you are; their clocks begin then.")
            % names,
        }
    return {
        "whose": "other",
        "title": _("Round %(round)s is about to begin") % names,
        "text": _("%(host)s starts it. Keep this page open.") % names,
    }


def _actions(sight: Sight, commands: Sequence[Command]) -> list[dict[str, Any]]:
    """The big buttons: what this audience must or may do in the game itself."""
    game = SHOWN[sight.match.game]
    found = []
    for command in commands:
        act = _table_action(sight, command) or game.action(sight, command)
        if act is not None and act["kind"] in ("go", "solid"):
            found.append({**_form(command), **act})
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
            label = _("Start round %(round)s") % {"round": sight.match.round.number}
            return {"label": label, "kind": "go", "key": "Space"}
        case Resume():
            return {"label": _("Let the clocks go on"), "kind": "go", "key": "Space"}
    return None


def _tools(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """The host's tools round the game: each a form, or absent when it can't be used now."""
    tools: dict[str, Any] = {"skips": [], "seats": [], "more": []}
    for command in commands:
        match command:
            case Pause():
                tools["pause"] = _form(command)
            case AddTime():
                tools["time"] = _form(command)
            case Void(seq=seq):
                tools["undo"] = {"args": json.dumps({"seq": seq}), "what": _last_move(sight)}
            case Skip(who=Player(seat=seat)):
                ticket = sight.table.ticket(sight.state, Player(seat))
                skip = {"seat": seat, "name": sight.names[seat], "ticket": ticket}
                tools["skips"].append({**_form(command), **skip})
            case Withdraw():
                tools["seats"] = [
                    {"seat": seat, "name": name}
                    for seat, name in enumerate(sight.names)
                    if seat not in sight.state.withdrawn
                ]
            case _:
                act = SHOWN[sight.match.game].action(sight, command)
                if act is not None and act["kind"] == "quiet":
                    tools["more"].append({**_form(command), **act})
    return tools


def _last_move(sight: Sight) -> str:
    move = sight.state.moves[-1]
    lines = log.newest(sight.match, None, count=_LOG_LINES)
    return next((line.text for line in lines if move.first <= line.seq <= move.last), "")


def _form(command: Command) -> dict[str, Any]:
    """What a command's form carries: its name, its arguments as JSON, an id that is stable over swaps."""
    body = codec.encode(command)
    if not isinstance(body, dict):
        raise TypeError("a command is an object")
    name = str(body.pop("type"))
    return {"command": name, "args": json.dumps(body), "id": "-".join([name, *_plain(body)])}


def _plain(body: Mapping[str, Any]) -> list[str]:
    return [str(value) for value in body.values() if isinstance(value, int)]


def _own_clock(sight: Sight) -> dict[str, Any] | None:
    """The clock of whoever reads; to those who only watch, the clock that runs out first."""
    clocks = sight.table.deadlines(sight.state)
    if sight.actor is not None and sight.actor in clocks:
        text = SHOWN[sight.match.game].time_is_up(sight)
        return _clock(sight, sight.actor, clocks[sight.actor], text)
    if not clocks:
        return None
    who, at = min(clocks.items(), key=lambda pair: pair[1])
    if len(clocks) > 1 and _together(clocks):
        return _clock(sight, who, at, _("left for %(count)s players") % {"count": len(clocks)})
    return _clock(sight, who, at, _("left for %(who)s") % {"who": sight.name_of(who)})


def _together(clocks: Mapping[Actor, datetime]) -> bool:
    """Whether all run out at the same moment, so that one clock tells them all."""
    return max(clocks.values()) - min(clocks.values()) < timedelta(seconds=1)


def _other_clocks(sight: Sight) -> list[dict[str, Any]]:
    clocks = sight.table.deadlines(sight.state)
    if not clocks or _together(clocks):
        return []
    return [
        {"name": sight.name_of(who), "clock": _clock(sight, who, at, "")}
        for who, at in clocks.items()
        if who != sight.actor
    ]


def _clock(sight: Sight, who: Actor, at: datetime, text: str) -> dict[str, Any]:
    wait: Wait = sight.table.waits(sight.state)[who]
    limit = int(wait.limit.total_seconds()) if wait.limit else 0
    return {"at_ms": int(at.timestamp() * 1000), "limit_s": limit, "text": text, "left": ""}


def _prizes(sight: Sight) -> list[dict[str, Any]]:
    """What is at stake in this round; once it is over, who has it.

    How far an award has come is the evening's to say: it goes on after the match's last entry, and a page is told of a
    match only when that has a new one.
    """
    reading = Reading.of(sight.match)
    awards = reading.awards
    return [
        {
            "place": prize.get_place_display(),
            "title": prize.title,
            "from_whom": prize.from_whom,
            "state": "",
            "in_line": "",
            "winner": awards[prize.pk].registration.name if prize.pk in awards else "",
        }
        for prize in reading.prizes
    ]


def _wall(sight: Sight, context: Mapping[str, Any]) -> dict[str, Any]:
    """What the projector writes large."""
    live = next((die for die in context["dice"] if die["state"] == "live"), None)
    name = live["name"] if live else ""
    return {
        "live_name": name,
        "size": "s" if len(name) <= 6 else "m" if len(name) <= 11 else "l",
        "word": _("chooses") if context["phase"] == "choosing" else _("LIVE"),
        "last_catch": context["caught"][-1] if context["caught"] else "",
        "stake": " · ".join(prize["title"] for prize in context["prizes"]),
    }
