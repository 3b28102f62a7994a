"""What the angler and the fish choose in a form, and what its button then says."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.angler.commands import Bait, Stake
from games.angler.view import AnglerView
from games.kernel import Command

_TO_START = 1
"""How many fish the stepper shows at first."""

_KEYS = range(1, 7)
"""Values that a key of their own can choose."""


def stake_form(view: AnglerView, commands: Sequence[Command]) -> dict[str, Any] | None:
    """How many fish to stake, for whoever is waited for (AF-4)."""
    choices = [command.fish for command in commands if isinstance(command, Stake)]
    if not choices:
        return None
    most = max(choices)
    return {
        "id": f"stake-{view.round}-{len(view.casts)}",
        "most": most,
        "fish": min(_TO_START, most),
        "all": list(range(1, most + 1)),
        "labels": json.dumps([_staked(fish) for fish in range(most + 1)], ensure_ascii=False),
        "hands": json.dumps([_of(fish, most) for fish in range(most + 1)], ensure_ascii=False),
        "hand": _of(min(_TO_START, most), most),
    }


def cast_form(view: AnglerView, commands: Sequence[Command]) -> dict[str, Any] | None:
    """Which bait to show and which card to lay under it, for the angler (AF-3)."""
    choices = [command for command in commands if isinstance(command, Bait)]
    if not choices or view.mine is None:
        return None
    hand = view.mine
    cards = [
        ("true", "bite", _("bite"), hand.bites),
        ("false", "no_bite", _("no bite"), hand.no_bites),
    ]
    return {
        "id": f"cast-{view.round}-{len(view.casts)}",
        "baits": [
            {
                "value": value,
                "count": hand.baits.count(value),
                "key": value if value in _KEYS else "",
            }
            for value in sorted({choice.value for choice in choices})
        ],
        "cards": [
            {"value": value, "state": state, "word": word, "left": left}
            for value, state, word, left in cards
        ],
        "label": _("Show {bait}, lay {card}"),
    }


def _staked(fish: int) -> str:
    if not fish:
        return _("Stake nothing")
    return ngettext("Stake %(count)s fish", "Stake %(count)s fish", fish) % {"count": fish}


def _of(fish: int, most: int) -> str:
    return ngettext("%(count)s of your %(fish)s fish", "%(count)s of your %(fish)s fish", most) % {
        "count": fish,
        "fish": most,
    }
