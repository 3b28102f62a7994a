"""Whoever else may run an evening."""

import pytest

from events.domain import evenings
from events.domain.refusal import Refusal
from events.models import Event, EventStaff, Registration
from tests.events.factories import (
    by,
    last_line,
    make_person,
    make_user,
    new_id,
    open_event,
    register,
)


def add_co_host(event: Event, *, email: str, command_id: str = "") -> EventStaff:
    return evenings.add_co_host(
        event_id=event.public_id, by=by(event), email=email, command_id=command_id or new_id()
    )


def test_another_account_can_run_the_evening_too() -> None:
    event, helper, command_id = open_event(), make_user(email="Kit@Example.org"), new_id()
    staff = add_co_host(event, email=" KIT@example.org", command_id=command_id)
    assert (staff.user, staff.role) == (helper, EventStaff.Role.CO_HOST)
    again = add_co_host(event, email="kit@example.org", command_id=command_id)
    assert (again, add_co_host(event, email="kit@example.org")) == (staff, staff)
    assert event.ledger.filter(kind="hosted").count() == 1
    assert "example.org" not in str(last_line(event).data)


def test_a_co_host_needs_an_account_and_cannot_be_a_player() -> None:
    host, player = make_user(), make_user()
    event = open_event(host)
    entry = register(event, make_person(player))
    for email, code in (
        ("nobody@example.org", "no-account"),
        (host.email, "is-host"),
        (player.email, "is-in"),
    ):
        with pytest.raises(Refusal) as refused:
            add_co_host(event, email=email)
        assert (refused.value.code, refused.value.field) == (code, "email")
    Registration.objects.filter(pk=entry.pk).update(status="withdrawn")
    assert add_co_host(event, email=player.email).user == player
