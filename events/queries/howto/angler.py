"""How Angler & Fish is played (AF-1 … AF-12), with the numbers of the house rules."""

from typing import Any

from django.utils.translation import gettext as _

from events.queries.howto.evening import Text
from games.angler.model import ANGLERS_FISH, FEW


def play(options: Any) -> list[Text]:
    """A round, step by step."""
    return [
        _(
            "One is the angler, all the others are fish, with %(fish)s fish each. The angler holds the baits "
            "%(baits)s and %(cards)s angler cards: %(bites)s of them bite."
        )
        % {
            "fish": options.fish,
            "baits": ", ".join(str(bait) for bait in sorted(options.baits)),
            "cards": options.bites + options.no_bites,
            "bites": options.bites,
        },
        _(
            "The angler shows a bait and lays an angler card under it, face down. One after the other the fish "
            "stake as many of theirs as they like, or none."
        ),
        _(
            "If anybody staked, the card is turned. A bite: the angler keeps every staked fish, %(points)s points "
            "each. No bite: each fish is worth the bait to its owner, and out for the round. If nobody staked, "
            "the card stays unseen."
        )
        % {"points": ANGLERS_FISH},
        _(
            "On the last bait everything that is left is staked. The round ends before that once every bite has "
            "been used, seen or unseen, or no fish are left; fish never staked score nothing."
        ),
    ]


def wins(options: Any) -> str:
    """What wins."""
    return _(
        "Everybody is the angler once, with up to %(few)s players twice. Most points over all rounds wins."
    ) % {"few": FEW}
