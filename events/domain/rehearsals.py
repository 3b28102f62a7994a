"""What only a rehearsal may do: close its list before the set time."""

from django.utils.translation import gettext_lazy as _

from events.domain.freezing import freeze_if_due
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Event


def close_rehearsal(*, event_id: str, by: str, command_id: str) -> Event:
    """Close registration of a rehearsal at this instant, so that nobody waits to practise.

    A real evening closes at its set time and no earlier (EV-1). Raises Refusal for one, and when
    registration isn't open.
    """
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        if ledger.repeats(command_id, {"close": True}):
            return event
        if not event.rehearsal:
            raise Refusal(
                "not-a-rehearsal",
                _("Registration closes at its set time. Only a rehearsal may close early."),
            )
        if event.state != Event.State.PUBLISHED or ledger.now < event.opens_at:
            raise Refusal("not-open", _("Registration isn’t open, so there is nothing to close."))
        event.closes_at = ledger.now
        ledger.append("edited", changed=["closes_at"])
        freeze_if_due(ledger)
        return event
