"""What every form that changes something carries: a name for the intention, so that a repeat isn't done twice."""

import re
import secrets
from typing import Any

from django import forms

COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""What a command's name looks like, whoever made it."""


def new_command_id() -> str:
    return secrets.token_urlsafe(12)


class CommandForm(forms.Form):
    """A form with a ``command_id``, made when the page is shown and sent again by a double click."""

    command_id = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("command_id", new_command_id())

    def clean_command_id(self) -> str:
        """The id as it was sent; whoever sends none, or something else, gets a new one."""
        sent = str(self.cleaned_data.get("command_id") or "")
        return sent if COMMAND_ID.fullmatch(sent) else new_command_id()
