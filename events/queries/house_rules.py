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

EVENINGS_OWN = ("answer_s", "winners_leave", "try_again")
"""Rules that are the evening's and not the game's."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One setting: ``value`` as the form sends it, ``setting`` as the game's options take it."""

    value: str
    setting: bool | int
    label: Text
    sentence: Text


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule the host may set. ``key`` is the option's name, or that of one of the evening's own.

    ``own_name``: a name of its own in the form, for a rule that is usually set otherwise in this format than elsewhere.
    """

    key: str
    title: Text
    choices: tuple[Choice, ...]
    own_name: str = ""

    def choice(self, setting: object) -> Choice | None:
        """The choice that stands for a stored setting."""
        return next((one for one in self.choices if one.setting == setting), None)

    @property
    def name(self) -> str:
        """What it is called in the form."""
        return self.own_name or self.key

    @property
    def is_evenings(self) -> bool:
        """Whether it is the evening's own and no option of the game."""
        return self.key in EVENINGS_OWN


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


_DUEL = HouseRule(
    "duel",
    _("Two players left"),
    _switch(
        _("Duel"),
        _(
            "Two left: both roll, then the host’s die picks who takes the door prize. The other wins."
        ),
        _("Play on"),
        _("No duel: play goes on until one is left. The door prize is drawn among the caught."),
    ),
)
_DUEL_FOR_PLACES = HouseRule(
    "duel",
    _("Two players left in the final"),
    _switch(
        _("Duel"),
        _(
            "Two left in the final: both roll, then the host’s die picks who is second. The other is first."
        ),
        _("Play on"),
        _("No duel in the final: play goes on until one is left. The last caught is second."),
    ),
)
_DUEL_IN_KNOCKOUT = HouseRule(
    "duel",
    _("Two players left"),
    _switch(
        _("Duel"),
        _(
            "When the last two both stand they duel: the host’s die picks who is second. The other is first."
        ),
        _("Play on"),
        _("Play goes on until one is left. The last caught is second."),
    ),
    "knockout_duel",
)
_PRIOR_WINNER = HouseRule(
    "prior_winner_takes_door",
    _("Somebody who has won tonight is in the duel"),
    _switch(
        _("Takes the door prize"),
        _(
            "Whoever has won a main prize tonight takes the door prize in a duel, so the main prize goes on."
        ),
        _("Plays like anybody"),
        _("A duel is decided by the dice alone, whoever has won before."),
    ),
)
_PICK = HouseRule(
    "pick_s",
    _("To pick a die"),
    _seconds(
        _("You have {seconds} seconds to pick a die, or a free one is picked for you."), 15, 30, 60
    ),
)
_PLAY = (
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

_ANSWER = HouseRule(
    "answer_s",
    _("To answer a call"),
    _seconds(
        _("When you are called you have {seconds} seconds to say that you are here, or the next is called."),
        30, 60, 90,
    ),
)  # fmt: skip
_ANSWER_AT_THE_DICE = HouseRule(
    "answer_s",
    _("To come when called"),
    _seconds(
        _(
            "When you are called you have {seconds} seconds to come, or you go to the end of the queue. "
            "The second time you are out."
        ),
        30, 60, 90,
    ),
)  # fmt: skip
_WINNERS_LEAVE = HouseRule(
    "winners_leave",
    _("Whoever wins a main prize"),
    _switch(
        _("Is out of the draw"),
        _("A main prize takes its winner out of the draw for the rest of the evening."),
        _("Can be drawn again"),
        _("Whoever has won can be drawn again when places are left over."),
    ),
)
_TRY_AGAIN = HouseRule(
    "try_again",
    _("A table that isn’t full"),
    _switch(
        _("Try again"),
        _(
            "If too few are left who haven’t played, the rest is drawn from those who have. You can try again once."
        ),
        _("Play with fewer"),
        _("Nobody plays twice: a table that isn’t full is played with fewer."),
    ),
)

LIVE_BAIT = "live-bait"
_RULES: Mapping[str, tuple[HouseRule, ...]] = {
    Event.Format.PRIZE_EVERY_ROUND: (
        _DUEL, _PRIOR_WINNER, _WINNERS_LEAVE, _TRY_AGAIN, _PICK, *_PLAY, _ANSWER,
    ),
    Event.Format.HEATS_AND_FINAL: (_DUEL_FOR_PLACES, _TRY_AGAIN, _PICK, *_PLAY, _ANSWER),
    Event.Format.KNOCKOUT: (_DUEL_IN_KNOCKOUT, *_PLAY, _ANSWER_AT_THE_DICE),
}  # fmt: skip
GAMES: tuple[str, ...] = (LIVE_BAIT,)
"""The games a host can choose. A KnockOut evening plays KnockOut, whose rules are Live Bait's (EV-5)."""


def rules_for(format_: str) -> tuple[HouseRule, ...]:
    """The rules that can be set in a format, in the order of the form."""
    return _RULES[format_]


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
    """The evening's house rules, in words."""
    found = []
    for rule in rules_for(event.format):
        setting = setting_of(event, rule.key)
        choice = rule.choice(setting)
        found.append(Card(rule.title, choice.sentence if choice else str(setting)))
    return found
