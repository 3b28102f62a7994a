"""What can be won, as a part of an evening's form: prizes by round, special ones, and how long they wait."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.domain.plans import CLAIM_DAYS, USUAL_CLAIM_DAYS, PrizeLine
from events.domain.prize_plans import MOST_CUSTOM
from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.forms.prizes import (
    PrizeFields,
    PrizeRow,
    Slots,
    prize_fields,
    prize_rows,
    prizes_from,
)
from events.forms.special_prizes import (
    ADD,
    LABEL,
    numbers_in,
    special_fields,
    special_name,
    special_rows,
    specials_from,
)


class WinnableForm(CommandForm):
    """The prizes of an evening; `add_prizes` makes their fields once the format is known.

    ``locked``: registration has opened, so they are shown and can't be typed in. What is sent all the same the domain
    refuses.
    """

    claim_days = forms.IntegerField(
        label=_("Days to claim a prize"),
        min_value=CLAIM_DAYS[0],
        max_value=CLAIM_DAYS[-1],
        initial=USUAL_CLAIM_DAYS,
        required=False,
        help_text=_("What nobody claims by then goes back to you."),
    )

    def __init__(self, *args: Any, locked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.locked = locked
        self._slots: Slots = ()
        self._specials: list[int] = []
        self._prize_names: list[str] = []

    def add_prizes(self, slots: Slots, *, doors: bool) -> None:
        """Make the fields for the prizes there is room for; ``doors``: several take the door prize."""
        sent: Mapping[str, Any] = self.data if self.is_bound else self.initial
        self._slots, self._specials = slots, numbers_in(sent)
        found = prize_fields(slots, doors=doors) | special_fields(self._specials)
        if self.locked:
            # Not disabled: what a page from before sends must be refused, not passed over.
            for field in (*found.values(), self.fields["claim_days"]):
                field.widget.attrs["readonly"] = True
        if sent.get("rows") == ADD and self._specials:
            newest = special_name(self._specials[-1], LABEL)
            found[newest].widget.attrs["autofocus"] = True
        self._prize_names = list(found)
        self.fields.update(found)

    def prize_rows(self) -> list[PrizeRow]:
        """The prizes by round; of locked ones those there are."""
        rows = prize_rows(self, self._slots)
        if not self.locked:
            return rows
        there = [
            PrizeRow(row.round, tuple(prize for prize in row.prizes if not prize.is_blank))
            for row in rows
        ]
        return [row for row in there if row.prizes]

    def special_rows(self) -> list[PrizeFields]:
        return special_rows(self, self._specials)

    @property
    def takes_special(self) -> bool:
        """Whether there is room for one more special prize."""
        return not self.locked and len(self._specials) < MOST_CUSTOM

    def typed_prizes(self) -> tuple[PrizeLine, ...]:
        """The prizes that were typed; whatever is wrong with one is put at its field."""
        return (*prizes_from(self, self._slots), *specials_from(self, self._specials))

    def days(self) -> int:
        """The days to claim; where none are typed those there were."""
        typed: int | None = self.cleaned_data.get("claim_days")
        before: int = self.initial.get("claim_days", USUAL_CLAIM_DAYS)
        return before if typed is None else typed

    def prize_meant(self, refusal: Refusal) -> str:
        """The field that a refusal of the prizes is about; empty where it is about them all."""
        if refusal.code == "rehearsal-prizes":
            return "rehearsal"
        if refusal.code == "prizes-many":
            return self.special_rows()[-1].fields[0].name
        changed = [
            name
            for name in self._prize_names
            if self.cleaned_data.get(name, "") != self.initial.get(name, "")
        ]
        return changed[0] if changed and refusal.code == "opened" else ""
