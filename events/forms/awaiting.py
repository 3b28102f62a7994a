"""What the draws of an evening wait for once their list is frozen, in the evening's form."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.domain import beacon
from events.domain.plans import Plan
from events.forms.command import CommandForm
from events.models import Event

Mode = Event.EntropyMode

LABELS = {
    Mode.NONE: _("Nothing"),
    Mode.DRAND: _("The public beacon"),
    Mode.PUBLIC: _("A text read out"),
}


class AwaitingForm(CommandForm):
    """A form with the kind of public randomness; the beacon is a choice where there are relays to ask."""

    entropy_mode = forms.ChoiceField(
        label=_("Public randomness in every draw"),
        widget=forms.RadioSelect,
        required=False,
        initial=Mode.NONE,
        help_text=_(
            "Every draw and every die comes from numbers sealed before registration opens. A value that nobody can "
            "know yet when the list is frozen makes sure that not even whoever runs this site knew the result: the "
            "public drand beacon, some 30 seconds later, or a text that you announce and type in, like lottery numbers."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kept = self.initial.get("entropy_mode")
        self.fields["entropy_mode"].choices = [  # type: ignore[attr-defined]
            (mode, label)
            for mode, label in LABELS.items()
            if mode != Mode.DRAND or beacon.is_offered() or kept == mode
        ]

    def chosen_entropy(self, kept: Plan | None) -> str:
        """The kind that was chosen; whoever sent none keeps what there was."""
        sent = self.cleaned_data.get("entropy_mode")
        return str(sent or (kept.entropy_mode if kept else Mode.NONE))
