"""Evenings for served sites: made inside the site's own process by `manage.py shell` (see tests.staging)."""

import json
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress

from events.domain import draws, evenings, people, registration
from events.domain.evenings import Plan, PrizeLine
from events.domain.play import execute
from events.domain.practice import add_practice_players
from events.domain.writing import writing
from events.models import Event, Match, User
from events.queries import clock, states
from games import TABLES
from games.kernel import Host

PATIENT = {"pick_s": 120, "opening_s": 120, "roll_s": 120, "choose_s": 120}
"""House rules under which no clock runs out on a slow machine."""


def evening(
    *,
    email: str,
    password: str,
    prizes: list[tuple[int, str, str]] = [],  # noqa: B006 - read only
    practice: int = 0,
    crowd: int = 0,
    **plan: Any,
) -> None:
    """Publish an evening that is open now and print its public id as JSON, with the secrets of ``crowd`` devices.

    ``prizes`` are (round, place, title). The host's account is made if it isn't there. A crowd is registered, closed
    and drawn at once.
    """
    host = User.objects.filter(email=email).first()
    if host is None:
        host = User.objects.create_user(email, password, name="Marlow")
        EmailAddress.objects.create(user=host, email=email, verified=True, primary=True)
    starts = (datetime.now(UTC) + timedelta(hours=3)).replace(tzinfo=None, second=0, microsecond=0)
    lines = tuple(PrizeLine(round_, place, title, "Odile") for round_, place, title in prizes)
    values: dict[str, Any] = {
        "title": "Harbour Lights",
        "zone": "Europe/Lisbon",
        "starts": starts,
        "options": _patient(str(plan.get("format", ""))),
        "answer_s": 300,
    } | plan
    mark = f"seeded-{clock.now().timestamp()}"
    event = evenings.create_event(
        host=host, plan=Plan(**values, prizes=lines), command_id=f"{mark}-new"
    )
    by = f"user/{host.pk}"
    evenings.publish_event(event_id=event.public_id, by=by, command_id=f"{mark}-publish")
    if practice:
        add_practice_players(
            event_id=event.public_id, by=by, count=practice, command_id=f"{mark}-practice"
        )
    devices = _crowd(event, by, crowd) if crowd else []
    print(json.dumps({"event_id": event.public_id, "pin": event.pin, "devices": devices}))


def _patient(format_: str) -> dict[str, int]:
    """Of the patient house rules those that the format's game has."""
    known = TABLES["knockout" if format_ == "knockout" else "live-bait"].game.options
    names = {one.name for one in fields(known)}
    return {name: limit for name, limit in PATIENT.items() if name in names}


def _crowd(event: Event, by: str, count: int) -> list[str]:
    """So many people on the list, which is closed then and drawn from; their devices' secrets."""
    devices = []
    for number in range(1, count + 1):
        person, secret = people.new_person()
        registration.register(
            event_id=event.public_id,
            person=person,
            name=f"Guest {number}",
            code="",
            client_seed=None,
            command_id=f"crowd-{number}",
        )
        devices.append(secret)
    Event.objects.filter(pk=event.pk).update(closes_at=clock.now())
    with writing(event.public_id, by="clock"):
        pass
    draws.draw_round(event_id=event.public_id, by=by, command_id="crowd-draw")
    return devices


def play_down(event_id: str, left: int) -> None:
    """Play the evening's match on until so few are left, everybody acting by the first thing they may."""
    match = Match.objects.get(event__public_id=event_id, ended_at=None)
    table = states.table_of(match)
    for number in range(100_000):
        state = states.state_of(match)
        if len(state.game.still_in()) <= left:
            return
        who = next((one for one in table.waits(state) if one != Host()), Host())
        execute(
            match_id=match.public_id,
            actor=who,
            command=table.game.legal_commands(state.game, who)[0],
            command_id=f"played-down-{number}",
            ticket=None,
        )
        match.refresh_from_db()
