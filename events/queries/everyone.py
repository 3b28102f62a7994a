"""Everybody at an evening by name and where they are, for the host who looks for somebody."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from events.models import Event, Match, Registration
from events.queries import rounds, states
from events.queries.table.whereabouts import NOWHERE, in_words, places
from games.kernel import Public

ROWS = 30
"""On a page."""


@dataclass(frozen=True, slots=True)
class Somebody:
    """One entry: its key, the name, and where they are in words."""

    entry: int
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class Found:
    """A page of entries, and what is shown of each."""

    page: "Page[Registration]"
    people: list[Somebody]


def everyone(event: Event, wanted: str, page: str) -> Found:
    """Those whose name has ``wanted`` in it, in the order they came; a page that isn't there is the nearest one."""
    looked_for = wanted.strip().casefold()
    active = event.registrations.filter(status__in=Registration.ACTIVE).order_by("number")
    found = [entry for entry in active if looked_for in entry.name.casefold()]
    shown = Paginator(found, ROWS).get_page(page)
    at = _at_table(rounds.current_match(event))
    people = [
        Somebody(entry.pk, entry.name, at.get(entry.pk) or _on_the_list(entry)) for entry in shown
    ]
    return Found(shown, people)


def _on_the_list(entry: Registration) -> str:
    waits = entry.status == Registration.Status.WAITING
    return _("waiting for a place") if waits else _("on the list")


def _at_table(match: Match | None) -> dict[int, str]:
    """Where those in a seat are, by entry; nobody once the match is over."""
    if match is None or match.ended_at is not None:
        return {}
    table, state = states.table_of(match), states.state_of(match)
    view: Any = table.view(state, Public())
    at, queue = places(view), getattr(view, "queue", ())
    in_line = {
        seat: _("number %(place)s in line") % {"place": place}
        for place, seat in enumerate(queue, start=1)
    }
    seats = match.seats.values_list("number", "registration_id")
    return {entry: in_line.get(seat) or in_words(at.get(seat, NOWHERE)) for seat, entry in seats}
