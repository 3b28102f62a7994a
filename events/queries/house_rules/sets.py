"""Which rules go with which game and format, and how they are set at an evening."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, get_type_hints

from events.models import Event
from events.queries.house_rules import angler, fish_or_cut_bait, live_bait, lure
from events.queries.house_rules.evening import ANSWER, TRY_AGAIN, WINNERS_LEAVE
from events.queries.house_rules.kinds import EVENINGS_OWN, Card, HouseRule
from games import TABLES, codec

LIVE_BAIT, KNOCKOUT = "live-bait", "knockout"
GAMES: tuple[str, ...] = (LIVE_BAIT, "fish-or-cut-bait", "lure", "angler")
"""The games a host can choose. A KnockOut evening plays KnockOut, whose rules are Live Bait's (EV-5)."""

FORMATS: tuple[str, ...] = (Event.Format.PRIZE_EVERY_ROUND, Event.Format.HEATS_AND_FINAL)
"""What every game can be played as; a KnockOut is Live Bait's alone."""

_OWN: Mapping[str, ModuleType] = {
    "fish-or-cut-bait": fish_or_cut_bait,
    "lure": lure,
    "angler": angler,
}


def formats_of(game: str) -> tuple[str, ...]:
    """The formats a game can be played in (EV-5, EV-9)."""
    return (*FORMATS, Event.Format.KNOCKOUT) if game in (LIVE_BAIT, KNOCKOUT) else FORMATS


def game_played(game: str, format_: str) -> str:
    """The key of the rules: a KnockOut evening of Live Bait plays KnockOut (EV-5)."""
    return KNOCKOUT if format_ == Event.Format.KNOCKOUT and game in (LIVE_BAIT, KNOCKOUT) else game


def rules_for(game: str, format_: str) -> tuple[HouseRule, ...]:
    """The rules that can be set for a game in a format, in the order of the form."""
    if game not in _OWN:
        return live_bait.RULES[format_]
    own: tuple[HouseRule, ...] = _OWN[game].RULES
    if format_ == Event.Format.HEATS_AND_FINAL:
        return (*own, ANSWER)
    return (*own, WINNERS_LEAVE, TRY_AGAIN, ANSWER)


def rule_keys(game: str) -> frozenset[str]:
    """Every option of a game that some format lets a host choose; the others are data, such as cards."""
    return frozenset(rule.key for format_ in formats_of(game) for rule in rules_for(game, format_))


def options_from(game: str, chosen: Mapping[str, Any]) -> Any:
    """A game's options from what an evening keeps, dice and cards as JSON. Raises TypeError, ValueError as they do."""
    made = TABLES[game].game.options
    hints = get_type_hints(made)
    return made(**{name: _value(name, hints.get(name), value) for name, value in chosen.items()})


def setting_of(event: Event, key: str) -> Any:
    """How a rule is set at an evening: as chosen, else the game's default."""
    if key in EVENINGS_OWN:
        return getattr(event, key)
    defaults = TABLES[event.game].game.options()
    return event.options.get(key, getattr(defaults, key))


def usual(event: Event) -> list[Card]:
    """The cards of an evening of this kind that changes nothing."""
    return cards(Event(game=event.game, format=event.format))


def cards(event: Event) -> list[Card]:
    """The evening's house rules, in words; a rule that says nothing tonight is left out."""
    found = []
    for rule in rules_for(event.game, event.format):
        if rule.where and bool(setting_of(event, rule.where[0])) != rule.where[1]:
            continue
        setting = setting_of(event, rule.key)
        choice = rule.choice(setting)
        found.append(Card(rule.title, choice.sentence if choice else str(setting)))
    return found + (_OWN[event.game].of_data(event.options) if event.game in _OWN else [])


def _value(name: str, kind: Any, value: Any) -> Any:
    """Lists and objects as the option's own kind; plain values are the options' to check."""
    if kind is None or not isinstance(value, list | tuple | dict):
        return value
    try:
        return codec.decode(kind, codec.encode(value))
    except codec.DecodeError as error:
        raise ValueError(f"{name} can't be read: {error}.") from error
