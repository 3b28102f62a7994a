"""Live Bait for a page: the pier, and what is not KnockOut's (the prior winner's rule, a die at random)."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Round
from events.queries.table import pier
from events.queries.table.pier import (
    floor,
    heading,
    if_nothing,
    mentioned,
    primary_when_off,
    ready,
    said,
    waits_elsewhere,
)
from events.queries.table.sight import Sight
from games.kernel import Command, Seat
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

THIRD = 2
"""How many are still in when the one who went out last is sure to be third."""

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


def in_line(sight: Sight) -> dict[str, tuple[Seat, ...]]:
    """Who takes which prize as things stand: in a final with two left the last caught is third (LB-22)."""
    view = pier.view_of(sight)
    standing = [die for die in view.dice if die.state == "standing"]
    third = [seat for seat in view.caught if seat not in view.withdrawn]
    is_final = sight.match.round.kind == Round.Kind.FINAL
    return {"third": (third[-1],)} if is_final and third and len(standing) == THIRD else {}


def time_is_up(sight: Sight) -> str:
    """What happens to this audience when its clock runs out."""
    if pier.view_of(sight).phase == "picking":
        return _("to pick, then you get a free die at random")
    return pier.time_is_up(sight)
