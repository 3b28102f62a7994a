"""House rules as cards: what can be chosen for each game and format, and the sentence players read for each choice."""

from events.queries.house_rules.kinds import EVENINGS_OWN, Card, Choice, HouseRule
from events.queries.house_rules.sets import (
    FORMATS,
    GAMES,
    cards,
    formats_of,
    game_played,
    options_from,
    rule_keys,
    rules_for,
    setting_of,
    usual,
)

__all__ = [
    "EVENINGS_OWN",
    "FORMATS",
    "GAMES",
    "Card",
    "Choice",
    "HouseRule",
    "cards",
    "formats_of",
    "game_played",
    "options_from",
    "rule_keys",
    "rules_for",
    "setting_of",
    "usual",
]
