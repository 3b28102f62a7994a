"""Drawing again: numbered, with a reason, from the next seal, and the cancelled draw stays for everybody to see."""

from datetime import timedelta

from events.domain import awaited
from events.domain.draws import redraw_round
from events.models import Call, Event
from events.queries import rounds
from tests.events.factories import by, closed_event, make_event, new_id
from tests.events.playing import (
    SetClock,
    answer,
    answer_all,
    called,
    committed,
    draw,
    drawn_event,
    forget_everything,
    pass_over,
    refused,
    set_clock,
)
from tests.events.relays import DUE, ROUND, SIGNATURE

__all__ = ["set_clock"]

REASON = "the wrong list was read out"


def redraw(event: Event, reason: str = REASON, command_id: str = "") -> None:
    with committed():
        redraw_round(
            event_id=event.public_id,
            by=by(event),
            reason=reason,
            command_id=command_id or new_id(),
        )
    event.refresh_from_db()


def test_both_draws_are_public_with_the_reason() -> None:
    event = drawn_event(9)
    first = event.draws.get()
    redraw(event)
    cancelled, fresh = event.draws.order_by("number")
    assert (cancelled.order, cancelled.cancelled_reason) == (first.order, REASON)
    assert (fresh.cancelled_at, len(fresh.order), fresh.number) == (None, 9, 2)
    assert fresh.order != cancelled.order
    assert cancelled.seed.opened
    assert fresh.seed.opened
    line = event.ledger.get(kind="draw-cancelled")
    assert line.data == {
        "draws": [1],
        "round": 1,
        "kind": "round",
        "attempt": 1,
        "reason": REASON,
    }
    assert [line.data["draw"] for line in event.ledger.filter(kind="drawn").order_by("seq")] == [
        1,
        2,
    ]


def test_the_newly_drawn_are_called_and_the_others_are_told_why_not() -> None:
    event = drawn_event(9)
    answer(event, called(event)[0].registration.person)
    redraw(event)
    fresh = event.draws.get(number=2)
    assert [call.registration.reg for call in called(event)] == fresh.order[:6]
    before = Call.objects.filter(draw__number=1, draw__event=event)
    assert {call.reason for call in before.filter(state="passed")} == {"the draw was cancelled"}
    assert (before.filter(state="here").count(), before.filter(state="called").count()) == (1, 0)
    assert answer_all(event).seats.count() == 6


def test_a_round_is_drawn_again_twice_and_no_more() -> None:
    event = drawn_event(3)
    redraw(event)
    redraw(event)
    assert refused("redraws-used", lambda: redraw(event)).status == 422
    assert [drawn.number for drawn in event.draws.order_by("number")] == [1, 2, 3]
    assert len(called(event)) == 3


def test_a_draw_that_came_to_nothing_is_no_cancelled_one() -> None:
    event = drawn_event(2)
    for call in called(event):
        pass_over(event, call)
    draw(event)
    redraw(event)
    redraw(event)
    refused("redraws-used", lambda: redraw(event))


def test_a_reason_is_needed_and_a_double_click_draws_once() -> None:
    event = drawn_event(3)
    assert refused("text-missing", lambda: redraw(event, " ")).field == "reason"
    redraw(event, command_id="again now")
    redraw(event, command_id="again now")
    assert event.draws.count() == 2


def test_nothing_is_cancelled_before_a_draw_or_once_they_sit() -> None:
    forget_everything()
    event = closed_event(3)
    assert refused("nothing-drawn", lambda: redraw(event)).status == 409
    draw(event)
    match = answer_all(event)
    assert refused("nothing-drawn", lambda: redraw(event)).status == 409
    assert (event.draws.count(), match.seats.count()) == (1, 3)
    refused("still-open", lambda: redraw(make_event()))


def test_a_draw_that_waits_can_be_cancelled_and_its_round_is_not_used(set_clock: SetClock) -> None:
    forget_everything()
    event = closed_event(4, entropy_mode="drand")
    set_clock.stop(DUE - timedelta(seconds=30))
    draw(event)
    set_clock.move(seconds=3)
    redraw(event)
    with committed():
        awaited.beacon_came(event_id=event.public_id, round_=ROUND, signature=SIGNATURE)
    cancelled, fresh = event.draws.order_by("number")
    assert (cancelled.order, fresh.order, bool(cancelled.seed.opened)) == ([], [], True)
    assert (fresh.seed.opened, fresh.awaits.round) == ("", ROUND + 1)
    assert rounds.under_way(event)
