"""The rules of every game, in plain Python: no framework, no clock and no chance of their own."""

from typing import Any

from games.angler import Angler
from games.fish_or_cut_bait import FishOrCutBait
from games.live_bait import KnockOut, LiveBait
from games.lure import LureGame
from games.table import Table

TABLES: dict[str, Table[Any]] = {
    table.key: table
    for table in (
        Table(LiveBait()),
        Table(KnockOut()),
        Table(FishOrCutBait()),
        Table(Angler()),
        Table(LureGame()),
    )
}
"""Every game that can be played, by key."""
