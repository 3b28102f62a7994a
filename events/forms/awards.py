"""Small forms about a prize: claimed by code, disputed, declared void, handed on, given."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.forms.command import CommandForm
from events.models import Award, Registration
from events.queries import successors

LONGEST = 1000
"""What a field takes; how much of it can be kept is for the domain to say, at the field."""


def text_field(label: Any, *, missing: Any, help_text: Any = "") -> forms.CharField:
    """A few lines of text that others will read."""
    return forms.CharField(
        label=label,
        max_length=LONGEST,
        help_text=help_text,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": missing},
    )


def reason_field() -> forms.CharField:
    """Why; everybody reads it."""
    return text_field(
        _("Reason"),
        missing=_("Give a reason; everybody reads it."),
        help_text=_("It stands on the results page and in the record, with your name."),
    )


class ClaimCodeForm(CommandForm):
    """The code of a prize, as the host reads it out."""

    claim_code = forms.CharField(
        label=_("Claim code"),
        max_length=64,
        help_text=_("Ten letters and digits, like abcde-12345. Spaces and dashes don’t matter."),
        error_messages={"required": _("Type the code the host gave you.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
        ),
    )


class DisputeForm(CommandForm):
    """What is wrong with a prize that is called delivered."""

    text = text_field(
        _("What is wrong?"),
        missing=_("Say what is wrong, so that it can be put right."),
        help_text=_("Everybody can read it; the host is asked to deliver again."),
    )


class VoidForm(CommandForm):
    """Why an award doesn't stand, and who gets the prize instead, if that is known."""

    successor = forms.TypedChoiceField(
        label=_("Who gets it instead"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("It can also be given on later, from the results page."),
    )
    reason = reason_field()

    def __init__(self, award: Award, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        later = [("", gettext("Nobody for now"))]
        self.fields["successor"].choices = [*later, *_who_comes_after(award)]  # type: ignore[attr-defined]


class SuccessorForm(CommandForm):
    """Who gets a prize that is void or has gone back; the one to propose is chosen."""

    registration = forms.TypedChoiceField(
        label=_("Who gets it"),
        coerce=int,
        error_messages={"required": _("Choose who gets it.")},
    )
    reason = reason_field()

    def __init__(self, award: Award, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = list(_who_comes_after(award))
        self.fields["registration"].choices = choices  # type: ignore[attr-defined]
        if choices:
            self.initial.setdefault("registration", choices[0][0])


class GiveForm(CommandForm):
    """To whom one of the host's own prizes goes."""

    registration = forms.TypedChoiceField(
        label=_("Who gets it"),
        coerce=int,
        error_messages={"required": _("Choose who gets it.")},
    )
    reason = reason_field()

    def __init__(self, entries: Iterable[Registration], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["registration"].choices = [  # type: ignore[attr-defined]
            ("", gettext("Choose somebody")),
            *((str(entry.pk), named(entry)) for entry in entries),
        ]


def named(entry: Registration) -> str:
    """A name with what sets it apart: somebody who withdrew may have the name of somebody who came."""
    if entry.status == Registration.Status.REGISTERED:
        return entry.name
    return f"{entry.name} ({entry.get_status_display()})"


def _who_comes_after(award: Award) -> Iterable[tuple[str, str]]:
    """Everybody who may take it, the one to propose first."""
    for number, entry in enumerate(successors.candidates(award)):
        yield str(entry.pk), _proposed(entry) if number == 0 else entry.name


def _proposed(entry: Registration) -> str:
    return gettext("%(name)s (the next)") % {"name": entry.name}
