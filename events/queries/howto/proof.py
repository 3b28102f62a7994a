"""Why nobody can pick the numbers, in a few sentences."""

from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.queries.howto.evening import Text

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

_WAITS: dict[str, Text] = {
    Event.EntropyMode.NONE: _(
        "No public randomness enters it: whoever keeps the sealed numbers could work a draw out before it is made."
    ),
    Event.EntropyMode.DRAND: _(
        "Every draw and every line-up also waits, once it is frozen, for a round of the public drand beacon, which "
        "nobody in the world can know earlier: so not even whoever keeps the sealed numbers knows the result before."
    ),
    Event.EntropyMode.PUBLIC: _(
        "Every draw and every line-up also waits, once it is frozen, for a text that is announced before and read out "
        "after: so not even whoever keeps the sealed numbers knows the result before."
    ),
}


def waits_for(event: Event) -> Text:
    """Which public randomness its draws wait for, plainly named."""
    return _WAITS[event.entropy_mode]
