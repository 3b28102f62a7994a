"""What only a rehearsal may do."""

import pytest

from events.domain.refusal import Refusal
from events.domain.rehearsals import close_rehearsal
from events.models import Event
from tests.events.factories import by, new_id, open_event, register_people


def test_a_rehearsal_can_be_closed_at_once() -> None:
    event, command_id = open_event(rehearsal=True), new_id()
    register_people(event, 2)
    for _ in range(2):
        closed = close_rehearsal(event_id=event.public_id, by=by(event), command_id=command_id)
        assert closed.state == Event.State.CLOSED
    assert event.ledger.get(kind="frozen").data["count"] == 2


def test_a_real_evening_closes_at_its_time_only() -> None:
    event = open_event()
    with pytest.raises(Refusal) as refused:
        close_rehearsal(event_id=event.public_id, by=by(event), command_id=new_id())
    event.refresh_from_db()
    assert (refused.value.code, event.state) == ("not-a-rehearsal", Event.State.PUBLISHED)
