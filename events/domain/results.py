"""Writing an evening's result: the first version at its end, the next one at every ruling after it."""

from django.db.models import Max

from events.domain.ledger import Ledger
from events.models import Event, Result
from events.queries import result_data

_OVER = (Event.State.FINISHED, Event.State.SETTLED)


def first_version(ledger: Ledger) -> None:
    """The result as the evening ended, as part of the command that ends it."""
    _write(ledger, "")


def next_version(ledger: Ledger, reason: str) -> None:
    """The result anew, if the evening is over: until then there is none that could change (design.md 9).

    Every version is kept; the pages, exports and standings read the last (`queries.results.latest`).
    """
    if ledger.event.state in _OVER:
        _write(ledger, reason)


def _write(ledger: Ledger, reason: str) -> None:
    last = ledger.event.results.aggregate(last=Max("version"))["last"] or 0
    version = last + 1
    Result.objects.create(
        event=ledger.event,
        version=version,
        data=result_data.build(ledger.event, version),
        by=ledger.by,
        reason=reason,
        at=ledger.now,
    )
    ledger.append("result", version=version, reason=reason)
