"""An event under its lock, with the ledger its changes are written to."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.domain.refusal import Refusal
from events.models import CommandRecord, Event, LedgerEntry


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
        """Write what happened as the next entry; ``data`` must be JSON-able and free of secrets."""
        self.event.seq += 1
        return LedgerEntry.objects.create(
            event=self.event,
            seq=self.event.seq,
            kind=kind,
            data=data,
            by=by or self.by,
            at=self.now,
        )

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


def payload_hash(payload: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of what was asked for."""
    text = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()
