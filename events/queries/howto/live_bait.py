"""How an evening of Live Bait is played, in a few sentences; a KnockOut is one of its formats (EV-5)."""

from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.queries.house_rules import setting_of
from events.queries.howto.evening import SIX, Text

_PLAY: tuple[Text, ...] = (
    _(
        "Each picks a die and rolls once. Then the host rolls: that number counts who is LIVE first, "
        "and from then on it is the number to avoid."
    ),
    _(
        "Whoever is LIVE rolls until the number matches. Match a player, and LIVE is theirs. "
        "Match the host, and you are caught."
    ),
)
STEPS: dict[str, tuple[Text, ...]] = {
    Event.Format.PRIZE_EVERY_ROUND: (SIX, *_PLAY),
    Event.Format.HEATS_AND_FINAL: (
        _(
            "The names on the list are drawn into heats, and the winner of each meets the others in a final."
        ),
        SIX,
        *_PLAY,
    ),
    Event.Format.KNOCKOUT: (
        _(
            "Everybody plays in one big round. The draw is the order they are called in: the first six come to the "
            "dice, the others queue, and the queue is shown."
        ),
        *_PLAY,
        _(
            "When somebody is caught, the next in the queue is called to that die and comes by rolling it. "
            "Play doesn’t wait for them."
        ),
    ),
}
_ENDS: dict[tuple[str, bool], Text] = {
    (Event.Format.PRIZE_EVERY_ROUND, True): _(
        "The last two duel: the host’s die picks one for the door prize, the other wins."
    ),
    (Event.Format.PRIZE_EVERY_ROUND, False): _(
        "The last one standing wins. The door prize is drawn among the caught."
    ),
    (Event.Format.HEATS_AND_FINAL, True): _(
        "In the final the last two duel for first and second; third is whoever was caught before them. "
        "A door prize is drawn among the other caught."
    ),
    (Event.Format.HEATS_AND_FINAL, False): _(
        "In the final the last one standing is first, the last caught second, the one before third. "
        "A door prize is drawn among the other caught."
    ),
    (Event.Format.KNOCKOUT, True): _(
        "The last two duel for first and second; the last caught before them is third. "
        "The first three caught take door prizes."
    ),
    (Event.Format.KNOCKOUT, False): _(
        "The last one standing is first, the last caught second, the one before third. "
        "The first three caught take door prizes."
    ),
}


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


def steps(event: Event) -> list[Text]:
    """How Live Bait is played in the evening's format."""
    end = _ENDS[event.format, bool(setting_of(event, "duel"))]
    return [*STEPS[event.format], end]
