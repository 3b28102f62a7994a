"""What a house rule is: the choices a host has, and the sentence players read for each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

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
    ``where``: another rule and whether it is on, for a rule that says nothing otherwise.
    """

    key: str
    title: Text
    choices: tuple[Choice, ...]
    own_name: str = ""
    where: tuple[str, bool] | None = None

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


def switch(on: Text, on_sentence: Text, off: Text, off_sentence: Text) -> tuple[Choice, ...]:
    """The two choices of a rule that is on or off."""
    return Choice("on", True, on, on_sentence), Choice("off", False, off, off_sentence)


def seconds(sentence: Text, *limits: int) -> tuple[Choice, ...]:
    """A choice for each time limit; the sentence says {seconds}."""
    return tuple(
        Choice(
            str(s), s, format_lazy(_("{seconds} s"), seconds=s), format_lazy(sentence, seconds=s)
        )
        for s in limits
    )


def counts(sentence: Text, *numbers: int) -> tuple[Choice, ...]:
    """A choice for each number; the sentence says {count}."""
    return tuple(Choice(str(n), n, str(n), format_lazy(sentence, count=n)) for n in numbers)
