"""Calls: answered, passed over by the clock or the host, replaced from the reserves (EV-7)."""

from datetime import timedelta

import pytest

from events.domain import calls, registration
from events.domain.calls import pass_over_due
from events.domain.refusal import Refusal
from events.models import Call, Event, LedgerEntry, Match
from tests.events.factories import by, new_id
from tests.events.playing import (
    SetClock,
    answer,
    answer_all,
    called,
    committed,
    draw,
    drawn_event,
    pass_over,
    play_to_end,
    refused,
    set_clock,
)

__all__ = ["set_clock"]


def call_again(event: Event, call: Call, command_id: str | None = None) -> None:
    with committed():
        calls.call_again(
            event_id=event.public_id,
            by=by(event),
            call_id=call.pk,
            command_id=command_id or new_id(),
        )


def states_of(event: Event) -> list[tuple[int, str]]:
    rows = Call.objects.filter(draw__event=event).order_by("draw__number", "rank")
    return list(rows.values_list("rank", "state"))


def lines(event: Event, kind: str) -> list[LedgerEntry]:
    return list(event.ledger.filter(kind=kind).order_by("seq"))


def made(event: Event) -> int:
    return Match.objects.filter(event=event).count()


def test_an_answer_is_on_record() -> None:
    event = drawn_event(3)
    call = called(event)[0]
    answer(event, call.registration.person)
    call.refresh_from_db()
    line = lines(event, "here")[0]
    assert (call.state, call.settled_at) == (Call.State.HERE, line.at)
    assert line.by == f"person/{call.registration.person.public_id}"
    assert line.data == {
        "draw": 1,
        "rank": 1,
        "reg": call.registration.reg,
        "reason": "",
    }
    assert made(event) == 0


def test_answering_again_changes_nothing() -> None:
    event = drawn_event(3)
    person = called(event)[0].registration.person
    answer(event, person, command_id="here I am")
    before = event.ledger.count()
    answer(event, person, command_id="here I am")
    answer(event, person)
    assert event.ledger.count() == before


def test_when_everybody_has_answered_the_match_is_made_in_draw_order() -> None:
    event = drawn_event(4)
    order = [call.registration for call in called(event)]
    for entry in reversed(order):
        answer(event, entry.person)
    match = Match.objects.get(event=event)
    seats = match.seats.order_by("number").select_related("registration")
    assert [seat.registration for seat in seats] == order
    assert (match.number, match.seq, match.seed.purpose, match.seed.number) == (1, 0, "game", 1)


def test_whoever_is_not_called_is_told_so() -> None:
    event = drawn_event(8)
    seen = {call.registration_id for call in called(event)}
    reserve = event.registrations.exclude(pk__in=seen)[0]
    refused("not-called", lambda: answer(event, reserve.person))


def test_the_host_passes_over_and_the_next_reserve_is_called(set_clock: SetClock) -> None:
    event = drawn_event(8)
    first = called(event)[0]
    set_clock.move(seconds=10)
    pass_over(event, first)
    first.refresh_from_db()
    reserve = called(event)[-1]
    line = lines(event, "passed")[0]
    assert (first.state, first.reason) == (Call.State.PASSED, "not in the hall")
    assert (line.by, line.data["reason"]) == (by(event), "not in the hall")
    assert (reserve.rank, reserve.deadline) == (7, set_clock.at + timedelta(seconds=60))
    assert lines(event, "called")[-1].data["reserve"] is True


def test_the_clock_passes_over_after_sixty_seconds_and_not_at_them(set_clock: SetClock) -> None:
    event = drawn_event(3)
    set_clock.move(seconds=60)
    pass_over_due(event_id=event.public_id)
    assert states_of(event) == [(1, "called"), (2, "called"), (3, "called")]
    set_clock.move(seconds=0.001)
    pass_over_due(event_id=event.public_id)
    assert states_of(event) == [(1, "passed"), (2, "passed"), (3, "passed")]
    assert {(line.by, line.data["reason"]) for line in lines(event, "passed")} == {
        ("clock", "no answer in time")
    }


def test_an_answer_at_the_deadline_counts(set_clock: SetClock) -> None:
    event = drawn_event(3)
    call = called(event)[0]
    set_clock.stop(call.deadline)
    answer(event, call.registration.person)
    assert states_of(event)[0] == (1, "here")


def test_a_late_answer_is_refused_and_the_reserve_called_all_the_same(set_clock: SetClock) -> None:
    event = drawn_event(8)
    late = called(event)[0]
    for call in called(event)[1:]:
        answer(event, call.registration.person)
    set_clock.move(seconds=60.001)
    refusal = refused("passed-over", lambda: answer(event, late.registration.person))
    assert refusal.status == 422
    assert [call.rank for call in called(event)] == [7]
    late.refresh_from_db()
    assert (late.state, late.reason) == (Call.State.PASSED, "no answer in time")


def test_a_late_answer_can_not_be_repeated_into_an_answer(set_clock: SetClock) -> None:
    event = drawn_event(8)
    late = called(event)[0].registration.person
    set_clock.move(seconds=61)
    for _again in range(2):
        refused("passed-over", lambda: answer(event, late, command_id="here I am"))


