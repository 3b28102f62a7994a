"""Live Bait: the rules (``RULES.md``), what may be seen, and the words for it."""

from games.live_bait.rules import LiveBait

__all__ = ["LiveBait"]
