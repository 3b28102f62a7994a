"""Rows for special prizes, which the host awards as they like: as many as there are, and one more on a press."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.plans import PrizeLine
from events.domain.prize_plans import CUSTOM, MOST_CUSTOM
from events.forms.prizes import ANNOUNCED, FROM, TITLE, PrizeFields, cleaned, text_field

LABEL = "label"
PARTS = (LABEL, TITLE, FROM, ANNOUNCED)
LONGEST_LABEL = 48

ADD, DROP = "special", "drop-"
"""What the press that shows other rows (``rows``) says for one more, and for one less."""

_SENT = re.compile(r"special_([1-9][0-9]{0,3})_(?:label|title|from|announced)")


def special_name(number: int, part: str) -> str:
    return f"special_{number}_{part}"


def numbers_in(sent: Mapping[str, Any]) -> list[int]:
    """The rows that were sent with something in them, and the one that was asked for.

    Never more than one above the most there can be: that one is there to be refused.
    """
    found = {int(match[1]) for name in sent if (match := _SENT.fullmatch(name))}
    filled = [
        number
        for number in sorted(found)
        if any(str(sent.get(special_name(number, part), "")).strip() for part in PARTS)
    ]
    press = str(sent.get("rows", ""))
    filled = [number for number in filled if press != f"{DROP}{number}"]
    if press == ADD and len(filled) < MOST_CUSTOM:
        filled.append(max(filled, default=0) + 1)
    return filled[: MOST_CUSTOM + 1]


def special_fields(numbers: list[int]) -> dict[str, forms.Field]:
    """Four text fields for each row."""
    fields: dict[str, forms.Field] = {}
    for number in numbers:
        fields[special_name(number, LABEL)] = forms.CharField(
            label=_("What it is for"), required=False, max_length=LONGEST_LABEL
        )
        for part, label in ((TITLE, _("Prize")), (FROM, _("From")), (ANNOUNCED, _("About it"))):
            fields[special_name(number, part)] = text_field(part, label)
    return fields


def special_initial(prizes: tuple[PrizeLine, ...]) -> dict[str, str]:
    """What the fields start from, for prizes there are."""
    initial = {}
    for number, prize in enumerate((one for one in prizes if one.place == CUSTOM), start=1):
        initial[special_name(number, LABEL)] = prize.label
        initial[special_name(number, TITLE)] = prize.title
        initial[special_name(number, FROM)] = prize.from_whom
        initial[special_name(number, ANNOUNCED)] = prize.announced
    return initial


def special_rows(form: forms.Form, numbers: list[int]) -> list[PrizeFields]:
    rows = []
    for number in numbers:
        label, title, whom, said = (form[special_name(number, part)] for part in PARTS)
        rows.append(PrizeFields(title, whom, said, label, number))
    return rows


def specials_from(form: forms.Form, numbers: list[int]) -> Iterator[PrizeLine]:
    """The special prizes that were typed; whatever is wrong with one is put at its field."""
    labels: set[str] = set()
    for number in numbers:
        names = {part: special_name(number, part) for part in PARTS}
        texts = cleaned(form, names)
        label = texts[LABEL].casefold()
        if not any(texts.values()):
            continue
        if not label and not form.errors.get(names[LABEL]):
            form.add_error(
                names[LABEL], gettext("Say what it is for: the best story, the loudest cheer.")
            )
        if not texts[TITLE] and not form.errors.get(names[TITLE]):
            form.add_error(names[TITLE], gettext("Name the prize, or take it out."))
        if label and label in labels:
            form.add_error(names[LABEL], gettext("Say of each special prize what it alone is for."))
        labels.add(label)
        yield PrizeLine(0, CUSTOM, texts[TITLE], texts[FROM], texts[LABEL], texts[ANNOUNCED])
