"""An event under its lock, with the ledger its changes are written to."""

import hashlib
import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.domain.refusal import Refusal
from events.models import CommandRecord, Event, LedgerEntry
from events.queries import chain
from games import fair

_HASH = re.compile("[0-9a-f]{64}")


class Ledger:
    """An event under its lock. ``now`` is the database's clock after the lock was taken."""

    def __init__(self, event: Event, by: str, now: datetime) -> None:
        self.event = event
        self.by = by
        self.now = now
        self._start = event.seq

    @property
    def grown(self) -> bool:
        return self.event.seq > self._start

    def append(self, kind: str, /, *, by: str | None = None, **data: Any) -> LedgerEntry:
        """Write what happened as the next entry of the chain.

        ``data`` must be JSON-able and free of secrets. People are given by ``reg``: raises ValueError for data with
        names in it, which could never be erased.
        """
        if _names_somebody(data, kind in chain.NAMING):
            raise ValueError(f"{kind}: the ledger knows people by reg, never by name")
        row = LedgerEntry(
            event=self.event,
            seq=self.event.seq + 1,
            kind=kind,
            data=data,
            by=by or self.by,
            at=self.now,
        )
        row.hash = fair.chain(self.event.head, chain.ledger_entry(row))
        row.save(force_insert=True)
        self.event.seq, self.event.head = row.seq, row.hash
        return row

    def repeats(self, command_id: str, payload: Mapping[str, Any]) -> bool:
        """Whether this command was already done; if not, note that it now is.

        Raises Refusal 422 if the same id came with another payload.
        """
        digest = payload_hash(payload)
        record, new = CommandRecord.objects.get_or_create(
            scope=self.event.topic,
            actor=self.by,
            command_id=command_id,
            defaults={"payload_hash": digest, "seq": self.event.seq, "at": self.now},
        )
        if record.payload_hash != digest:
            raise Refusal(
                "id-reused", _("This page got mixed up. Load it again, then try once more.")
            )
        return not new


def _names_somebody(data: Any, naming: bool) -> bool:
    """Whether a name is in there, at any depth. ``naming``: the entry is about a name, and gives it as a hash."""
    if isinstance(data, Mapping):
        named = data.keys() & {"name", "names", "before"}
        if named and not (naming and _HASH.fullmatch(str(data.get("name")))):
            return True
        return any(_names_somebody(part, naming) for part in data.values())
    return isinstance(data, list | tuple) and any(_names_somebody(part, naming) for part in data)


def payload_hash(payload: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of what was asked for."""
    text = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
