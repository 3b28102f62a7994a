"""The list of an evening as everybody may check it: receipts at any time, the entries themselves once it is frozen."""

import json
from typing import Any

from events.models import Event, Registration
from events.queries.programme import frozen_entries


def published_list(event: Event) -> dict[str, Any]:
    """Every entry by its receipt with what became of it, and the frozen list with its root once there is one.

    A receipt tells who it belongs to only to those who hold it. What an entry's receipt was made from is shown once
    the list is frozen: by then nobody can choose anything that depends on it.
    """
    return {
        "event": event.scope,
        "entries": [
            {"receipt": entry.receipt, "state": entry.status, "by_server": entry.seeded_by_server}
            for entry in event.registrations.order_by("number")
        ],
        "frozen": _frozen(event) if event.frozen_at is not None else None,
    }


def receipt_of(entry: Registration) -> dict[str, Any]:
    """What somebody keeps of their entry: as a page shows it, and as the checkers take it."""
    kept = {
        "event": entry.event.scope,
        "reg": entry.reg,
        "client_seed": entry.client_seed,
        "receipt": entry.receipt,
    }
    return {**kept, "by_server": entry.seeded_by_server, "json": json.dumps(kept)}


def _frozen(event: Event) -> dict[str, Any]:
    rows = sorted((entry.reg, entry.client_seed) for entry in frozen_entries(event))
    return {"root": event.list_root, "count": len(rows), "rows": rows}
