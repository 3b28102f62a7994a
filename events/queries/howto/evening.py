"""How an evening goes round its games: who is drawn, who is called, who takes what."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from events.models import Event
from events.queries.programme import seats_of

Text = str | Promise

SIX = _(
    "Up to six names are drawn from the list, in public. Whoever is called says “I am here”; "
    "whoever doesn’t is passed over, and the next reserve is called."
)
"""The call, for games that draw six."""


def before(event: Event) -> list[Text]:
    """How people come to a table, in games that seat more or fewer than Live Bait (EV-4, EV-7, EV-9)."""
    seats = {"seats": seats_of(event.game)}
    if event.format == Event.Format.HEATS_AND_FINAL:
        return [
            now(
                "All who can play are drawn into heats of up to %(seats)s, which are played side by side. The "
                "winners meet in a final of up to %(seats)s; should more have won, it is drawn who plays in it."
            )
            % seats,
            _(
                "Whoever is called says “I am here”; whoever doesn’t is passed over, and the next reserve is called."
            ),
        ]
    return [
        now(
            "Up to %(seats)s names are drawn from the list, in public. Whoever is called says “I am here”; "
            "whoever doesn’t is passed over, and the next reserve is called."
        )
        % seats
    ]


def after(event: Event, wins: Any) -> list[Text]:
    """Who takes which prize; ``wins``: what wins, as a sentence (games.prizes)."""
    if event.format == Event.Format.HEATS_AND_FINAL:
        prizes = _(
            "In the final that is first, second and third prize by place; the fourth takes the door prize."
        )
    else:
        prizes = _("The winner takes the round’s main prize, the second its door prize.")
    return [
        wins,
        prizes,
        _(
            "Whoever is level shares the place, but no prize is halved: of the prizes for those places, whoever was "
            "drawn earlier takes the better one."
        ),
    ]
