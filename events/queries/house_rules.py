"""House rules as cards: what can be chosen, and the sentence players read for each choice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from events.models import Event
from games import TABLES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Text: TypeAlias = "str | _StrPromise"


@dataclass(frozen=True, slots=True)
class Choice:
    """One setting: ``value`` as the form sends it, ``setting`` as the game's options take it."""

    value: str
    setting: bool | int
    label: Text
    sentence: Text


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule the host may set. ``key`` is the option's name, or ``answer_s`` for the evening's own."""

    key: str
    title: Text
    choices: tuple[Choice, ...]

    def choice(self, setting: object) -> Choice | None:
        """The choice that stands for a stored setting."""
        return next((one for one in self.choices if one.setting == setting), None)


@dataclass(frozen=True, slots=True)
class Card:
    """A rule as players read it."""

    title: Text
    sentence: Text


def _switch(on: Text, on_sentence: Text, off: Text, off_sentence: Text) -> tuple[Choice, ...]:
    return Choice("on", True, on, on_sentence), Choice("off", False, off, off_sentence)


def _seconds(sentence: Text, *limits: int) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            str(s), s, format_lazy(_("{seconds} s"), seconds=s), format_lazy(sentence, seconds=s)
        )
        for s in limits
    )


LIVE_BAIT = (
    HouseRule(
        "duel",
        _("Two players left"),
        _switch(
            _("Duel"),
            _("Two left: both roll, then the host’s die picks who takes the door prize. The other wins."),
            _("Play on"),
            _("No duel: play goes on until one is left. The door prize is drawn among the caught."),
        ),
    ),
    HouseRule(
        "prior_winner_takes_door",
        _("Somebody who has won tonight is in the duel"),
        _switch(
            _("Takes the door prize"),
            _("Whoever has won a main prize tonight takes the door prize in a duel, so the main prize goes on."),
            _("Plays like anybody"),
            _("A duel is decided by the dice alone, whoever has won before."),
        ),
    ),
    HouseRule(
        "pick_s",
        _("To pick a die"),
        _seconds(_("You have {seconds} seconds to pick a die, or a free one is picked for you."), 15, 30, 60),
    ),
    HouseRule(
        "opening_s",
        _("To make the first roll"),
        _seconds(_("You have {seconds} seconds for your first roll, or it is rolled for you."), 15, 30, 60),
    ),
    HouseRule(
        "roll_s",
        _("To roll when LIVE"),
        _seconds(_("When you are LIVE you have {seconds} seconds to roll, or it is rolled for you."), 10, 20, 30, 60),
    ),
    HouseRule(
        "choose_s",
        _("To choose between several"),
        _seconds(
            _("If you match several, you have {seconds} seconds to name who is LIVE, or one is picked by lot."),
            10, 15, 30, 60,
        ),
    ),
)  # fmt: skip

ANSWER = HouseRule(
    "answer_s",
    _("To answer a call"),
    _seconds(
        _("When you are called you have {seconds} seconds to say that you are here, or the next is called."),
        30, 60, 90,
    ),
)  # fmt: skip

RULES: Mapping[str, tuple[HouseRule, ...]] = {"live-bait": (*LIVE_BAIT, ANSWER)}
"""The rules that can be set, by game."""


def setting_of(event: Event, key: str) -> Any:
    """How a rule is set at an evening: as chosen, else the game's default."""
    if key == ANSWER.key:
        return event.answer_s
    defaults = TABLES[event.game].game.options()
    return event.options.get(key, getattr(defaults, key))


def usual(game: str) -> list[Card]:
    """The cards of an evening that changes nothing."""
    return cards(Event(game=game))


def cards(event: Event) -> list[Card]:
    """The evening's house rules, in words."""
    found = []
    for rule in RULES[event.game]:
        setting = setting_of(event, rule.key)
        choice = rule.choice(setting)
        found.append(Card(rule.title, choice.sentence if choice else str(setting)))
    return found
