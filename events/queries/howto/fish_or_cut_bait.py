"""How Fish or Cut Bait is played (FC-1 … FC-15), with the numbers of the house rules."""

from typing import Any

from django.utils.translation import gettext as _

from events.queries.howto.evening import Text


def play(options: Any) -> list[Text]:
    """A turn, step by step."""
    return [
        _clock(options),
        _(
            "First get a rig: roll the four wooden dice, keep what you like and roll the rest again. A Pole, a "
            "Lure and a Bobber are a partial rig and let you roll the red and the white fish die; with a Boat too "
            "the rig is full, and you roll all three."
        ),
        _(
            "Then fish: roll any of those dice again and again, and stop when you like what shows. That is your "
            "catch."
        ),
        _(
            "A snag breaks the rig: the fish of this turn go back, and you start again with all four wooden dice. "
            "Three wooden dice alike at any time of the turn earn the snag-free chip; with it a snag only counts "
            "nothing."
        ),
        *_seven(options),
    ]


def wins(options: Any) -> str:
    """What wins."""
    return _("Everybody has %(rounds)s turns. Most fish wins.") % {"rounds": options.rounds}


def _clock(options: Any) -> str:
    if options.throw_budget:
        return _(
            "You play in turn. A turn has %(throws)s throws, of wooden and fish dice together."
        ) % {"throws": options.throw_budget}
    return _(
        "You play in turn. Flip the timer when you are ready: you have %(seconds)s seconds, and what shows when "
        "they are over counts."
    ) % {"seconds": options.turn_s}


def _seven(options: Any) -> list[Text]:
    if not options.lucky_seven:
        return []
    return [_("A turn of exactly 7 also takes 7 fish from the others, split as you like.")]
