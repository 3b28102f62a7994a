"""Lure: the ruleset ``lure``."""

from games.lure.rules import LureGame

__all__ = ["LureGame"]
