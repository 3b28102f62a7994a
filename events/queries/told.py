"""Names for what a ledger says: its entries know people by ``reg`` alone, and a name may be erased."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from events.models import Event, LedgerEntry

ERASED = gettext_noop("(name erased)")
"""Stands where a name stood (`domain.erasing`)."""


class People:
    """Who is who at an event, for somebody who reads its ledger from the first entry on."""

    def __init__(self, event: Event) -> None:
        entries = event.registrations.only("reg", "name", "former_names")
        self._names = {entry.reg: [*entry.former_names, entry.name] for entry in entries}
        self._renamed: Counter[str] = Counter()

    def named(self, row: LedgerEntry) -> dict[str, Any]:
        """The entry's data with the names people had when it was written."""
        data: dict[str, Any] = {**row.data}
        if "reg" in data:
            if row.kind == "renamed":
                data["before"] = self.name(data["reg"])
                self._renamed[data["reg"]] += 1
            data["name"] = self.name(data["reg"])
        for regs in ("order", "regs"):
            if regs in data:
                data["names"] = [self.name(reg) for reg in data[regs]]
        if "seats" in data:
            data["seats"] = [
                {**seat, "name": self.name(seat["reg"])} if "reg" in seat else seat
                for seat in data["seats"]
            ]
        if "places" in data and row.kind == "match-ended":
            data["places"] = [(place, self.name(reg)) for place, reg in data["places"]]
        if data.get("instead_of"):
            data["instead_of"] = self.name(data["instead_of"])
        return data

    def name(self, reg: str) -> str:
        """The name at this point of the reading."""
        names = self._names.get(reg, [])
        turn = min(self._renamed[reg], len(names) - 1)
        name = names[turn] if names else ERASED
        return _(ERASED) if name == ERASED else name
