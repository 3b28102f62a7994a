"""The next evening of a series: a day and an hour, and what the clocks make it ask about."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.domain.local_time import to_utc
from events.domain.plans import Plan
from events.domain.refusal import Refusal
from events.domain.repeats import moved
from events.forms.command import CommandForm
from events.forms.instants import date_field, fold_field, named_folds, time_field

TIMES = ("starts", "opens", "closes")
PARTS = ("date", "time", "fold")


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
        self.initial["title"] = planned.title
        self.initial["starts_date"] = planned.starts.date()
        self.initial["starts_time"] = planned.starts.time()

    def asked(self) -> list[dict[str, Any]]:
        """Opening and closing, as far as they have to be asked about; the fold of any time that comes twice."""
        return [
            {
                "date": self[f"{name}_date"],
                "time": self[f"{name}_time"],
                "fold": self[f"{name}_fold"] if self._asks_fold(name) else None,
            }
            for name in ("opens", "closes")
            if any(f"{name}_{part}" in self.errors or self._sent(name, part) for part in PARTS)
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
        try:
            plan = replace(moved(self._planned, starts), title=data["title"])
        except Refusal as refusal:
            self.add_error("starts_date", str(refusal))
            return data
        self.plan = replace(
            plan,
            starts_fold=self._fold_of("starts"),
            opens=plan.opens and (self._wall("opens") or plan.opens),
            opens_fold=self._fold_of("opens"),
            closes=plan.closes and (self._wall("closes") or plan.closes),
            closes_fold=self._fold_of("closes"),
        )
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
            sent: Any = self.data
            self.data = sent = sent.copy()
            sent[f"{name}_date"], sent[f"{name}_time"] = f"{wall:%Y-%m-%d}", f"{wall:%H:%M}"

    def _wall(self, name: str) -> datetime | None:
        day, hour = (self.cleaned_data.get(f"{name}_{part}") for part in ("date", "time"))
        if day is None or hour is None:
            return None
        return datetime.combine(day, hour.replace(second=0, microsecond=0))

    def _fold_of(self, name: str) -> int | None:
        sent = self.cleaned_data.get(f"{name}_fold")
        return int(sent) if sent else None

    def _sent(self, name: str, part: str) -> str:
        return str(self.data.get(f"{name}_{part}") or "")

    def _asks_fold(self, name: str) -> bool:
        return f"{name}_fold" in self.errors or bool(self._sent(name, "fold"))
