"""The hash chains of a ledger and of a match's log: what each entry looks like in them."""

from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from events.models import Event, LedgerEntry, LogEntry
from games import fair

NAMING = frozenset({"registered", "renamed"})
"""The entries that bring a name into the chain, as its hash under the registration's salt."""
SHORT = 12
"""How many digits of a head pages show."""


def ledger_entry(row: LedgerEntry) -> dict[str, Any]:
    """A ledger row as the chain covers it.

    Of who did it only the kind: ``clock``, ``user`` (somebody signed in) or ``person`` (a player), since an id would
    tell which of several evenings one person was at.
    """
    return {
        "n": row.seq,
        "kind": row.kind,
        "by": row.by.partition("/")[0],
        "at": instant(row.at),
        "data": row.data,
    }


def log_entry(row: LogEntry, sealed: str = "") -> dict[str, Any]:
    """A row of a match's log as the chain covers it; ``sealed`` is the commitment to what stays closed, if it does.

    Of who acted as the host only that: see `ledger_entry`.
    """
    by = "host" if row.by.startswith("user/") else row.by
    head = {"n": row.seq, "kind": row.kind, "by": by, "at": instant(row.at)}
    if sealed:
        return {**head, "sealed": sealed}
    return {**head, **content(row)}


def content(row: LogEntry) -> dict[str, Any]:
    """What a row says, which a seal can stand for."""
    return {"data": row.data, "chance": row.chance}


def instant(at: datetime) -> str:
    """An instant as the chain writes it: UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def shown(event: Event) -> dict[str, Any]:
    """The head as pages show it, with what a browser needs to see that it follows on the one it saw before."""
    short = " ".join(event.head[at : at + 4] for at in range(0, SHORT, 4))
    return {
        "scope": event.scope,
        "seq": event.seq,
        "head": event.head,
        "short": short,
        "url": reverse("chain", args=[event.public_id]),
        "proof_url": reverse("proof", args=[event.public_id]),
    }


def since(event: Event, head: str) -> dict[str, Any]:
    """How the ledger got from a head somebody saw to the one it has now.

    ``links`` is the SHA-256 of each entry's canonical JSON, oldest first: with them a browser works out the new head
    from its own. None, where the ledger never had that head.
    """
    rows = list(event.ledger.filter(seq__lte=event.seq))
    heads = [fair.FIRST_HEAD, *(row.hash for row in rows)]
    links = None
    if head in heads:
        links = [fair.link(ledger_entry(row)) for row in rows[heads.index(head) :]]
    return {"seq": event.seq, "head": event.head, "links": links}


def broken(event: Event) -> list[str]:
    """What of the stored ledger and logs doesn't follow on the entry before it, for those who run the site."""
    found, head = [], fair.FIRST_HEAD
    for row in event.ledger.filter(seq__lte=event.seq):
        head = fair.chain(head, ledger_entry(row))
        if head != row.hash:
            found.append(f"ledger entry {row.seq}")
            break
    for match in event.matches.order_by("number"):
        head = fair.FIRST_HEAD
        for entry in match.log.filter(seq__lte=match.seq):
            head = fair.chain(head, log_entry(entry, commitment(entry, match.public_id)))
            if head != entry.hash:
                found.append(f"match {match.number} entry {entry.seq}")
                break
    return found


def commitment(row: LogEntry, match: str) -> str:
    """What the chain covers instead of a sealed row's content; empty for one that is open. ``match``: public id."""
    return fair.sealed_entry(match, row.seq, row.salt, content(row)) if row.salt else ""
