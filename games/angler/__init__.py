"""Angler & Fish: the ruleset ``angler``."""

from games.angler.rules import Angler

__all__ = ["Angler"]
