"""A picture for a prize."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.forms.command import CommandForm
from events.models import Prize


class PictureForm(CommandForm):
    """The picture of one prize; whether it is one, and small enough, the domain says."""

    picture = forms.FileField(
        label=_("Picture"),
        allow_empty_file=True,  # the domain has its own words for what is no picture
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        error_messages={
            "required": _("Choose a picture first."),
            "invalid": _("Choose a picture: PNG, JPEG or WebP."),
        },
    )

    def __init__(self, prize: Prize, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"picture_{prize.pk}_%s", **kwargs)
        self.prize = prize
        self.fields["picture"].label = _("Picture of %(prize)s") % {"prize": prize.title}
