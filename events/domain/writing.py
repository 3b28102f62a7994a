"""The one way to change an event: lock it, read the clock, append to its ledger, publish after commit."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from events.domain.freezing import freeze_if_due
from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.fault_points import fault
from events.live import broadcast
from events.models import Event
from events.queries import clock


@contextmanager
def writing(event_id: str, *, by: str) -> Iterator[Ledger]:
    """Open an event for change; ``event_id`` is its public id, ``by`` who asks (``user/7``, ``person/…``, ``clock``).

    What is overdue by the clock is done first and stays done even if the caller then raises a Refusal; of what the
    caller itself wrote nothing stays in that case. Raises Refusal 404 for an event that isn't there.
    """
    refusal: Refusal | None = None
    fault("before_lock")
    with transaction.atomic(durable=True):
        event = Event.objects.select_for_update(no_key=True).filter(public_id=event_id).first()
        if event is None:
            raise Refusal("no-event", _("There is no such evening."), status=404)
        fault("after_lock")
        ledger = Ledger(event, by, clock.now())
        freeze_if_due(ledger)
        if ledger.grown:
            event.save()
        try:
            with transaction.atomic():
                yield ledger
                fault("after_write")
        except Refusal as raised:
            refusal = raised
            event.refresh_from_db()
        if ledger.grown:
            event.save()
            transaction.on_commit(lambda: broadcast.publish(event.topic, event.seq), robust=True)
        fault("before_commit")
    if refusal is not None:
        raise refusal
