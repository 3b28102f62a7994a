"""Entering an evening: a name, a code where one is asked for, and the browser's own randomness."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.domain.names import clean_name
from events.domain.refusal import Refusal
from events.forms.command import CommandForm
from events.models import Event


class NameField(forms.CharField):
    """A name for the table. Only invisible characters at its ends are lost; whatever else is wrong is said."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Your name at the table"))
        # What is too long is for clean_name to say: it counts letters as people do, and cuts nothing off.
        kwargs.setdefault("max_length", 400)
        kwargs.setdefault(
            "error_messages", {"required": _("Type the name you want to be called by.")}
        )
        kwargs.setdefault(
            "widget",
            forms.TextInput(
                attrs={
                    "autocomplete": "nickname",
                    "autocapitalize": "words",
                }
            ),
        )
        super().__init__(**kwargs)

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        if not text:
            return ""
        try:
            return clean_name(text)
        except Refusal as refusal:
            raise forms.ValidationError(str(refusal), code=refusal.code) from refusal


class RegisterForm(CommandForm):
    """To enter an evening. ``client_seed`` is filled by register.js where there is one."""

    name = NameField(help_text=_("Everybody sees it at the table."))
    code = forms.CharField(
        label=_("Code from the host"),
        max_length=64,
        error_messages={"required": _("Type the code the host gave out.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    client_seed = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-client-seed": ""})
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.entry_mode != Event.EntryMode.CODE:
            del self.fields["code"]


class RenameForm(CommandForm):
    """To change the name of one's entry."""

    name = NameField(label=_("Change your name to"))


class PinForm(forms.Form):
    """The six digits read off a screen, with or without spaces."""

    pin = forms.CharField(
        label=_("PIN"),
        max_length=32,
        error_messages={"required": _("Type the six digits of the PIN.")},
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "123 456"}
        ),
    )

    def clean_pin(self) -> str:
        digits = "".join(str(self.cleaned_data["pin"]).split()).replace("-", "")
        if len(digits) != 6 or not digits.isascii() or not digits.isdigit():
            raise forms.ValidationError(_("A PIN has six digits, like 123 456."), code="pin")
        return digits
