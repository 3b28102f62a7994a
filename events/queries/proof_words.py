"""What a proof's lines say, in the visitor's language; the checkers themselves speak English."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

LINES = (
    gettext_noop("This file is a proof of the scheme fair-v1."),
    gettext_noop("The log: {count} entries, each following on the one before."),
    gettext_noop("The seals: {count} were published before anybody registered."),
    gettext_noop("The seeds: {count} are open, and each fits its seal."),
    gettext_noop("The registrations: {count}, each with the receipt that was given for it."),
    gettext_noop(
        "The list: everybody who had entered by the closing, {count} in all, and nobody else."
    ),
    gettext_noop("Draw {number}: was called off, or waits for its public randomness."),
    gettext_noop("Draw {number}: made from the next seal, which was published before."),
    gettext_noop(
        "Draw {number}: {count} could be drawn; whoever could not is listed with a reason."
    ),
    gettext_noop("Draw {number}: without public randomness, as was said before."),
    gettext_noop("Draw {number}: its public randomness was named before anybody could know it."),
    gettext_noop("Draw {number}: the order of all {count} is the one that the seed gives."),
    gettext_noop("Match {number}: waits for its public randomness."),
    gettext_noop("Match {number}: a log of {count} entries, each following on the one before."),
    gettext_noop(
        "Match {number}: a log of {count} entries so far, each following on the one before."
    ),
    gettext_noop("Match {number}: {count} players, seated as they were drawn and answered."),
    gettext_noop("Match {number}: without public randomness, as was said before."),
    gettext_noop("Match {number}: its public randomness was named before anybody could know it."),
    gettext_noop(
        "Match {number}: its rolls, {count} so far, can be checked when its seed is open."
    ),
    gettext_noop(
        "Match {number}: all rolls and draws, {count} of them, come from its sealed seed."
    ),
    gettext_noop("Match {number}: nothing was rolled again that wasn’t undone first."),
    gettext_noop("Match {number}: what was sealed is what was opened, {count} in all."),
    gettext_noop("Your registration is number {number} of {count} on the list."),
    gettext_noop("Your registration is one of the {count} on the list."),
    gettext_noop("Your registration is in the log, and left the list again."),
    gettext_noop("What your browser saw of the log is still in it."),
)
"""Every line there is: a test holds the script's own against them."""


def translated() -> dict[str, str]:
    """By the English, which the script knows them by."""
    return {line: _(line) for line in LINES}