def test_several_late_calls_are_replaced_by_as_many_reserves(set_clock: SetClock) -> None:
    event = drawn_event(9)
    set_clock.move(seconds=61)
    pass_over_due(event_id=event.public_id)
    assert [call.rank for call in called(event)] == [7, 8, 9]
    before = event.ledger.count()
    pass_over_due(event_id=event.public_id)
    assert event.ledger.count() == before


def test_when_reserves_run_out_those_who_are_here_are_seated(set_clock: SetClock) -> None:
    event = drawn_event(4)
    here = [call.registration for call in called(event)[:2]]
    for entry in here:
        answer(event, entry.person)
    set_clock.move(seconds=61)
    pass_over_due(event_id=event.public_id)
    match = Match.objects.get(event=event)
    assert [seat.registration for seat in match.seats.select_related("registration")] == here


def test_with_one_here_the_round_comes_to_nothing_and_can_be_drawn_again(
    set_clock: SetClock,
) -> None:
    event = drawn_event(3)
    answer(event, called(event)[0].registration.person)
    set_clock.move(seconds=61)
    pass_over_due(event_id=event.public_id)
    empty = lines(event, "round-empty")
    assert [(line.by, line.data) for line in empty] == [("clock", {"round": 1, "here": 1})]
    draw(event)
    drawn = event.draws.get(number=2)
    assert (drawn.round.number, drawn.round.attempt, len(drawn.order)) == (1, 2, 3)
    match = answer_all(event)
    assert (match.round.number, match.round.attempt, match.number) == (1, 2, 1)


def test_the_passed_over_can_be_drawn_in_the_next_round() -> None:
    event = drawn_event(3)
    passed = called(event)[0]
    pass_over(event, passed)
    play_to_end(answer_all(event))
    draw(event)
    fresh = event.draws.order_by("number")[1]
    assert fresh.order == [passed.registration.reg]


def test_calling_again_starts_the_time_anew(set_clock: SetClock) -> None:
    event = drawn_event(3)
    call = called(event)[0]
    set_clock.move(seconds=50)
    call_again(event, call, command_id="again")
    set_clock.move(seconds=5)
    call_again(event, call, command_id="again")
    call.refresh_from_db()
    assert call.deadline == set_clock.at + timedelta(seconds=55)
    assert [line.data.get("again") for line in lines(event, "called")] == [None] * 3 + [True]
    set_clock.move(seconds=10)
    pass_over_due(event_id=event.public_id)
    assert states_of(event) == [(1, "called"), (2, "passed"), (3, "passed")]


def test_a_call_that_has_run_out_is_not_called_again(set_clock: SetClock) -> None:
    event = drawn_event(8)
    call = called(event)[0]
    set_clock.move(seconds=61)
    assert refused("call-settled", lambda: call_again(event, call)).status == 409
    assert states_of(event)[:6] == [(rank, "passed") for rank in range(1, 7)]


def test_a_settled_call_is_409() -> None:
    event = drawn_event(3)
    call = called(event)[0]
    answer(event, call.registration.person)
    assert refused("call-settled", lambda: pass_over(event, call)).status == 409
    assert refused("call-settled", lambda: call_again(event, call)).status == 409
    assert states_of(event)[0] == (1, "here")


def test_passing_over_twice_by_one_press_passes_one_over() -> None:
    event = drawn_event(8)
    call = called(event)[0]
    pass_over(event, call, command_id="next")
    before = event.ledger.count()
    pass_over(event, call, command_id="next")
    assert event.ledger.count() == before
    other = called(event)[0]
    refused("id-reused", lambda: pass_over(event, other, command_id="next"))


def test_another_evenings_call_is_404() -> None:
    here, there = drawn_event(3), drawn_event(3)
    foreign = called(there)[0]
    assert refused("no-call", lambda: pass_over(here, foreign)).status == 404
    assert refused("no-call", lambda: call_again(here, foreign)).status == 404
    assert states_of(there) == [(1, "called"), (2, "called"), (3, "called")]


def test_a_reserve_who_has_left_is_not_called() -> None:
    event = drawn_event(8)
    order = event.draws.get().order
    gone = event.registrations.get(reg=order[6])
    registration.withdraw(event_id=event.public_id, person=gone.person, command_id=new_id())
    pass_over(event, called(event)[0])
    assert called(event)[-1].registration.reg == order[7]


@pytest.mark.parametrize("reason", ["\ud800", "\x00", "An\u202ena", "e" + "\u0301" * 5, "x" * 121])
def test_a_reason_that_cannot_be_shown_is_refused(reason: str) -> None:
    event = drawn_event(8)
    call = called(event)[0]
    before = lines(event, "passed")
    with pytest.raises(Refusal) as no:
        calls.pass_over(
            event_id=event.public_id,
            by=by(event),
            call_id=call.pk,
            reason=reason,
            command_id=new_id(),
        )
    assert (no.value.field, no.value.status, lines(event, "passed")) == ("reason", 422, before)
