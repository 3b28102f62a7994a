"""Which module shows which game. A new game adds a line here (CONTRIBUTING, adding a game)."""

from collections.abc import Sequence
from types import ModuleType

from django.utils.translation import gettext

from events.queries.table import angler, fish_or_cut_bait, knockout, live_bait, lure
from games.kernel import Entry, Seat

SHOWN: dict[str, ModuleType] = {
    "live-bait": live_bait,
    "knockout": knockout,
    "fish-or-cut-bait": fish_or_cut_bait,
    "angler": angler,
    "lure": lure,
}


def said(game: str, entries: Sequence[Entry], names: Sequence[str], me: Seat | None) -> str:
    """A group of a game's entries in words, to the reader in seat ``me``."""
    return SHOWN[game].said(entries, names, me, gettext)


def mentioned(game: str, entries: Sequence[Entry]) -> frozenset[Seat]:
    """Who a group of a game's entries speaks of."""
    found: frozenset[Seat] = SHOWN[game].mentioned(entries)
    return found
