"""Rows for prizes: the places that a format decides, each with a title, from whom, and what is said about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.lines import clean_line
from events.domain.plans import PrizeLine
from events.domain.prize_plans import CUSTOM
from events.domain.refusal import Refusal
from events.models import Prize

Slots = Sequence[tuple[int, Sequence[Prize.Place]]]
"""Places by round, as `events.queries.programme.prize_slots` gives them."""

TITLE, FROM, ANNOUNCED = "title", "from", "announced"
LONGEST = {TITLE: 80, FROM: 48, ANNOUNCED: 240}


@dataclass(frozen=True, slots=True)
class PrizeFields:
    """The bound fields of one prize; ``label`` says what a special prize is for, which others don't."""

    title: forms.BoundField
    given_by: forms.BoundField
    announced: forms.BoundField
    label: forms.BoundField | None = None
    number: int = 0

    @property
    def fields(self) -> list[forms.BoundField]:
        found = [self.label, self.title, self.given_by, self.announced]
        return [field for field in found if field is not None]

    @property
    def is_blank(self) -> bool:
        return not any(field.value() or field.errors for field in self.fields)

    @property
    def is_said(self) -> bool:
        """Whether there is something in the fold."""
        return bool(self.announced.value() or self.announced.errors)


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """The prizes of one round; round 0 decides the evening."""

    round: int
    prizes: tuple[PrizeFields, ...]


def field_name(number: int, place: str, part: str) -> str:
    return f"prize_{number}_{place}_{part}"


def text_field(part: str, label: Any) -> forms.CharField:
    """The field of one part of a prize; no part is needed until another is there."""
    field = forms.CharField(label=label, required=False, max_length=LONGEST[part])
    if part == ANNOUNCED:
        field.widget = forms.Textarea(attrs={"rows": 2, "maxlength": LONGEST[part]})
        field.help_text = _("Players read it under the prize.")
    return field


def prize_fields(slots: Slots, *, doors: bool) -> dict[str, forms.Field]:
    """A text field for each round, place and part. ``doors``: several take the door prize."""
    fields: dict[str, forms.Field] = {}
    for number, places in slots:
        for place in places:
            several = doors and place == Prize.Place.DOOR
            title = _("Door prizes, each") if several else place.label
            for part, label in ((TITLE, title), (FROM, _("From")), (ANNOUNCED, _("About it"))):
                fields[field_name(number, place, part)] = text_field(part, label)
    return fields


def prize_initial(prizes: tuple[PrizeLine, ...]) -> dict[str, str]:
    """What the fields start from, for prizes there are."""
    initial = {}
    for prize in prizes:
        if prize.place != CUSTOM:
            initial[field_name(prize.round, prize.place, TITLE)] = prize.title
            initial[field_name(prize.round, prize.place, FROM)] = prize.from_whom
            initial[field_name(prize.round, prize.place, ANNOUNCED)] = prize.announced
    return initial


def prize_rows(form: forms.Form, slots: Slots) -> list[PrizeRow]:
    def of(number: int, place: str) -> PrizeFields:
        title, whom, said = (
            form[field_name(number, place, part)] for part in (TITLE, FROM, ANNOUNCED)
        )
        return PrizeFields(title, whom, said)

    return [
        PrizeRow(number, tuple(of(number, place) for place in places)) for number, places in slots
    ]


def prizes_from(form: forms.Form, slots: Slots) -> Iterator[PrizeLine]:
    """The prizes that were typed; whatever is wrong with one is put at its field."""
    for number, places in slots:
        for place in places:
            names = {part: field_name(number, place, part) for part in (TITLE, FROM, ANNOUNCED)}
            texts = cleaned(form, names)
            if texts[TITLE]:
                yield PrizeLine(
                    number, place, texts[TITLE], texts[FROM], announced=texts[ANNOUNCED]
                )
            elif any(texts.values()):
                form.add_error(
                    names[TITLE], gettext("Name the prize, or take out what is said of it.")
                )


def cleaned(form: forms.Form, names: dict[str, str]) -> dict[str, str]:
    """The texts of these fields, by part; one that can't be is a fault at its field, and empty."""
    return {
        part: _cleaned(form, name, longest=LONGEST.get(part, LONGEST[FROM]))
        for part, name in names.items()
    }


def _cleaned(form: forms.Form, name: str, *, longest: int) -> str:
    text = str(form.cleaned_data.get(name) or "")
    try:
        return clean_line(text, field=name, longest=longest)
    except Refusal as refusal:
        form.add_error(name, str(refusal))
        return ""
