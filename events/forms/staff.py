"""Small forms of an evening's hosts: a co-host, practice players, and why it is cancelled."""

from django import forms
from django.utils.translation import gettext_lazy as _

from events.forms.command import CommandForm


class CoHostForm(CommandForm):
    """Whom to give the console as well. They need an account."""

    email = forms.EmailField(
        label=_("E-mail address of a co-host"),
        max_length=254,
        help_text=_("They need an account here. They can run the evening, and can’t play in it."),
        error_messages={"required": _("Type the address they signed up with.")},
    )


class PracticeForm(CommandForm):
    """How many practice players to add at a rehearsal."""

    count = forms.IntegerField(
        label=_("Practice players to add"),
        min_value=1,
        max_value=60,
        initial=7,
        error_messages={"required": _("Type how many, from 1 to 60.")},
    )


class CancelForm(CommandForm):
    """Why an evening is called off. Everybody reads it."""

    reason = forms.CharField(
        label=_("Why it is cancelled"),
        max_length=120,
        help_text=_("Everybody on the list reads this."),
        error_messages={"required": _("Give a reason; people were looking forward to it.")},
    )
