"""How an evening is played and why nobody can pick the numbers, in a few sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.queries.house_rules import setting_of

Text = str | Promise

STEPS: dict[str, tuple[Text, ...]] = {
    "live-bait": (
        _(
            "Up to six names are drawn from the list, in public. Whoever is called says “I am here”; "
            "whoever doesn’t is passed over, and the next reserve is called."
        ),
        _(
            "Each picks a die and rolls once. Then the host rolls: that number counts who is LIVE first, "
            "and from then on it is the number to avoid."
        ),
        _(
            "Whoever is LIVE rolls until the number matches. Match a player, and LIVE is theirs. "
            "Match the host, and you are caught."
        ),
    ),
}
_ENDS: dict[bool, Text] = {
    True: _("The last two duel: the host’s die picks one for the door prize, the other wins."),
    False: _("The last one standing wins. The door prize is drawn among the caught."),
}

PROOF: tuple[Text, ...] = (
    _(
        "Before registration opened, secret numbers were made for every draw and every match, and the fingerprint "
        "of each was published: the seals. Nobody can change a number without changing its seal."
    ),
    _(
        "When registration closes, the list of entries is frozen, and its fingerprint goes on this page."
    ),
    _(
        "Every draw and every roll is worked out from a sealed number, the frozen list and what is being rolled. "
        "A draw’s number is shown right after it, the dice’s when the evening is over, so anybody can "
        "work them out again."
    ),
)


def steps(event: Event) -> list[Text]:
    """How tonight is played."""
    return [*STEPS[event.game], _ENDS[bool(setting_of(event, "duel"))]]
