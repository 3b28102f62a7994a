"""The house rules of Angler & Fish."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.queries.house_rules.kinds import Card, HouseRule, seconds

_CARDS = ("baits", "bites", "no_bites", "fish")

RULES = (
    HouseRule(
        "bait_s",
        _("To bait the hook"),
        seconds(
            _("The angler has {seconds} seconds to lay a bait and a card, or a random pair is laid."),
            30, 45, 60,
        ),
    ),
    HouseRule(
        "stake_s",
        _("To stake fish"),
        seconds(
            _("Each fish has {seconds} seconds to stake, or stakes nothing on that bait."), 10, 20, 30
        ),
    ),
)  # fmt: skip


def of_data(options: Mapping[str, Any]) -> list[Card]:
    """A card where the host brought other cards."""
    if not any(name in options for name in _CARDS):
        return []
    return [
        Card(_("The cards"), _("Tonight is played with the host’s own baits and angler cards."))
    ]
