"""Closing by the clock: the list is frozen once, by whoever comes first, worker or none."""

from datetime import timedelta

import pytest

from events.domain import registration
from events.domain.freezing import freeze_if_due
from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.domain.sweep import sweep
from events.domain.writing import writing
from events.models import Event
from events.queries import clock
from games import fair
from tests.events.factories import (
    close,
    closed_event,
    last_line,
    make_event,
    make_person,
    new_id,
    open_event,
    register,
    register_people,
)


def frozen_lines(event: Event) -> list[dict]:
    return [line.data for line in event.ledger.filter(kind="frozen")]


def test_the_list_is_frozen_with_its_root_and_without_those_waiting() -> None:
    event = open_event(capacity=2)
    entries = register_people(event, 3)
    close(event)
    root = fair.list_root(event.scope, [(entry.reg, entry.client_seed) for entry in entries[:2]])
    assert (event.state, event.list_root) == (Event.State.CLOSED, root)
    assert frozen_lines(event) == [
        {"count": 2, "root": root, "closed_at": event.closes_at.isoformat()}
    ]
    assert last_line(event).by == "clock"
    assert event.frozen_at is not None
    assert event.frozen_at >= event.closes_at


def test_an_empty_list_is_frozen_too() -> None:
    event = closed_event(0)
    assert event.list_root == fair.list_root(event.scope, [])


def test_at_the_closing_instant_it_is_closed_and_a_moment_before_it_is_not() -> None:
    event = open_event()
    before = Ledger(event, "clock", event.closes_at - timedelta(microseconds=1))
    freeze_if_due(before)
    assert (event.state, before.grown) == (Event.State.PUBLISHED, False)
    at = Ledger(event, "clock", event.closes_at)
    freeze_if_due(at)
    assert (event.state, at.grown) == (Event.State.CLOSED, True)


def test_an_event_is_frozen_once() -> None:
    event = closed_event(3)
    root = event.list_root
    Event.objects.filter(pk=event.pk).update(closes_at=clock.now())
    with writing(event.public_id, by="clock"):
        pass
    event.refresh_from_db()
    assert (len(frozen_lines(event)), event.list_root) == (1, root)


def test_a_draft_is_never_frozen() -> None:
    event = close(make_event())
    assert (event.state, frozen_lines(event)) == (Event.State.DRAFT, [])


def test_the_first_who_comes_too_late_freezes_the_list_and_is_refused() -> None:
    event = open_event()
    register_people(event, 2)
    Event.objects.filter(pk=event.pk).update(closes_at=clock.now())
    late = make_person()
    with pytest.raises(Refusal) as refused:
        register(event, late)
    assert refused.value.code == "closed"
    event.refresh_from_db()
    assert (event.state, event.registrations.count()) == (Event.State.CLOSED, 2)
    assert frozen_lines(event)[0]["count"] == 2


def test_whoever_withdraws_too_late_stays_in_the_frozen_list() -> None:
    event = open_event()
    first, second = register_people(event, 2)
    Event.objects.filter(pk=event.pk).update(closes_at=clock.now())
    registration.withdraw(event_id=event.public_id, person=first.person, command_id=new_id())
    event.refresh_from_db()
    both = [(entry.reg, entry.client_seed) for entry in (first, second)]
    assert event.list_root == fair.list_root(event.scope, both)
    assert [line.kind for line in event.ledger.all()][-2:] == ["frozen", "withdrawn"]


def test_the_sweep_freezes_what_is_due() -> None:
    due, later = open_event(), open_event()
    register(due)
    Event.objects.filter(pk=due.pk).update(closes_at=clock.now())
    sweep()
    due.refresh_from_db()
    later.refresh_from_db()
    assert (due.state, later.state) == (Event.State.CLOSED, Event.State.PUBLISHED)
