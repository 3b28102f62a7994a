"""Where the picture of a prize is seen, and under which name it is kept."""

from pathlib import PurePosixPath
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Event, Prize


def version(prize: Prize) -> str:
    """What names this very picture: random, never given out twice, and empty where there is none."""
    return PurePosixPath(str(prize.picture.name or "")).stem


def address(event: Event, prize: Prize) -> str:
    """The address of a prize's picture, another one for each picture it has had; empty where there is none."""
    named = version(prize)
    if not named:
        return ""
    return f"{reverse('prize-picture', args=[event.public_id, prize.pk])}?v={named}"


def shown(event: Event, prize: Prize) -> dict[str, Any] | None:
    """The picture as pages draw it: ``url`` and what stands for it in words; None where there is none."""
    url = address(event, prize)
    return (
        {"url": url, "alt": _("A picture of %(prize)s") % {"prize": prize.title}} if url else None
    )
