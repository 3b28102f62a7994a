"""Disputes on the evening's pages: that a table waits for a ruling, what was ruled, and what the host rules by."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from events.models import Dispute
from events.queries import actors, disputes
from events.queries.evening.forms import form
from events.queries.evening.standing import Standing
from events.queries.programme import title_of

AT_ONCE = timedelta(milliseconds=50)
"""Nearer than that two instants count as one."""


def ruling(standing: Standing) -> dict[str, Any]:
    """What everybody reads: who disputes what, and at the match that goes on what was ruled last."""
    going_on = getattr(standing.open_match, "pk", None)
    return {
        "open": [
            {
                "name": dispute.registration.name,
                "said": dispute.said,
                "text": _("The table waits for a ruling. Every clock stands still.")
                if dispute.match_id == going_on
                else _("%(round)s is over; its host rules on it.")
                % {"round": title_of(dispute.match.round)},
            }
            for dispute in _open(standing)
        ],
        "ruled": _newest(standing) if going_on is not None else None,
    }


def waived(standing: Standing) -> dict[str, str] | None:
    """At the match that goes on: who waived the prior winner's rule (LB-18), and why."""
    match = standing.open_match
    rows = standing.event.ledger.filter(kind="waived") if match is not None else []
    row = next((row for row in rows if match and row.data["match"] == match.public_id), None)
    if row is None:
        return None
    return {"by": actors.called([row.by])[row.by], "text": str(row.data["reason"])}


def wall_line(standing: Standing) -> dict[str, str]:
    """The same on the projector, in a line: while somebody waits for a ruling, and right after it was made."""
    for dispute in _open(standing):
        text = _("%(name)s disputes what happened. The table waits for a ruling.")
        return {"text": text % {"name": dispute.registration.name}, "icon": "pause"}
    ruled = [dispute for dispute in standing.disputes if dispute.ruled_at == standing.told_at]
    text = _("Ruled: %(ruling)s") % {"ruling": ruled[-1].ruling} if ruled else ""
    return {"text": text, "icon": "check"}


def cards(standing: Standing) -> list[dict[str, Any]]:
    """For the host: each open dispute with the move, both times of the act, and a field to rule in."""
    return [_card(standing, dispute) for dispute in _open(standing)]


def _open(standing: Standing) -> list[Dispute]:
    return [dispute for dispute in standing.disputes if dispute.ruled_at is None]


def _newest(standing: Standing) -> dict[str, Any] | None:
    ruled = [dispute for dispute in standing.disputes if dispute.ruled_at is not None]
    if not ruled or _open(standing):
        return None
    last = max(ruled, key=lambda dispute: dispute.ruled_at or dispute.opened_at)
    return {
        "name": last.registration.name,
        "by": actors.called([last.ruled_by])[last.ruled_by],
        "text": last.ruling,
        "at": last.ruled_at,
    }


def _card(standing: Standing, dispute: Dispute) -> dict[str, Any]:
    times, zone = disputes.times(dispute), standing.event.zone
    return {
        "id": dispute.pk,
        "name": dispute.registration.name,
        "said": dispute.said,
        "about": disputes.about(dispute),
        "sent": _clock(times.sent, zone),
        "received": _received(times, zone),
        "deadline": _deadline(times, zone),
        **form(standing.event, "RuleDispute", "", dispute=dispute.pk),
    }


# In quotes: disputes reads the tables' log, tables show the evening, and whichever module is asked for first is
# still incomplete when this one is read.
def _received(times: "disputes.Times", zone: str) -> str:
    at = _clock(times.received, zone)
    if not at:
        return _("not known")
    if times.sent is None or times.received is None:
        return at
    return f"{at}, {_apart(times.sent, times.received)}"


def _deadline(times: "disputes.Times", zone: str) -> str:
    """When the time was up, and how the act stood to it."""
    if times.deadline is None:
        return ""
    words = [_clock(times.deadline, zone)]
    if times.sent is not None:
        words.append(_("sent %(apart)s") % {"apart": _apart(times.deadline, times.sent)})
    if times.received is not None:
        words.append(_("received %(apart)s") % {"apart": _apart(times.deadline, times.received)})
    return ", ".join(words)


def _apart(first: datetime, then: datetime) -> str:
    """How long after the one the other was, or before it."""
    by = then - first
    if abs(by) < AT_ONCE:
        return _("at the same time")
    seconds = {"seconds": f"{abs(by.total_seconds()):.1f}"}
    return (_("%(seconds)s s later") if by > timedelta() else _("%(seconds)s s before")) % seconds


def _clock(at: datetime | None, zone: str) -> str:
    """An instant to the tenth of a second, on the host's clock."""
    if at is None:
        return ""
    here = at.astimezone(ZoneInfo(zone))
    return f"{here:%H:%M:%S}.{here.microsecond // 100_000}"
