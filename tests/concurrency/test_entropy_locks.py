"""What a draw waits for comes to several processes at once, or while the host gives up waiting: one of them counts."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from events.domain import awaited
from events.domain.refusal import Refusal
from events.models import Entropy, Event
from tests.concurrency.test_registration_locks import all_at_once
from tests.events.factories import by, closed_event, new_id
from tests.events.playing import draw, forget_everything
from tests.events.relays import ROUND, SIGNATURE

pytestmark = pytest.mark.django_db(transaction=True)


def late_draw() -> Event:
    """A draw that waits for a round of which the signature is known, and has done so for long."""
    forget_everything()
    event = closed_event(8, entropy_mode="drand")
    draw(event)
    past = datetime.now(UTC) - timedelta(minutes=11)
    Entropy.objects.update(round=ROUND, due_at=past, late_at=past)
    return event


def comes(event: Event) -> str:
    awaited.beacon_came(event_id=event.public_id, round_=ROUND, signature=SIGNATURE)
    return "came"


def gives_up(event: Event) -> str:
    try:
        awaited.switch(
            event_id=event.public_id, by=by(event), mode="none", source="", command_id=new_id()
        )
    except Refusal as refusal:
        return refusal.code
    return "gave up"


def kinds(event: Event) -> list[str]:
    return list(event.ledger.order_by("seq").values_list("kind", flat=True))


def test_a_round_that_several_processes_bring_draws_once() -> None:
    event = late_draw()
    assert all_at_once([lambda: comes(event)] * 4) == ["came"] * 4
    found = kinds(event)
    assert [found.count(kind) for kind in ("entropy", "drawn", "called")] == [1, 1, 6]


def test_the_round_and_the_host_who_gives_up_never_both_decide() -> None:
    for event in (late_draw() for _turn in range(4)):
        said = all_at_once([partial(comes, event), partial(gives_up, event)])
        drawn = event.draws.get()
        switched = "entropy-switched" in kinds(event)
        assert said[1] == ("gave up" if switched else "nothing-awaited")
        assert drawn.entropy.startswith("none" if switched else "drand ")
        assert kinds(event).count("drawn") == 1
