"""The name hosts go by."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from events.forms.command import CommandForm
from events.forms.entry import NameField


class HostNameForm(CommandForm):
    """The name people know a host by; it stands on every evening they run."""

    name = NameField(label=_("Name people know you by"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("It stands on your evenings. Players can’t take it.")
