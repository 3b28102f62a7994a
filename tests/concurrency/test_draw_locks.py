"""Hosts and people at one evening at once: one draw, one match, whoever comes first.

As with commands at a table: behind the lock nobody meets, and without it the promise is broken.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from events.domain import calls, draws
from events.domain.refusal import Refusal
from events.models import Event, EventStaff, Match
from events.queries import rounds
from tests.concurrency.test_registration_locks import all_at_once, unlocked
from tests.events.factories import by, closed_event, make_user, new_id
from tests.events.playing import called, drawn_event

__all__ = ["unlocked"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who look at the round before either wrote would meet here."""
    look, both = rounds.current, threading.Barrier(2)

    def met(event: Event) -> Any:
        found = look(event)
        if threading.current_thread() is not threading.main_thread():
            with suppress(threading.BrokenBarrierError):
                both.wait(1)
        return found

    monkeypatch.setattr(rounds, "current", met)


def drawing(event: Event, who: str, command_id: str) -> Callable[[], None]:
    return lambda: draws.draw_round(event_id=event.public_id, by=who, command_id=command_id)


def told(answers: list[Any]) -> list[str]:
    return sorted(
        "done"
        if answer is None
        else answer.code
        if isinstance(answer, Refusal)
        else type(answer).__name__
        for answer in answers
    )


def numbered(event: Event) -> bool:
    event.refresh_from_db()
    seqs = [line.seq for line in event.ledger.order_by("seq")]
    return seqs == list(range(1, event.seq + 1))


def two_hosts_draw() -> bool:
    """Whether two hosts who drew at once drew once, and the second was told why not."""
    event = closed_event(8)
    helper = EventStaff.objects.create(event=event, user=make_user())
    answers = all_at_once(
        [
            drawing(event, by(event), "host's press"),
            drawing(event, f"user/{helper.user_id}", "helper's press"),
        ]
    )
    return (
        told(answers) == ["done", "round-under-way"]
        and event.draws.count() == 1
        and len(called(event)) == 6
        and numbered(event)
    )


def test_two_hosts_who_draw_at_once_draw_once(meeting: None) -> None:
    assert two_hosts_draw()


def test_without_the_lock_two_hosts_get_in_each_others_way(meeting: None, unlocked: None) -> None:
    assert not two_hosts_draw()


def one_press_four_times() -> bool:
    event = closed_event(8)
    answers = all_at_once([drawing(event, by(event), "one press")] * 4)
    return told(answers) == ["done"] * 4 and event.draws.count() == 1 and numbered(event)


def test_one_press_that_arrives_four_times_draws_once(meeting: None) -> None:
    assert one_press_four_times()


def test_six_who_answer_at_once_sit_down_at_one_match() -> None:
    event = drawn_event(6)

    def answering(person: Any) -> Callable[[], None]:
        return lambda: calls.answer_call(
            event_id=event.public_id, person=person, command_id=new_id()
        )

    people = [call.registration.person for call in called(event)]
    assert told(all_at_once([answering(person) for person in people])) == ["done"] * 6
    match = Match.objects.get(event=event)
    assert match.seats.count() == 6
    assert numbered(event)


def test_an_answer_and_a_pass_over_at_once_have_an_order() -> None:
    event = drawn_event(3)
    call = called(event)[0]
    answers = all_at_once(
        [
            lambda: calls.answer_call(
                event_id=event.public_id, person=call.registration.person, command_id="here"
            ),
            lambda: calls.pass_over(
                event_id=event.public_id,
                by=by(event),
                call_id=call.pk,
                reason="gone",
                command_id="next",
            ),
        ]
    )
    call.refresh_from_db()
    assert (told(answers), call.state) in [
        (["call-settled", "done"], "here"),
        (["done", "passed-over"], "passed"),
    ]
    assert numbered(event)
