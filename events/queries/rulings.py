"""What was ruled at an evening: who, when, why, with the disputes and the moves that were undone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import Dispute, Event, LedgerEntry, LogEntry
from events.queries import actors, disputes, programme
from events.queries.happenings import happenings

TITLES = {
    "disqualified": gettext_lazy("Disqualified"),
    "reinstated": gettext_lazy("Disqualification taken back"),
    "corrected": gettext_lazy("Places corrected"),
    "noted": gettext_lazy("Note"),
    "dispute-ruled": gettext_lazy("Dispute ruled on"),
    "waived": gettext_lazy("Rule waived"),
    "voided": gettext_lazy("Award declared void"),
    "awarded": gettext_lazy("Prize given"),
}
"""The kinds of entry that a ruling begins with, and what each is called."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """One ruling. ``version`` is the result's that it made, or 0; ``match`` the public id of the table, or empty."""

    at: datetime
    who: str
    title: str
    lines: tuple[str, ...]
    version: int = 0
    match: str = ""


@dataclass(frozen=True, slots=True)
class Disputed:
    """A dispute with the move it is about, in words, and what times are known. ``lag`` is received less sent."""

    dispute: Dispute
    where: str
    move: str
    times: disputes.Times
    who_ruled: str

    @property
    def lag(self) -> timedelta | None:
        sent, received = self.times.sent, self.times.received
        return received - sent if sent is not None and received is not None else None


def rulings_of(event: Event) -> list[Ruled]:
    """Every ruling and every undone move, the latest first."""
    rows = list(event.ledger.filter(kind__in=[*TITLES, "result"]))
    names = actors.called(row.by for row in rows)
    told = {line.seq: line.text for line in happenings(event)}
    found = [
        ruled
        for _at, group in groupby(rows, key=lambda row: (row.at, row.by))
        if (ruled := _ruled(list(group), names, told)) is not None
    ]
    return sorted([*found, *_undone(event)], key=lambda ruled: ruled.at, reverse=True)


def disputes_of(event: Event) -> list[Disputed]:
    """Every dispute at a table, the open ones first, then the latest."""
    rows = list(
        Dispute.objects.filter(match__event=event)
        .select_related("match__round", "match__event", "registration")
        .order_by("-pk")
    )
    names = actors.called(row.ruled_by for row in rows if row.ruled_by)
    found = [
        Disputed(
            row,
            programme.in_words(row.match.round.kind, row.match.round.number),
            disputes.about(row),
            disputes.times(row),
            names.get(row.ruled_by, ""),
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: one.dispute.ruled_at is not None)


def _ruled(
    group: list[LedgerEntry], names: Mapping[str, str], told: Mapping[int, str]
) -> Ruled | None:
    """What one command wrote, if a person ruled by it: awards are also made by a match that ends."""
    said = [row for row in group if row.kind != "result"]
    if not said or (said[0].kind in ("awarded", "voided") and said[0].by == "clock"):
        return None
    lines = tuple(told[row.seq] for row in said)
    version = next((row.data["version"] for row in group if row.kind == "result"), 0)
    first = said[0]
    return Ruled(
        first.at,
        names[first.by],
        str(TITLES[first.kind]),
        lines,
        version,
        first.data.get("match", ""),
    )


def _undone(event: Event) -> list[Ruled]:
    rows = LogEntry.objects.filter(match__event=event, kind="Voided")
    return [
        Ruled(
            row.at,
            _("The host"),
            _("Move undone"),
            (
                _("The last move in %(round)s was undone: %(reason)s.")
                % {
                    "round": programme.in_words(row.match.round.kind, row.match.round.number),
                    "reason": str(row.data.get("reason", "")).rstrip("."),
                },
            ),
            match=row.match.public_id,
        )
        for row in rows.select_related("match__round")
    ]
