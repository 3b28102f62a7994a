"""The house rules of Fish or Cut Bait."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from events.queries.house_rules.kinds import Card, Choice, HouseRule, counts, seconds, switch

_THROWS = (6, 8, 10, 12)

RULES = (
    HouseRule(
        "rounds",
        _("Turns each"),
        counts(_("Everybody has {count} turns. Most fish wins."), 4, 6, 8, 10),
    ),
    HouseRule(
        "throw_budget",
        _("The timer, or so many throws"),
        (
            Choice("0", 0, _("Timer"), _("Throw as often as you can until the timer runs out.")),
            *(
                Choice(
                    str(throws),
                    throws,
                    str(throws),
                    format_lazy(
                        _("No timer: a turn has {throws} throws, rig and fish alike."), throws=throws
                    ),
                )
                for throws in _THROWS
            ),
        ),
    ),
    HouseRule(
        "turn_s",
        _("A turn by the timer"),
        seconds(_("Once the timer is flipped, a turn lasts {seconds} seconds."), 30, 45, 60),
        where=("throw_budget", False),
    ),
    HouseRule(
        "ready_s",
        _("To flip the timer"),
        seconds(
            _("When it is your turn you have {seconds} seconds to flip the timer, or it is flipped for you."),
            10, 20, 30,
        ),
        where=("throw_budget", False),
    ),
    HouseRule(
        "throw_s",
        _("For each counted throw"),
        seconds(_("You have {seconds} seconds for each throw, or your turn ends."), 30, 60, 90),
        where=("throw_budget", True),
    ),
    HouseRule(
        "lucky_seven",
        _("Lucky 7"),
        switch(
            _("Takes fish"),
            _("A turn of exactly 7 also takes 7 fish from the others, split as the roller likes."),
            _("Is just 7"),
            _("A turn of 7 counts 7 and takes nothing from anybody."),
        ),
    ),
    HouseRule(
        "deduct_s",
        _("To split a lucky 7"),
        seconds(
            _("Whoever rolled a lucky 7 has {seconds} seconds to split it, or nothing is taken."),
            15, 30, 60,
        ),
        where=("lucky_seven", True),
    ),
)  # fmt: skip


def of_data(options: Mapping[str, Any]) -> list[Card]:
    """Cards for dice that aren't the usual ones."""
    if "faces" not in options:
        return []
    return [Card(_("The dice"), _("The host’s own faces are on tonight’s dice."))]
