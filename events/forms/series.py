"""A series of evenings: its title and points, which evenings are in it, and the next one of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.domain.local_time import to_utc
from events.domain.plans import Plan
from events.domain.refusal import Refusal
from events.domain.repeats import moved
from events.domain.series import POINTS
from events.forms.command import CommandForm
from events.forms.instants import date_field, fold_field, named_folds, time_field
from events.models import Event, Prize, Series
from events.queries.standings import SCORING

TIMES = ("starts", "opens", "closes")
_PARTS = ("date", "time", "fold")
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


class RepeatForm(CommandForm):
    """The next evening of a series: the day and the hour; everything else is as it was.

    ``plan`` is what it comes to, once it is valid. When registration opens and closes is asked for only where the
    clocks skip or repeat the time that follows from the evening before.
    """

    title = forms.CharField(
        label=_("Title"), max_length=80, error_messages={"required": _("Give the evening a name.")}
    )
    starts_date = date_field(_("Date"), required=True)
    starts_time = time_field(_("Starts"), required=True)
    starts_fold = fold_field()
    opens_date = date_field(_("Opens on"), required=False)
    opens_time = time_field(_("Opens at"), required=False)
    opens_fold = fold_field()
    closes_date = date_field(_("Closes on"), required=False)
    closes_time = time_field(_("Closes at"), required=False)
    closes_fold = fold_field()

    def __init__(self, *args: Any, planned: Plan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._planned = planned
        self.plan = planned
        self.initial |= {
            "title": planned.title,
            "starts_date": planned.starts.date(),
            "starts_time": planned.starts.time(),
        }

    def asked(self) -> list[dict[str, Any]]:
        """Opening and closing, as far as they have to be asked about; the fold of any time that comes twice."""
        return [
            {
                "date": self[f"{name}_date"],
                "time": self[f"{name}_time"],
                "fold": self[f"{name}_fold"] if self._asks_fold(name) else None,
            }
            for name in ("opens", "closes")
            if any(f"{name}_{part}" in self.errors or self._sent(name, part) for part in _PARTS)
        ]

    def asks_start_fold(self) -> bool:
        return self._asks_fold("starts")

    def put_refusal(self, refusal: Refusal) -> None:
        """Put a refusal of the domain at the field it is about."""
        field = refusal.field or ""
        shown = f"{field}_time" if field in TIMES else field
        self.add_error(shown if shown in self.fields else None, str(refusal))
        if field in ("opens", "closes"):
            self._fill(field)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        starts = self._wall("starts")
        if starts is None or "title" not in data:
            return data
        plan = replace(moved(self._planned, starts), title=data["title"])
        for name in TIMES:
            own = self._wall(name)
            if own is not None and getattr(plan, name) is not None:
                plan = replace(plan, **{name: own})
            sent = data.get(f"{name}_fold")
            plan = replace(plan, **{f"{name}_fold": int(sent) if sent else None})
        self.plan = plan
        for name in TIMES:
            self._check_local(name)
        return data

    def _check_local(self, name: str) -> None:
        """Say at the time itself that it is skipped; ask which is meant if it comes twice."""
        wall: datetime | None = getattr(self.plan, name)
        if wall is None:
            return
        try:
            to_utc(wall, self.plan.zone, getattr(self.plan, f"{name}_fold"), field=name)
        except Refusal as refusal:
            if refusal.code == "ambiguous-time":
                self.fields[f"{name}_fold"].choices = named_folds(wall, self.plan.zone)  # type: ignore[attr-defined]
                self.add_error(f"{name}_fold", str(refusal))
            else:
                self.add_error(f"{name}_time", str(refusal))
            self._fill(name)

    def _fill(self, name: str) -> None:
        """Show the time that is asked about, where it followed from another and nobody typed it."""
        wall: datetime | None = getattr(self.plan, name)
        if wall is not None and not self._sent(name, "time"):
            self.data = sent = self.data.copy()  # type: ignore[assignment,union-attr]
            sent[f"{name}_date"], sent[f"{name}_time"] = f"{wall:%Y-%m-%d}", f"{wall:%H:%M}"  # type: ignore[index]

    def _wall(self, name: str) -> datetime | None:
        day, hour = (self.cleaned_data.get(f"{name}_{part}") for part in ("date", "time"))
        if day is None or hour is None:
            return None
        return datetime.combine(day, hour.replace(second=0, microsecond=0))

    def _sent(self, name: str, part: str) -> str:
        return str(self.data.get(f"{name}_{part}") or "")

    def _asks_fold(self, name: str) -> bool:
        return f"{name}_fold" in self.errors or bool(self._sent(name, "fold"))
