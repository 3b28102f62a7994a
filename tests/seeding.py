"""Evenings for served sites: made inside the site's own process by `manage.py shell` (see tests.staging)."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress

from events.domain import evenings
from events.domain.evenings import Plan, PrizeLine
from events.domain.practice import add_practice_players
from events.models import User
from events.queries import clock

PATIENT = {"pick_s": 120, "opening_s": 120, "roll_s": 120, "choose_s": 120}
"""House rules under which no clock runs out on a slow machine."""


def evening(
    *,
    email: str,
    password: str,
    prizes: list[tuple[int, str, str]] = [],  # noqa: B006 - read only
    practice: int = 0,
    **plan: Any,
) -> None:
    """Publish an evening that is open now and print its public id as JSON.

    ``prizes`` are (round, place, title). The host's account is made if it isn't there.
    """
    host = User.objects.filter(email=email).first()
    if host is None:
        host = User.objects.create_user(email, password, name="Marlow")
        EmailAddress.objects.create(user=host, email=email, verified=True, primary=True)
    starts = (datetime.now(UTC) + timedelta(hours=3)).replace(tzinfo=None, second=0, microsecond=0)
    lines = tuple(PrizeLine(round_, place, title, "Odile") for round_, place, title in prizes)
    fields: dict[str, Any] = {
        "title": "Harbour Lights",
        "zone": "Europe/Lisbon",
        "starts": starts,
        "options": PATIENT,
        "answer_s": 300,
    } | plan
    mark = f"seeded-{clock.now().timestamp()}"
    event = evenings.create_event(
        host=host, plan=Plan(**fields, prizes=lines), command_id=f"{mark}-new"
    )
    by = f"user/{host.pk}"
    evenings.publish_event(event_id=event.public_id, by=by, command_id=f"{mark}-publish")
    if practice:
        add_practice_players(
            event_id=event.public_id, by=by, count=practice, command_id=f"{mark}-practice"
        )
    print(json.dumps({"event_id": event.public_id, "pin": event.pin}))
