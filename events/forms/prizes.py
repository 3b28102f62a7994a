"""Rows for prizes: the places that a format decides, each with a title and from whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.lines import clean_line
from events.domain.plans import PrizeLine
from events.domain.refusal import Refusal
from events.models import Prize

Slots = Sequence[tuple[int, Sequence[Prize.Place]]]
"""Places by round, as `events.queries.programme.prize_slots` gives them."""

TITLE, FROM = "title", "from"


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """The bound fields of one round's prizes; round 0 decides the evening."""

    round: int
    fields: tuple[forms.BoundField, ...]


def field_name(number: int, place: str, part: str) -> str:
    return f"prize_{number}_{place}_{part}"


def prize_fields(slots: Slots, *, doors: bool) -> dict[str, forms.Field]:
    """A text field for each round, place and part; none of them is needed. ``doors``: several take the door prize."""
    fields: dict[str, forms.Field] = {}
    for number, places in slots:
        for place in places:
            several = doors and place == Prize.Place.DOOR
            fields[field_name(number, place, TITLE)] = forms.CharField(
                label=_("Door prizes, each") if several else place.label,
                required=False,
                max_length=80,
            )
            fields[field_name(number, place, FROM)] = forms.CharField(
                label=_("From"), required=False, max_length=48
            )
    return fields


def prize_initial(prizes: tuple[PrizeLine, ...]) -> dict[str, str]:
    """What the fields start from, for prizes there are."""
    initial = {}
    for prize in prizes:
        initial[field_name(prize.round, prize.place, TITLE)] = prize.title
        initial[field_name(prize.round, prize.place, FROM)] = prize.from_whom
    return initial


def prize_rows(form: forms.Form, slots: Slots) -> list[PrizeRow]:
    return [
        PrizeRow(
            number,
            tuple(
                form[field_name(number, place, part)] for place in places for part in (TITLE, FROM)
            ),
        )
        for number, places in slots
    ]


def prizes_from(form: forms.Form, slots: Slots) -> tuple[PrizeLine, ...]:
    """The prizes that were typed; whatever is wrong with one is put at its field."""
    found = []
    for number, places in slots:
        for place in places:
            name, given_by = (field_name(number, place, part) for part in (TITLE, FROM))
            title = str(form.cleaned_data.get(name) or "")
            whom = str(form.cleaned_data.get(given_by) or "")
            if whom and not title:
                form.add_error(name, gettext("Name the prize, or take out who it is from."))
            title = _cleaned(form, name, title, longest=80)
            whom = _cleaned(form, given_by, whom, longest=48)
            if title:
                found.append(PrizeLine(number, place, title, whom))
    return tuple(found)


def _cleaned(form: forms.Form, name: str, text: str, *, longest: int) -> str:
    try:
        return clean_line(text, field=name, longest=longest)
    except Refusal as refusal:
        form.add_error(name, str(refusal))
        return ""
