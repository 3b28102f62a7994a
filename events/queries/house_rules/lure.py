"""The house rules of Lure."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from events.queries.house_rules.kinds import Card, HouseRule, seconds, switch

RULES = (
    HouseRule(
        "learning",
        _("Chances"),
        switch(
            _("Shown"),
            _("Once you have cast, you are shown your own chance of each fish."),
            _("Not shown"),
            _("Nobody is shown any chances."),
        ),
    ),
    HouseRule(
        "cast_s",
        _("To cast"),
        seconds(
            _("You have {seconds} seconds to cast, or you roll no dice this round."), 30, 45, 60, 90
        ),
    ),
    HouseRule(
        "adjust_s",
        _("To turn dice with lures"),
        seconds(
            _("You have {seconds} seconds to turn your dice with lures, or they stay as they fell."),
            15, 30, 45,
        ),
    ),
)  # fmt: skip


def of_data(options: Mapping[str, Any]) -> list[Card]:
    """Cards for fish and lures that the host brought."""
    found = []
    if "deck" in options:
        words = format_lazy(
            _("Tonight’s {count} fish are the host’s own cards."), count=len(options["deck"])
        )
        found.append(Card(_("The deck"), words))
    if "lures" in options:
        words = format_lazy(
            _("Tonight’s {count} lures are the host’s own."), count=len(options["lures"])
        )
        found.append(Card(_("The lures"), words))
    return found
