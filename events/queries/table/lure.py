"""Lure for a page: the fish in the middle, what one casts behind the screen, who has cast, and the reveal."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table import lure_cast, lure_pool, lure_reveal, told
from events.queries.table.sight import Sight
from games.kernel import Command, Entry, Seat
from games.lure import words
from games.lure.commands import Deal
from games.lure.view import LureView

MORE: dict[str, tuple[str, ...]] = {
    "live": ("behind", "order", "reveal", "piles"),
    "host": ("hostsheet",),
}
"""Fragments of this game's own, by surface."""
MAIN = ("behind", "order", "reveal")
"""Those of them that stand in the page's main column."""
OWN: dict[str, tuple[str, ...]] = {
    "pier": ("fish", "final"),
    "behind": ("behind", "adjusting"),
    "order": ("order",),
    "just": ("news", "just"),
    "reach": ("casting", "adjusting", "ticket"),
    "reveal": ("reveal",),
    "piles": ("piles",),
}
"""What may differ from one player to the next, by fragment."""
STYLES = ("css/lure.css",)
SCRIPTS = ("js/lure.js",)


def floor(sight: Sight, commands: Sequence[Command]) -> dict[str, Any]:
    """Everything on the table, and behind the screen of whoever looks (LU-16)."""
    view, options = view_of(sight), sight.state.game.options
    shows_chances = options.learning or sight.match.event.rehearsal
    casting = lure_cast.casting(sight, view, options, commands)
    adjusting = lure_cast.adjusting(sight, view, commands)
    reveal = lure_reveal.reveal(sight, view)
    return {
        "phase": view.phase,
        "fish": lure_pool.fish(view, options, sight.me),
        "pool": lure_pool.pool(sight, view, shows_chances=shows_chances),
        "splashes": lure_pool.splashes(sight),
        "behind": lure_cast.behind(sight, view, options),
        "casting": casting,
        "adjusting": adjusting,
        "order": lure_cast.order(sight, view),
        "reveal": reveal,
        "news": lure_reveal.news(sight),
        "piles": lure_pool.piles(sight, view, options),
        "final": lure_pool.final(sight, view),
        "wall": {"rows": _last_rolls(view, reveal)},
    }


def _last_rolls(view: LureView, reveal: dict[str, Any]) -> list[dict[str, Any]]:
    """The last reveal a line a player, and beside it who has cast since."""
    return [
        {**row, "label": group["label"], "ready": view.players[row["seat"]].has_cast}
        for group in reveal["groups"]
        for row in group["rows"]
        if row["seat"] not in view.withdrawn
    ]


def heading(sight: Sight) -> dict[str, Any]:
    """Whose turn it is and what to do, for this audience."""
    return told.heading(words, sight)


def action(sight: Sight, command: Command) -> dict[str, Any] | None:
    """The host's button; casts and adjusts are chosen behind the screen."""
    if isinstance(command, Deal):
        return {"label": _("Deal the lures"), "kind": "go", "key": "Space"}
    return None


def primary_when_off(sight: Sight) -> str:
    """What the big button says while it can't be pressed."""
    view = view_of(sight)
    if sight.state.paused:
        return _("Go on, when the clocks do")
    if view.phase == "ready":
        return _("Cast, when the host has dealt")
    rolled = {roll.seat for roll in view.rolls}
    if view.phase == "adjusting" and sight.me not in rolled:
        return _("Your dice roll, when it is their turn")
    return _("Cast again, in the next round")


def time_is_up(sight: Sight) -> str:
    """What happens to this audience when its clock runs out (LU-6, LU-8)."""
    if view_of(sight).phase == "adjusting":
        return _("to adjust, then your dice stay as they are")
    return _("to choose, then you cast nothing")


def ready(sight: Sight) -> str:
    """What the host is told before the start."""
    return ngettext(
        "%(count)s player is here. Start when you are, then deal the lures.",
        "%(count)s players are here. Start when you are, then deal the lures.",
        sight.state.seats,
    ) % {"count": sight.state.seats}


def if_nothing(sight: Sight) -> str:
    """What happens when the host does nothing while others are waited for."""
    if view_of(sight).phase == "adjusting":
        return _(
            "the clock goes on, and whoever doesn’t adjust in time keeps the dice as they fell."
        )
    return _("the clock goes on, and whoever doesn’t cast in time casts nothing.")


def in_line(sight: Sight) -> dict[str, tuple[Seat, ...]]:
    """Nobody: points are counted at the end."""
    return {}


def waits_elsewhere(sight: Sight) -> frozenset[Seat]:
    """Whose clock is shown in a place of its own: nobody's."""
    return frozenset()


def said(
    entries: Sequence[Entry], names: Sequence[str], me: Seat | None, translate: Callable[[str], str]
) -> str:
    """What a group of entries says, as one text; what is sealed to its owner alone."""
    return told.said(words, entries, names, me, translate)


def mentioned(entries: Sequence[Entry]) -> frozenset[Seat]:
    """Who these entries speak of."""
    return told.mentioned(words, entries)


def changes(now: LureView, then: LureView, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """What undoing a move would change: who, how it is, how it would be."""
    if now.round != then.round:
        yield _("Round"), str(now.round), str(then.round)
    if len(now.fish) != len(then.fish):
        yield _("Fish face up"), str(len(now.fish)), str(len(then.fish))
    for seat, name in enumerate(names):
        was, will = _stands(now, seat), _stands(then, seat)
        if was != will:
            yield name, was, will


def _stands(view: LureView, seat: Seat) -> str:
    """How it is with a seat, as everybody may know it."""
    if seat in view.withdrawn:
        return _("out")
    one = view.players[seat]
    parts = [lure_pool.fish_count(one.fish), lure_pool.lure_count(one.lures)]
    if view.phase == "casting":
        parts.insert(0, _("has cast") if one.has_cast else _("is choosing"))
    elif view.phase == "adjusting":
        rolled = any(roll.seat == seat for roll in view.rolls)
        parts.insert(
            0, _("adjusts") if seat in view.waiting else _("has rolled") if rolled else _("waits")
        )
    return ", ".join(parts)


def view_of(sight: Sight) -> LureView:
    """The view of this game."""
    if not isinstance(sight.view, LureView):
        raise TypeError("this is no table of Lure")
    return sight.view
