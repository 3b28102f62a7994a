"""Local times on a form: a date, a time of day, a zone, and which of two where a time comes twice."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.queries import zones

FOLDS = [("0", _("The first time")), ("1", _("The second time"))]


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M", attrs={"step": 60})


def date_field(label: Any, *, required: bool) -> forms.DateField:
    """A day as a date picker sends it."""
    return forms.DateField(
        label=label,
        required=required,
        widget=DateInput(),
        input_formats=["%Y-%m-%d"],
        error_messages={
            "required": _("Choose a date."),
            "invalid": _("Write the date like 2026-10-15."),
        },
    )


def time_field(label: Any, *, required: bool) -> forms.TimeField:
    """A time of day; seconds are taken and not asked for."""
    return forms.TimeField(
        label=label,
        required=required,
        widget=TimeInput(),
        input_formats=["%H:%M", "%H:%M:%S"],
        error_messages={
            "required": _("Choose a time."),
            "invalid": _("Write the time like 20:00."),
        },
    )


def fold_field() -> forms.ChoiceField:
    """Which of two, for a local time that comes twice; shown only then."""
    return forms.ChoiceField(
        label=_("Which of the two"), choices=FOLDS, required=False, widget=forms.RadioSelect
    )


def zone_choices(first: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Zones by region, the one the host's device is in before all others."""
    groups = [(region, list(cities)) for region, cities in zones.by_region()]
    if first:
        groups.insert(0, (gettext("Where you are"), [(first, zones.city(first))]))
    return groups


def named_folds(wall: datetime, zone: str) -> list[tuple[str, str]]:
    """The two, told apart by their distance from UTC."""
    place = ZoneInfo(zone)
    named = []
    for fold in (0, 1):
        offset = wall.replace(tzinfo=place, fold=fold).strftime("%z")
        words = gettext("The first") if fold == 0 else gettext("The second")
        named.append((str(fold), f"{words} {wall:%H:%M} (UTC{offset[:3]}:{offset[3:]})"))
    return named
