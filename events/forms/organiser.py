"""What evenings to look at: filters that stand in the address, so that a view of them can be kept and sent."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.forms.instants import date_field
from events.models import Event, Series, User
from events.queries.organiser import Filters


class FilterForm(forms.Form):
    """Sent by GET. What is wrong is said at its field and narrows nothing; the rest still does."""

    state = forms.ChoiceField(
        label=_("State"), required=False, choices=[("", _("Any state")), *Event.State.choices]
    )
    host = forms.ChoiceField(label=_("Host"), required=False)
    series = forms.ChoiceField(label=_("Series"), required=False)
    since = date_field(_("From"), required=False)
    until = date_field(_("To"), required=False)
    undelivered = forms.BooleanField(label=_("With prizes to hand over"), required=False)
    disputed = forms.BooleanField(label=_("With disputes"), required=False)

    def __init__(
        self, *args: Any, hosts: Sequence[User], series: Sequence[Series], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["host"].choices = [  # type: ignore[attr-defined]
            ("", _("Any host")),
            *((str(user.pk), str(user)) for user in hosts),
        ]
        self.fields["series"].choices = [  # type: ignore[attr-defined]
            ("", _("Any series")),
            *((one.public_id, one.title) for one in series),
        ]
        for name in ("state", "host", "series"):
            self.fields[name].error_messages["invalid_choice"] = _("Choose one from the list.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        since, until = data.get("since"), data.get("until")
        if since and until and until < since:
            self.add_error("until", gettext("Choose a day that isn’t before the first."))
        return data

    def filters(self) -> Filters:
        """What was asked for, as far as it can be."""
        self.is_valid()
        data = self.cleaned_data
        return Filters(
            state=data.get("state") or "",
            host=int(data["host"]) if data.get("host") else None,
            series=data.get("series") or "",
            since=data.get("since"),
            until=data.get("until"),
            undelivered=bool(data.get("undelivered")),
            disputed=bool(data.get("disputed")),
        )

    @property
    def narrows(self) -> bool:
        """Whether anything was asked for at all, wrong or right."""
        return any(self.data.get(name) for name in self.fields)
