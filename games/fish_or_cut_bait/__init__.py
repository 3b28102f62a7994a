"""Fish or Cut Bait: the ruleset ``fish-or-cut-bait``."""

from games.fish_or_cut_bait.rules import FishOrCutBait

__all__ = ["FishOrCutBait"]
