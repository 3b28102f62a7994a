"""A series of evenings: its title and points, and which evenings are in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.domain.series import POINTS
from events.forms.command import CommandForm
from events.models import Event, Prize, Series
from events.queries.standings import SCORING

_PLAYED = "played"


def points_words(scoring: Mapping[str, int]) -> list[tuple[str, int]]:
    """What each place brings, by the name people know it under; in the order in which they are stated."""
    return [
        (str(_("Playing along") if place == _PLAYED else Prize.Place(place).label), points)
        for place in SCORING
        if (points := scoring.get(place, 0))
    ]


class SeriesForm(CommandForm):
    """A new series: what it is called, and what each place brings."""

    title = forms.CharField(
        label=_("Title"), max_length=80, error_messages={"required": _("Give the series a name.")}
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place, points in SCORING.items():
            self.fields[self.name_of(place)] = forms.IntegerField(
                label=_("Playing along") if place == _PLAYED else Prize.Place(place).label,
                min_value=POINTS[0],
                max_value=POINTS[-1],
                initial=points,
                error_messages={"required": _("Type a number; 0 for none.")},
            )

    @staticmethod
    def name_of(place: str) -> str:
        return f"points_{place}"

    def points_fields(self) -> list[forms.BoundField]:
        return [self[self.name_of(place)] for place in SCORING]

    def scoring(self) -> dict[str, int]:
        """The points as they were typed."""
        return {place: self.cleaned_data[self.name_of(place)] for place in SCORING}


class EveningChoiceForm(CommandForm):
    """Which of the host's evenings to take into a series."""

    event = forms.ChoiceField(
        label=_("Evening"),
        error_messages={
            "required": _("Choose an evening."),
            "invalid_choice": _("Choose an evening of your own that isn’t in here yet."),
        },
    )

    def __init__(self, *args: Any, events: Sequence[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["event"].choices = [  # type: ignore[attr-defined]
            (event.public_id, f"{event.title}, {event.starts_wall[:10]}") for event in events
        ]


class SeriesChoiceForm(CommandForm):
    """Which of the host's series an evening counts in, if any."""

    series = forms.ChoiceField(
        label=_("Series"),
        required=False,
        error_messages={"invalid_choice": _("Choose one of your own series.")},
    )

    def __init__(self, *args: Any, series: Sequence[Series], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._series = {one.public_id: one for one in series}
        self.fields["series"].choices = [  # type: ignore[attr-defined]
            ("", _("None")),
            *((key, one.title) for key, one in self._series.items()),
        ]

    @property
    def chosen(self) -> Series | None:
        """What was chosen, once the form is valid."""
        return self._series.get(self.cleaned_data["series"])
