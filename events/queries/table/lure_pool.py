"""The fish in the middle of a table of Lure, the piles of what was caught, and the final count."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table import lure_reveal
from events.queries.table.sight import Sight
from games.kernel import Seat
from games.lure import entries as e
from games.lure.cards import Fish, Requirement
from games.lure.model import BOAST_POINTS
from games.lure.options import LureOptions
from games.lure.view import LureView

_MARKS: dict[Requirement, tuple[str, ...]] = {
    "none": (),
    "a_one": ("1",),
    "a_one_and_a_five": ("1", "5"),
    "pair": ("=", "="),
    "two_fours": ("4", "4"),
    "all_odd": ("1", "3", "5"),
    "all_even": ("2", "4", "6"),
    "all_different": ("≠", "≠"),
}
"""What is drawn on a card beside the words."""


def fish(view: LureView, options: LureOptions, me: Seat | None) -> list[dict[str, Any]]:
    """The fish face up, with the chance of the reader's own cast where there is one to show."""
    chances = [percent for _name, percent in view.chances]
    cards = [options.deck[number] for number in view.fish]
    return [
        {
            "name": card.name,
            "points": ngettext("%(count)s pt", "%(count)s pts", card.points)
            % {"count": card.points},
            "catch": card.catch,
            "requirement": card.requirement,
            "asks": asks(card),
            "marks": _MARKS[card.requirement],
            "chance": chances[place] if place < len(chances) else None,
        }
        for place, card in enumerate(cards)
    ]


def asks(card: Fish) -> str:
    """What a fish asks of the dice, in words (LU-4)."""
    return {
        "none": _("any dice"),
        "a_one": _("a 1"),
        "a_one_and_a_five": _("a 1 and a 5"),
        "pair": _("a pair"),
        "two_fours": _("two 4s"),
        "all_odd": _("all odd"),
        "all_even": _("all even"),
        "all_different": _("all different"),
    }[card.requirement]


def pool(sight: Sight, view: LureView, *, shows_chances: bool) -> dict[str, Any]:
    """What is said over and beside the fish."""
    left = view.deck_left
    return {
        "title": _("In the middle"),
        "round": _("Round %(round)s") % {"round": view.round} if view.round else "",
        "last_round": view.last_round and view.phase != "over",
        "deck": left,
        "chances": shows_chances,
        "count": len(view.fish),
        "empty": _("No fish face up yet.")
        if not view.round
        else _("All fish of this round are caught."),
        "hidden": view.phase == "over",
    }


def splashes(sight: Sight) -> list[str]:
    """What the cards of this round did as they were turned (LU-5)."""
    found = []
    turned = lure_reveal.since(sight, e.RoundBegan)
    for place, entry in enumerate(turned):
        if not isinstance(entry, e.FishTurned) or entry.splash is None:
            continue
        if entry.splash == "lures":
            told = _("%(fish)s’s splash gave everybody a lure")
            drew = place + 1 < len(turned) and isinstance(turned[place + 1], e.LuresDrawn)
            if not drew:
                told = _("%(fish)s’s splash gave lures, but none are left")
            found.append(told % {"fish": entry.name})
            continue
        came = next((one for one in turned[place + 1 :] if isinstance(one, e.FishTurned)), None)
        if came is None:
            found.append(_("%(fish)s’s splash found the deck empty") % {"fish": entry.name})
        else:
            told = _("%(fish)s’s splash brought up %(other)s")
            found.append(told % {"fish": entry.name, "other": came.name})
    return found


def piles(sight: Sight, view: LureView, options: LureOptions) -> list[dict[str, Any]]:
    """What everybody has caught, face down; one's own with its points and names."""
    if not sight.state.started or view.phase == "over":
        return []
    rows = []
    for seat, one in enumerate(view.players):
        mine = view.mine if seat == sight.me else None
        rows.append(
            {
                "name": sight.names[seat],
                "me": seat == sight.me,
                "out": seat in view.withdrawn,
                "fish": fish_count(one.fish),
                "lures": lure_count(one.lures),
                "points": None if mine is None else points_count(mine.points),
                "cards": "" if mine is None else ", ".join(_own_cards(mine.fish, options)),
            }
        )
    return rows


def _own_cards(numbers: Sequence[int], options: LureOptions) -> list[str]:
    cards = [options.deck[number] for number in numbers]
    return [f"{card.name} {card.points}" for card in cards]


def final(sight: Sight, view: LureView) -> list[dict[str, Any]]:
    """The count at the end, best first; whoever left comes last, without a place (LU-15, LU-17)."""
    if view.phase != "over":
        return []
    found = []
    place = 1
    for group in view.places:
        found += [_counted(sight, view, seat, str(place)) for seat in group]
        place += len(group)
    return found + [_counted(sight, view, seat, "") for seat in view.withdrawn]


def _counted(sight: Sight, view: LureView, seat: Seat, place: str) -> dict[str, Any]:
    one = view.players[seat]
    return {
        "place": place,
        "name": sight.names[seat],
        "me": seat == sight.me,
        "fish": fish_count(one.fish),
        "points": one.points or 0,
        "boasts": _boasts(one.boasts),
    }


def _boasts(count: int) -> str:
    points = points_count(count * BOAST_POINTS)
    return _("%(points)s for boasts") % {"points": points} if count else ""


def fish_count(count: int) -> str:
    return ngettext("%(count)s fish", "%(count)s fish", count) % {"count": count}


def lure_count(count: int) -> str:
    return ngettext("%(count)s lure", "%(count)s lures", count) % {"count": count}


def points_count(count: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}
