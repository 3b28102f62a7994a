"""The context a table's fragments are rendered from, for one audience on one surface."""

import json
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Match
from events.queries import pictures
from events.queries.programme import prize_name, title_of
from events.queries.table import acts, clocks, log
from events.queries.table.games import SHOWN
from events.queries.table.pausing import pause_text
from events.queries.table.reading import Reading
from events.queries.table.sight import Sight, sight_of, table_of_round
from games.kernel import Command, Host

FRAGMENTS: dict[str, tuple[str, ...]] = {
    "live": ("turn", "pier", "just", "stakeline", "reach", "odds", "log", "dispute", "stakes"),
    "host": ("matchdeck", "hostpier", "tools", "undodiff", "log", "dispute"),
    "screen": ("walllive", "wallpier", "wallavoid", "wallnews"),
}
"""The parts of a page that any match fills, by surface. Each is a partial of the game's table.html; a game may have
more (``MORE`` of its module)."""

_OWN: dict[str, tuple[str, ...]] = {
    "turn": ("headline", "others_waiting"),
    "pier": ("dice", "host"),
    "just": ("just",),
    "reach": ("deadline", "actions"),
    "odds": ("odds", "odds_title"),
    "log": ("log",),
    "dispute": ("dispute",),
    "queue": ("queue",),
}
"""What may differ from one player to the next, by the fragment of the live page that shows it. A game may have more
(``OWN`` of its module)."""

Fragments = Sequence[tuple[str, str]]
Context = Mapping[str, Any]
Contents = tuple[int, Fragments, Context]


def table_context(match: Match, surface: str, audience: str) -> Contents:
    """The match's seq, its fragments as (id, template) and the whole context of one audience."""
    sight = sight_of(match, audience)
    return sight.seq, _fragments(match, surface), _context(sight)


def table_contents(
    match: Match, surface: str, audience: str
) -> tuple[int, Fragments, Context, Mapping[str, Context]]:
    """The same with one context for all players: what everybody sees, and by fragment what this audience sees else.

    For one ``match`` object what all have in common is made once, and a fragment in which a player sees nothing of
    their own is rendered once: a hall of 500 costs little more than those whose turn it is.
    """
    fragments = _fragments(match, surface)
    if not audience.startswith("seat/"):
        return match.seq, fragments, _shared(match, surface, audience), {}
    shared = _shared(match, surface, "public")
    mine = _own(sight_of(match, audience))
    own = {name: _differing(name, mine, shared, SHOWN[match.game]) for name, _template in fragments}
    return match.seq, fragments, shared, {name: more for name, more in own.items() if more}


def _fragments(match: Match, surface: str) -> list[tuple[str, str]]:
    template = f"games/{match.game.replace('-', '_')}/table.html"
    names = (*FRAGMENTS[surface], *SHOWN[match.game].MORE.get(surface, ()))
    return [(name, f"{template}#{name}") for name in names]


def _shared(match: Match, surface: str, audience: str) -> Context:
    return Reading.of(match).once(
        ("context", surface, audience), lambda: _context(sight_of(match, audience))
    )


def _differing(name: str, mine: Context, shared: Context, game: ModuleType) -> dict[str, Any]:
    keys = (*_OWN.get(name, ()), *getattr(game, "OWN", {}).get(name, ()))
    own = {key: mine[key] for key in keys if key in mine and mine[key] != shared[key]}
    if name == "reach" and mine["actions"]:
        own["ticket"] = mine["ticket"]
    if name == "pier" and any(die["pickable"] for die in mine.get("dice", ())):
        own["ticket"] = mine["ticket"]
    return own


def _context(sight: Sight) -> dict[str, Any]:
    own = _own(sight)
    context = {
        **own,
        "tools": acts.tools(sight, _commands(sight)) if sight.audience == Host() else {},
        "table_name": table_name(sight.match),
        "command_url": reverse(
            "match-command", args=[sight.match.event.public_id, sight.match.public_id]
        ),
        "log_url": reverse("match-log", args=[sight.match.event.public_id, sight.match.public_id]),
        "log_count": sight.seq,
        "prizes": _prizes(sight),
        "paused": sight.state.paused,
        "pause_text": pause_text(sight) if sight.state.paused else "",
        "over": sight.match.ended_at is not None,
        "started": sight.state.started,
        "if_nothing": _if_nothing(sight),
    }
    return {**context, "wall": _wall(context) | own.get("wall", {})}


