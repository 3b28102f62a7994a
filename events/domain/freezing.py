"""Closing registration: the entry list is frozen by the clock, under the lock of the event."""

from events.domain.ledger import Ledger
from events.models import Event, Registration
from games import fair


def freeze_if_due(ledger: Ledger) -> None:
    """Freeze the entry list if the closing instant has come (EV-1: at that instant it is closed).

    Called with the event's lock held before anything else is done, so nobody gets in late however
    long they waited for the lock. Those on the waiting list stay out (EV-2). The list's root is
    fair-v1's, over ``(reg, client_seed)``. Does nothing the second time.
    """
    event = ledger.event
    if event.state != Event.State.PUBLISHED or ledger.now < event.closes_at:
        return
    entries = list(
        event.registrations.filter(status=Registration.Status.REGISTERED).values_list(
            "reg", "client_seed"
        )
    )
    event.state = Event.State.CLOSED
    event.list_root = fair.list_root(event.scope, entries)
    event.frozen_at = ledger.now
    ledger.append(
        "frozen",
        by="clock",
        count=len(entries),
        root=event.list_root,
        closed_at=event.closes_at.isoformat(),
    )
