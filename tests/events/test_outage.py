"""After an outage running clocks move on by the hole and ten seconds, once; registration's never do."""

from datetime import timedelta

import pytest

from events.domain import outage
from events.domain.play import apply_overdue
from events.domain.sweep import sweep
from events.models import Event, Heartbeat, Match
from events.queries import clock
from games.kernel import Host
from games.table import Pause
from tests.concurrency.test_registration_locks import all_at_once
from tests.events.factories import open_event
from tests.events.playing import (
    SetClock,
    called,
    committed,
    do,
    drawn_event,
    replayed,
    seated_match,
    seqs,
    set_clock,
    started_match,
    state,
)

__all__ = ["set_clock"]

HOLE = 45.0


def after_hole() -> float:
    """Seconds that clocks moved."""
    with committed():
        return outage.after_hole().total_seconds()


def test_the_first_start_moves_nothing() -> None:
    match = started_match()
    before = match.next_deadline
    assert after_hole() == 0
    match.refresh_from_db()
    assert match.next_deadline == before
    assert Heartbeat.objects.count() == 1


def test_a_short_silence_is_no_outage(set_clock: SetClock) -> None:
    match = started_match()
    outage.beat()
    set_clock.move(seconds=5.9)
    before = match.next_deadline
    assert after_hole() == 0
    match.refresh_from_db()
    assert (match.next_deadline, Heartbeat.objects.get().at) == (before, set_clock.at)


def test_a_matchs_clocks_move_by_the_hole_and_ten_seconds(set_clock: SetClock) -> None:
    match = started_match()
    outage.beat()
    before, seq = match.next_deadline, match.seq
    assert before is not None
    set_clock.move(seconds=HOLE)
    assert after_hole() == HOLE + 10
    match.refresh_from_db()
    assert match.next_deadline == before + timedelta(seconds=HOLE + 10)
    rows = list(match.log.filter(seq__gt=seq).order_by("seq"))
    assert [(row.kind, row.by) for row in rows] == [
        ("TimeAdded", "clock"),
        ("DeadlineSet", "clock"),
        ("DeadlineSet", "clock"),
    ]
    assert rows[0].data["seconds"] == HOLE + 10
    assert state(match) == replayed(match)
    assert seqs(match) == list(range(1, match.seq + 1))


def test_nobody_is_timed_out_for_the_time_of_the_outage(set_clock: SetClock) -> None:
    match = started_match()
    outage.beat()
    set_clock.move(seconds=HOLE)
    after_hole()
    apply_overdue(match_id=match.public_id)
    assert not match.log.filter(kind="TimedOut").exists()
    set_clock.move(seconds=30 + 10)
    apply_overdue(match_id=match.public_id)
    assert not match.log.filter(kind="TimedOut").exists()
    set_clock.move(seconds=0.001)
    apply_overdue(match_id=match.public_id)
    assert match.log.filter(kind="TimedOut").count() == 2


def test_without_it_they_would_be(set_clock: SetClock) -> None:
    match = started_match()
    outage.beat()
    set_clock.move(seconds=HOLE)
    apply_overdue(match_id=match.public_id)
    assert match.log.filter(kind="TimedOut").count() == 2


def test_calls_move_as_one_ledger_entry(set_clock: SetClock) -> None:
    event = drawn_event(3)
    outage.beat()
    before = [call.deadline for call in called(event)]
    set_clock.move(seconds=HOLE)
    after_hole()
    moved = timedelta(seconds=HOLE + 10)
    assert [call.deadline for call in called(event)] == [at + moved for at in before]
    line = event.ledger.order_by("seq").last()
    assert line is not None
    assert (line.kind, line.by, line.data) == ("clocks-moved", "clock", {"seconds": 55, "calls": 3})
    event.refresh_from_db()
    assert line.seq == event.seq
    sweep()
    assert len(called(event)) == 3


def test_registration_never_moves(set_clock: SetClock) -> None:
    event = open_event()
    outage.beat()
    before = (event.opens_at, event.closes_at, event.starts_at)
    set_clock.move(seconds=HOLE)
    assert after_hole() == HOLE + 10
    event.refresh_from_db()
    assert (event.opens_at, event.closes_at, event.starts_at) == before
    assert not event.ledger.filter(kind="clocks-moved").exists()


def test_a_registration_that_ran_out_in_the_outage_is_closed(set_clock: SetClock) -> None:
    event = open_event()
    outage.beat()
    Event.objects.filter(pk=event.pk).update(closes_at=set_clock.at + timedelta(seconds=5))
    set_clock.move(seconds=HOLE)
    after_hole()
    sweep()
    event.refresh_from_db()
    assert event.state == Event.State.CLOSED


def test_what_stands_still_stays_as_it_is(set_clock: SetClock) -> None:
    waiting, paused = seated_match(), started_match()
    do(paused, Host(), Pause())
    outage.beat()
    before = [(match.seq, state(match)) for match in (waiting, paused)]
    set_clock.move(seconds=HOLE)
    after_hole()
    assert [(match.seq, state(match)) for match in (waiting, paused)] == before


def test_a_second_start_right_after_moves_nothing_more(set_clock: SetClock) -> None:
    match = started_match()
    outage.beat()
    set_clock.move(seconds=HOLE)
    assert [after_hole(), after_hole()] == [HOLE + 10, 0]
    assert match.log.filter(kind="TimeAdded").count() == 1


def long_silence() -> Match:
    match = started_match()
    Heartbeat.objects.create(pk=1, at=clock.now() - timedelta(seconds=HOLE))
    return match


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_start_at_once_move_clocks_once() -> None:
    match = long_silence()
    results = all_at_once([outage.after_hole, outage.after_hole])
    assert sorted(result > timedelta(0) for result in results) == [False, True]
    assert match.log.filter(kind="TimeAdded").count() == 1


def test_a_start_that_dies_half_way_has_moved_nothing_and_the_next_does(
    set_clock: SetClock,
) -> None:
    first, second = started_match(), started_match()
    outage.beat()
    Match.objects.filter(pk=second.pk).update(game="no such game")
    set_clock.move(seconds=HOLE)
    with pytest.raises(KeyError):
        after_hole()
    assert not first.log.filter(kind="TimeAdded").exists()
    Match.objects.filter(pk=second.pk).update(game="live-bait")
    assert after_hole() == HOLE + 10
    assert [match.log.filter(kind="TimeAdded").count() for match in (first, second)] == [1, 1]


def test_sweep_times_nobody_out_while_no_page_is_served(set_clock: SetClock) -> None:
    """A worker that stays up alone changes nothing; once somebody serves again, time runs out."""
    match = started_match()
    outage.beat()
    deadline = Match.objects.get(pk=match.pk).next_deadline
    assert deadline is not None
    set_clock.stop(deadline + timedelta(seconds=30))
    sweep()
    assert Match.objects.get(pk=match.pk).seq == match.seq
    outage.beat()
    sweep()
    assert Match.objects.get(pk=match.pk).seq > match.seq
