"""How Lure is played (LU-1 … LU-15), with the numbers of the house rules."""

from typing import Any

from django.utils.translation import gettext as _

from events.queries.howto.evening import Text


def play(options: Any) -> list[Text]:
    """A round, step by step."""
    return [
        _(
            "Each has five ordinary dice, one with 12 and one with 20 sides, and lures. A round turns up new "
            "fish: each shows its points, the total that catches it, and what the dice must show besides."
        ),
        _(
            "In secret, all at once, everybody casts: how many dice, and which lures. You have %(seconds)s "
            "seconds and may change your mind until all have cast."
        )
        % {"seconds": options.cast_s},
        _(
            "Then it is shown, and whoever took the fewest dice rolls first and takes every fish that the roll "
            "can catch. With equally many you roll together; a fish that several can catch goes to the lowest "
            "total, and to nobody if that is shared."
        ),
        _(
            "Lures help: one turns a die by 1, one is a die that shows its number for certain, and a boast brings "
            "2 points in a round in which you catch something. Played lures are used up; whoever catches nothing "
            "draws a new one."
        ),
        _("The dice with 12 and 20 sides rest for a round after they were rolled."),
    ]


def wins(options: Any) -> str:
    """What wins."""
    return _(
        "When the last card has been turned up, that round is the last. Most points of fish and boasts wins; when "
        "level, fewer fish."
    )
