"""The sweep finds what is due and does it once; without it nothing is ever decided differently."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction

from events.domain.play import execute, shift_clocks
from events.domain.sweep import sweep
from events.models import Call, Event, Match
from events.queries import clock
from games.kernel import Host, Player
from games.live_bait.commands import PickDie
from games.table import Start
from tests.concurrency.test_registration_locks import all_at_once
from tests.events.factories import make_plan, new_id, open_event, register, register_people
from tests.events.playing import (
    SetClock,
    answer,
    awaited,
    called,
    committed,
    do,
    draw,
    drawn_event,
    play_to_end,
    refused,
    replayed,
    seated_match,
    seqs,
    set_clock,
    started_match,
    state,
)

__all__ = ["set_clock"]


def swept(**overdue_by: float) -> int:
    with committed():
        return sweep(overdue_by=timedelta(**overdue_by))


def opening_later() -> Event:
    plan = make_plan()
    return open_event(opens=plan.starts - timedelta(hours=1))


def kinds(event: Event) -> list[str]:
    return list(event.ledger.order_by("seq").values_list("kind", flat=True))


def test_with_nothing_due_it_does_nothing() -> None:
    match = started_match()
    before = kinds(match.event), match.seq
    assert swept() == 0
    match.refresh_from_db()
    assert (kinds(match.event), match.seq) == before


def test_it_opens_registration_once(set_clock: SetClock) -> None:
    event = opening_later()
    assert "opened" not in kinds(event)
    set_clock.stop(event.opens_at)
    assert [swept(), swept()] == [1, 0]
    event.refresh_from_db()
    assert (event.opened_at, kinds(event).count("opened")) == (event.opens_at, 1)


def test_it_freezes_at_the_closing_instant_and_not_before(set_clock: SetClock) -> None:
    event = open_event()
    register_people(event, 3)
    set_clock.stop(event.closes_at - timedelta(milliseconds=1))
    assert swept() == 0
    set_clock.stop(event.closes_at)
    assert [swept(), swept()] == [1, 0]
    event.refresh_from_db()
    assert (event.state, event.frozen_at, kinds(event).count("frozen")) == (
        Event.State.CLOSED,
        set_clock.at,
        1,
    )


def test_it_passes_over_once(set_clock: SetClock) -> None:
    event = drawn_event(7)
    set_clock.move(seconds=60)
    assert swept() == 0
    set_clock.move(seconds=0.001)
    assert [swept(), swept()] == [1, 0]
    assert (kinds(event).count("passed"), [call.rank for call in called(event)]) == (6, [7])


def test_it_times_out_once(set_clock: SetClock) -> None:
    match = started_match(3)
    set_clock.move(seconds=30)
    assert swept() == 0
    set_clock.move(seconds=0.001)
    assert [swept(), swept()] == [1, 0]
    assert match.log.filter(kind="TimedOut").count() == 3
    assert state(match) == replayed(match)


def test_web_processes_leave_the_worker_a_second(set_clock: SetClock) -> None:
    match = started_match(2)
    set_clock.move(seconds=31)
    assert swept(seconds=1) == 0
    set_clock.move(seconds=0.001)
    assert swept(seconds=1) == 1
    assert match.log.filter(kind="TimedOut").count() == 2


def test_one_event_in_trouble_stops_no_other(set_clock: SetClock) -> None:
    broken, fine = started_match(2), started_match(2)
    Match.objects.filter(pk=broken.pk).update(game="no such game")
    set_clock.move(seconds=31)
    assert swept() == 1
    assert [match.log.filter(kind="TimedOut").count() for match in (broken, fine)] == [0, 2]
    Match.objects.filter(pk=broken.pk).update(game="live-bait")
    assert swept() == 1
    assert broken.log.filter(kind="TimedOut").count() == 2


def test_what_is_over_is_left_alone(set_clock: SetClock) -> None:
    match = play_to_end(seated_match(2))
    before = written_of(match)
    set_clock.move(days=1)
    assert swept() == 0
    assert written_of(match) == before


def written_of(match: Match) -> tuple[int, list[str]]:
    match.refresh_from_db()
    return match.seq, kinds(match.event)


def test_without_any_sweep_a_whole_evening_keeps_its_instants(set_clock: SetClock) -> None:
    event = open_event()
    register_people(event, 8)
    set_clock.stop(event.closes_at)
    refused("closed", lambda: register(event))
    event.refresh_from_db()
    assert event.frozen_at == set_clock.at
    draw(event)
    first = called(event)[0].registration.person
    set_clock.move(seconds=61)
    refused("passed-over", lambda: answer(event, first))
    for call in called(event):
        answer(event, call.registration.person)
    match = Match.objects.get(event=event)
    do(match, Host(), Start())
    set_clock.move(seconds=31)
    refused("stale", lambda: do(match, Player(0), PickDie(1), ticket_="0" * 16))
    match.refresh_from_db()
    assert match.log.filter(kind="TimedOut").count() == 2
    assert seqs(match) == list(range(1, match.seq + 1))


# ------------------------------------------------------------------------- two at once

Prepare = Callable[[], tuple[Event, str]]


def due_closing() -> tuple[Event, str]:
    event = open_event()
    register_people(event, 2)
    Event.objects.filter(pk=event.pk).update(closes_at=clock.now())
    return event, "frozen"


def due_opening() -> tuple[Event, str]:
    event = opening_later()
    Event.objects.filter(pk=event.pk).update(opens_at=clock.now())
    return event, "opened"


def due_call() -> tuple[Event, str]:
    event = drawn_event(3)
    first = called(event)[0]
    Call.objects.filter(pk=first.pk).update(deadline=clock.now() - timedelta(seconds=1))
    return event, "passed"


def due_ending() -> tuple[Event, str]:
    match = started_match(2)
    while waiting := awaited(match):
        who, choices = waiting[0]
        execute(
            match_id=match.public_id,
            actor=who,
            command=choices[0],
            command_id=new_id(),
            ticket=None,
        )
    return match.event, "match-ended"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("prepare", [due_closing, due_opening, due_call, due_ending])
def test_two_sweeps_at_once_do_it_once(prepare: Prepare) -> None:
    event, kind = prepare()
    all_at_once([sweep] * 4)
    assert kinds(event).count(kind) == 1
    event.refresh_from_db()
    assert [line.seq for line in event.ledger.order_by("seq")] == list(range(1, event.seq + 1))


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_time_out_once() -> None:
    match = started_match(3, options={"pick_s": 5})
    shifted_into_the_past(match)
    all_at_once([sweep] * 4)
    match.refresh_from_db()
    assert match.log.filter(kind="TimedOut").count() == 3
    assert seqs(match) == list(range(1, match.seq + 1))
    assert state(match) == replayed(match)


def shifted_into_the_past(match: Match) -> None:
    with transaction.atomic():
        shift_clocks(match_id=match.public_id, by=timedelta(seconds=-60))
    match.refresh_from_db()
