"""A weekly series: the next evening from one there is, on the same wall clock a week later."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from django.core.files.base import ContentFile
from django.utils.translation import gettext_lazy as _

from events.domain.evenings import create_event
from events.domain.local_time import default_closes, to_wall
from events.domain.plans import Plan, plan_of
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Event, Prize, User

WEEK = timedelta(days=7)

_NUMBERED = re.compile(r"(?<!\d)[1-9]\d{0,2}$")
"""A title that counts its evenings; four digits are a year."""


def next_plan(event: Event, *, now: datetime) -> Plan:
    """The evening's plan a whole number of weeks later: the first time that is still to come, on the same wall clock.

    The local times may be ones that the clocks skip or show twice: `plans.checked_values` says so at their field.
    """
    plan = plan_of(event)
    if event.opened_at is not None and event.opened_at == event.opens_at:
        plan = replace(plan, opens=None)
    # A rehearsal's list may have been closed early, which says nothing about the next one.
    if event.rehearsal or event.closes_at == default_closes(event.starts_at, event.zone):
        plan = replace(plan, closes=None)
    here = to_wall(now, event.zone)[0]
    weeks = max(1, (here - plan.starts) // WEEK + 1)
    return replace(moved(plan, plan.starts + weeks * WEEK), title=next_title(plan.title))


def moved(plan: Plan, starts: datetime) -> Plan:
    """The plan with another start (local, naive); opening and closing keep their distance on the wall clock.

    Raises Refusal on ``starts`` for a year that nobody plans in.
    """
    by = starts - plan.starts
    try:
        opens = plan.opens and plan.opens + by
        closes = plan.closes and plan.closes + by
    except OverflowError:
        raise Refusal("year", _("Choose a date in this century."), field="starts") from None
    return replace(
        plan,
        starts=starts,
        starts_fold=None,
        opens=opens,
        opens_fold=None,
        closes=closes,
        closes_fold=None,
    )


def next_title(title: str) -> str:
    """A title that ends with the evening's number counts on; any other stays."""
    return _NUMBERED.sub(lambda found: str(int(found[0]) + 1), title)


def repeat_evening(*, event_id: str, host: User, plan: Plan, command_id: str) -> Event:
    """Make a draft of ``plan``, in the series and with the pictures of the evening it follows.

    The same command again returns the same draft. Co-hosts aren't taken along: they are asked each time. Raises
    Refusal 404 for no such evening, and on the field of the plan that can't be.
    """
    before = Event.objects.filter(public_id=event_id).first()
    if before is None:
        raise Refusal("no-event", _("There is no such evening."), status=404)
    event = create_event(host=host, plan=plan, command_id=command_id)
    with writing(event.public_id, by=f"user/{host.pk}") as ledger:
        if not ledger.repeats(command_id, {"repeat": event_id}):
            taken = _take_along(before, ledger.event)
            if taken:
                ledger.append("edited", changed=taken)
        return ledger.event


def _take_along(before: Event, event: Event) -> list[str]:
    """What a plan doesn't say; the names of what was taken."""
    taken = []
    if before.series_id != event.series_id:
        event.series_id = before.series_id
        taken.append("series")
    if _copy_pictures(before, event):
        taken.append("prizes")
    return taken


def _copy_pictures(before: Event, event: Event) -> bool:
    there = {_key(prize): prize for prize in before.prizes.exclude(picture="")}
    pairs = [(there[_key(prize)], prize) for prize in event.prizes.all() if _key(prize) in there]
    for old, new in pairs:
        try:
            with old.picture.open("rb") as kept:
                content = ContentFile(kept.read())
        except FileNotFoundError:
            # The prize is there all the same; a picture can be put to it again.
            continue
        new.picture.save("picture.webp", content, save=False)
        new.save(update_fields=["picture"])
    return bool(pairs)


def _key(prize: Prize) -> tuple[int, str, str]:
    return prize.round, prize.place, prize.label.casefold()
