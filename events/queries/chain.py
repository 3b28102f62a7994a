"""The hash chains of a ledger and of a match's log: what each entry looks like in them."""

from datetime import UTC, datetime
from typing import Any

from events.models import LedgerEntry, LogEntry

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
    """A row of a match's log as the chain covers it; ``sealed`` is the commitment to what stays closed, if it does."""
    head = {"n": row.seq, "kind": row.kind, "by": row.by, "at": instant(row.at)}
    if sealed:
        return {**head, "sealed": sealed}
    return {**head, **content(row)}


def content(row: LogEntry) -> dict[str, Any]:
    """What a row says, which a seal can stand for."""
    return {"data": row.data, "chance": row.chance}


def instant(at: datetime) -> str:
    """An instant as the chain writes it: UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
