"""Live Bait for a page: the pier, and what is not KnockOut's (the prior winner's rule, a die at random)."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from events.queries.table import pier
from events.queries.table.pier import (
    floor,
    heading,
    if_nothing,
    in_line,
    mentioned,
    primary_when_off,
    ready,
    said,
    waits_elsewhere,
)
from events.queries.table.sight import Sight
from games.kernel import Command
from games.live_bait.commands import WaivePriorWinner

__all__ = [
    "MORE",
    "action",
    "floor",
    "heading",
    "if_nothing",
    "in_line",
    "mentioned",
    "primary_when_off",
    "ready",
    "said",
    "time_is_up",
    "waits_elsewhere",
]

MORE: dict[str, tuple[str, ...]] = {}
"""Fragments of this game's own, by surface."""


def action(sight: Sight, command: Command) -> dict[str, Any] | None:
    """A button for a command, or None for one that is pressed on the pier or isn't this game's."""
    if isinstance(command, WaivePriorWinner):
        match = sight.match
        return {
            "label": _("Waive the prior winner’s rule…"),
            "kind": "quiet",
            "key": "",
            "url": reverse("waive", args=[match.event.public_id, match.public_id]),
        }
    return pier.action(sight, command)


def time_is_up(sight: Sight) -> str:
    """What happens to this audience when its clock runs out."""
    if pier.view_of(sight).phase == "picking":
        return _("to pick, then you get a free die at random")
    return pier.time_is_up(sight)
