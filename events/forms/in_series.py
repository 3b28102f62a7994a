"""Which series an evening is part of: none, one of the host's own, or a new one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.lines import clean_line
from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.models import Series

NEW = "new"


class InSeriesForm(CommandForm):
    """The part of an evening's form that chooses its series from ``own``; None for who can't choose.

    Once valid, ``chosen`` is one of them or None, and ``new_title`` names one that is still to be made.
    """

    series = forms.ChoiceField(
        label=_("Part of a series"),
        required=False,
        help_text=_("Its evenings have standings together."),
        error_messages={"invalid_choice": _("Choose one of the host’s own series.")},
    )
    new_series = forms.CharField(label=_("Title of the new series"), max_length=80, required=False)

    def __init__(self, *args: Any, own: Sequence[Series] | None = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._own = {series.public_id: series for series in own or ()}
        if own is None:
            del self.fields["series"], self.fields["new_series"]
            return
        self.fields["series"].choices = [  # type: ignore[attr-defined]
            ("", _("No series")),
            *((series.public_id, series.title) for series in own),
            (NEW, _("A new series…")),
        ]

    @property
    def chooses_series(self) -> bool:
        """Whether anything was said about the series."""
        return "series" in self.fields and "series" in self.data

    @property
    def chosen(self) -> Series | None:
        return self._own.get(str(self.cleaned_data.get("series")))

    @property
    def new_title(self) -> str:
        """The new series' title; empty where none is to be made."""
        return str(self.cleaned_data.get("new_series") or "")

    def clean_new_series(self) -> str:
        if self.cleaned_data.get("series") != NEW:
            return ""
        typed = str(self.cleaned_data.get("new_series") or "")
        if not typed:
            raise forms.ValidationError(gettext("Give the series a title."))
        try:
            return clean_line(typed, field="new_series", longest=80, needed=True)
        except Refusal as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
