"""Changing an evening's programme while it goes on: how many heats, how many rounds (EV-3, EV-4)."""

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from events.domain.plans import ROUNDS, check_heats_number, check_number
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Event

_OVER = {Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED}


def set_heats(*, event_id: str, by: str, heats: int | None, command_id: str) -> None:
    """Play so many heats before the final; None: as many as the entries make (EV-4).

    Raises Refusal on an evening without heats, for a number that can't be, and once the first heat was drawn.
    """
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        if ledger.repeats(command_id, {"heats": heats}):
            return
        _check_format(event, Event.Format.HEATS_AND_FINAL)
        if heats is not None:
            check_heats_number(event.game, heats)
        check_heats(event)
        if heats != event.heats:
            event.heats = heats
            ledger.append("edited", changed=["heats"])


def set_rounds(*, event_id: str, by: str, rounds: int, command_id: str) -> None:
    """Add rounds or stop some (EV-3).

    Raises Refusal on an evening that isn't played in rounds, for a number that can't be, and below the rounds that
    have begun or have prizes.
    """
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        if ledger.repeats(command_id, {"rounds": rounds}):
            return
        _check_format(event, Event.Format.PRIZE_EVERY_ROUND)
        check_number(rounds, ROUNDS, "rounds")
        check_rounds(event, rounds)
        if rounds != event.rounds:
            event.rounds = rounds
            ledger.append("edited", changed=["rounds"])


def check_heats(event: Event) -> None:
    """Raises Refusal once the first heat was drawn: from then on the number stands (EV-4)."""
    if event.played_rounds.exists():
        raise Refusal(
            "heats-begun",
            _("The first heat has been drawn, so the number of heats stands."),
            field="heats",
        )


def check_rounds(event: Event, wanted: int) -> None:
    """Raises Refusal for fewer rounds than have begun or have prizes."""
    begun = event.played_rounds.aggregate(most=Max("number"))["most"] or 0
    promised = event.prizes.aggregate(most=Max("round"))["most"] or 0
    if wanted < max(begun, promised):
        raise Refusal(
            "rounds-down",
            _("Rounds that have begun or have prizes stay: choose at least %(least)s.")
            % {"least": max(begun, promised)},
            field="rounds",
        )


def _check_format(event: Event, wanted: str) -> None:
    if event.state in _OVER:
        raise Refusal("over", _("This evening is over and stays as it is."))
    if event.format != wanted:
        raise Refusal("format", _("This evening is played in another format."), field="format")
