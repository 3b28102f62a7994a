"""Why nobody can pick the numbers, in a few sentences."""

from django.utils.translation import gettext_lazy as _

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
