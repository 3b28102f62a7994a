"""Rulings as forms: each kind asks for what it needs, and carries the mark of what was looked at."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.exclusion import LONGEST_REASON
from events.domain.rulings import Ruling
from events.forms.awards import named, reason_field, text_field
from events.forms.command import CommandForm
from events.models import Event, Registration, Seat
from events.queries.programme import title_of

Status = Registration.Status
Groups = list[tuple[str, list[tuple[str, str]]]]

CAN_GO = (Status.REGISTERED, Status.WITHDRAWN)
"""Who can be disqualified: whoever is on the list, or was when they left."""


class RulingForm(CommandForm):
    """A note: a reason and nothing else. ``seen`` is the mark of the changes that were shown (`foreseen.Foreseen`)."""

    reason = reason_field()
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event

    @property
    def target(self) -> dict[str, Any]:
        """Whom and what it is about, as `rulings.ruling` takes it; once the form is valid."""
        return {}

    def visible(self) -> list[forms.BoundField]:
        """The fields to show, whoever it is about first."""
        fields = [field for field in self if not field.is_hidden]
        return sorted(fields, key=lambda field: field.name == "reason")


class EntryForm(RulingForm):
    """A ruling about somebody as a whole."""

    statuses: tuple[str, ...] = CAN_GO

    entry = forms.TypedChoiceField(
        label=_("Whom"), coerce=int, error_messages={"required": _("Choose whom it is about.")}
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        self.fields["reason"].help_text = _(
            "At most %(longest)s characters. Everybody reads it, with your name."
        ) % {"longest": LONGEST_REASON}
        rows = event.registrations.filter(status__in=self.statuses)
        self.fields["entry"].choices = [  # type: ignore[attr-defined]
            ("", gettext("Choose somebody")),
            *((str(entry.pk), _plain(entry)) for entry in rows),
        ]

    @property
    def target(self) -> dict[str, Any]:
        return {"registration_id": self.cleaned_data["entry"]}


class ReinstateForm(EntryForm):
    """Takes a disqualification back."""

    statuses = (Status.DISQUALIFIED,)


class StrikeForm(RulingForm):
    """Takes somebody's place at one table."""

    seat = forms.ChoiceField(
        label=_("Whose place"), error_messages={"required": _("Choose whose place it is.")}
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        self.fields["seat"].choices = [("", gettext("Choose a place")), *places(event)]  # type: ignore[attr-defined]

    @property
    def target(self) -> dict[str, Any]:
        return _target(self.cleaned_data["seat"])


class SwapForm(StrikeForm):
    """Lets two of one table change places."""

    other = forms.ChoiceField(
        label=_("With whom"), error_messages={"required": _("Choose with whom.")}
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        self.fields["seat"].label = _("Who changes places")
        self.fields["other"].choices = self.fields["seat"].choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        one, other = data.get("seat"), data.get("other")
        if one and other and _target(one)["match_id"] != _target(other)["match_id"]:
            self.add_error("other", _("Choose somebody of the same round."))
        return data

    @property
    def target(self) -> dict[str, Any]:
        return {
            **super().target,
            "other_id": _target(self.cleaned_data["other"])["registration_id"],
        }


FORMS: dict[str, type[RulingForm]] = {
    Ruling.DISQUALIFY: EntryForm,
    Ruling.SWAP: SwapForm,
    Ruling.STRIKE: StrikeForm,
    Ruling.REINSTATE: ReinstateForm,
    Ruling.NOTE: RulingForm,
}
"""By kind, in the order they are offered."""


class DisputeRulingForm(CommandForm):
    """What the host decides about a dispute at a table."""

    ruling = text_field(
        _("Your ruling"),
        missing=_("Write your ruling; everybody reads it."),
        help_text=_("Everybody reads it. With the last open dispute the clocks go on."),
    )


def places(event: Event) -> Groups:
    """Everybody with a place, by the round they have it in."""
    seats = (
        Seat.objects.filter(match__event=event, match__ended_at__isnull=False, place__isnull=False)
        .select_related("match__round", "registration")
        .order_by("match__number", "place", "number")
    )
    return list(_grouped(seats))


def _grouped(seats: Iterable[Seat]) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    found: dict[int, tuple[str, list[tuple[str, str]]]] = {}
    for seat in seats:
        group = found.setdefault(seat.match_id, (title_of(seat.match.round), []))
        value = f"{seat.match.public_id}/{seat.registration_id}"
        group[1].append((value, f"{seat.place}. {named(seat.registration)}"))
    return found.values()


def _target(value: str) -> dict[str, Any]:
    match_id, _slash, registration_id = value.partition("/")
    return {"match_id": match_id, "registration_id": int(registration_id)}


def _plain(entry: Registration) -> str:
    return entry.name if entry.status == Status.DISQUALIFIED else named(entry)