def _own(sight: Sight) -> dict[str, Any]:
    """What may differ from one player to the next."""
    game = SHOWN[sight.match.game]
    commands = _commands(sight)
    elsewhere = game.waits_elsewhere(sight)
    lines = log.newest(sight.match, sight.me, count=log.SHOWN_LINES)
    own = {
        "headline": _heading(sight),
        **game.floor(sight, commands),
        "just": lines[0].text if lines else _("The seats are taken. The host starts the match."),
        "actions": acts.actions(sight, commands),
        "ticket": sight.table.ticket(sight.state, sight.actor) if sight.actor else "",
        "deadline": clocks.own_clock(sight, game.time_is_up(sight), elsewhere),
        "others_waiting": clocks.other_clocks(sight, elsewhere),
        "log": lines[1:],
        "dispute": acts.dispute(sight),
        "odds_title": _odds_title(sight),
    }
    for die in own.get("dice", ()):
        die["pick_args"] = json.dumps({"die": die["n"]})
    return own


def table_name(match: Match) -> str:
    """What a match's table is called in a round that has several (EV-9), else nothing."""
    number = table_of_round(match.pk)
    return _("Table %(number)s") % {"number": number} if number else ""


def _commands(sight: Sight) -> Sequence[Command]:
    return sight.table.legal_commands(sight.state, sight.actor) if sight.actor else ()


def _odds_title(sight: Sight) -> str:
    live = getattr(sight.view, "live", None)
    if live is None or live == sight.me:
        return _("What your next number does")
    return _("What %(who)s’s next number does") % {"who": sight.names[live]}


def _if_nothing(sight: Sight) -> str:
    """What happens when the host does nothing: only said to the host."""
    if sight.audience != Host() or sight.match.ended_at is not None:
        return ""
    waits = sight.table.waits(sight.state)
    if Host() in waits and len(waits) == 1:
        return _("everybody waits; no clock runs while it is your turn.")
    return SHOWN[sight.match.game].if_nothing(sight)


def _heading(sight: Sight) -> dict[str, Any]:
    """Whose turn it is. ``alert`` is said at once, with a sound where ``beep``."""
    told = SHOWN[sight.match.game].heading(sight) if sight.state.started else _before(sight)
    alert = told["title"] if told["whose"] != "other" else ""
    return {"alert": alert, "beep": False} | told


def _before(sight: Sight) -> dict[str, Any]:
    names = {"count": sight.state.seats, "host": sight.host_name}
    round_ = sight.match.round
    if sight.audience == Host():
        return {
            "whose": "you",
            "title": _("%(round)s is ready") % {"round": title_of(round_)},
            "text": SHOWN[sight.match.game].ready(sight),
        }
    return {
        "whose": "other",
        "title": _("%(round)s is about to begin") % {"round": title_of(round_)},
        "text": _("%(host)s starts it. Keep this page open.") % names,
    }


def _prizes(sight: Sight) -> list[dict[str, Any]]:
    """What is at stake in this round and who is in line for it; once it is over, who has it.

    How far an award has come is the evening's to say: it goes on after the match's last entry, and a page is told of a
    match only when that has a new one.
    """
    reading = Reading.of(sight.match)
    in_line = {} if sight.match.ended_at else SHOWN[sight.match.game].in_line(sight)
    return [
        {
            "place": prize_name(sight.match.event, prize),
            "title": prize.title,
            "from_whom": prize.from_whom,
            "announced": prize.announced,
            "picture": pictures.shown(sight.match.event, prize),
            "state": "",
            "in_line": ", ".join(sight.names[seat] for seat in in_line.get(prize.place, ())),
            "winner": ", ".join(
                award.registration.name for award in reading.awards.get(prize.pk, ())
            ),
        }
        for prize in reading.prizes
    ]


def _wall(context: Context) -> dict[str, Any]:
    """What the projector writes large; a game without dice on a pier says its own as ``wall``."""
    live = next((die for die in context.get("dice", ()) if die["state"] == "live"), None)
    name = live["name"] if live else ""
    return {
        "live_name": name,
        "size": "s" if len(name) <= 6 else "m" if len(name) <= 11 else "l",
        "word": _("chooses") if context.get("phase") == "choosing" else _("LIVE"),
        "last_catch": context["caught"][-1] if context.get("caught") else "",
        "stake": " · ".join(prize["title"] for prize in context["prizes"]),
    }
