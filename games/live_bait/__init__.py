"""Live Bait and KnockOut: the rules (``RULES.md``), what may be seen, and the words for it."""

from games.live_bait.knockout import KnockOut
from games.live_bait.rules import LiveBait

__all__ = ["KnockOut", "LiveBait"]
