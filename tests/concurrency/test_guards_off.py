"""F17: guards that locks don't cover. Each promise holds, and its twin takes the guard away and sees it broken.

Locks have theirs beside them: matches in test_play_locks, events in test_registration_locks and test_draw_locks,
awards in test_award_locks; the closing instant in test_registration_locks; the gate for frames in
tests/faults/test_frames_out_of_order.
"""

import threading
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from events.domain import outage, play
from events.domain.play import execute
from events.domain.refusal import Refusal, Stale
from events.models import CommandRecord, Heartbeat, LedgerEntry
from events.queries import clock
from events.queries.prepared import Prepared
from games.kernel import Host, Player
from games.live_bait.commands import PickDie
from games.table import Pause, Resume, Table
from tests.concurrency.test_registration_locks import all_at_once, unlocked
from tests.events.factories import open_event
from tests.events.playing import SetClock, do, set_clock, started_match, state, ticket

__all__ = ["set_clock", "unlocked"]

pytestmark = pytest.mark.django_db(transaction=True)


def answered_alike_twice() -> bool:
    """Whether a command that is sent again under its id gets the answer that it got."""
    match, who = started_match(), Player(0)
    form = ticket(match, who)
    told: list[Any] = []
    for _copy in range(2):
        try:
            taken = execute(
                match_id=match.public_id,
                actor=who,
                command=PickDie(1),
                command_id="the pick",
                ticket=form,
            )
            told.append(taken.seq)
        except Refusal as refusal:
            told.append(refusal.code)
    return told[0] == told[1]


def test_a_command_that_comes_again_gets_its_answer_again() -> None:
    assert answered_alike_twice()


def test_without_looking_its_id_up_it_would_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Prepared(
        lambda **record: CommandRecord.objects.filter(pk=0, **record),
        *("scope", "actor", "command_id"),
    )
    monkeypatch.setattr(play, "_RECORD", nothing)
    assert not answered_alike_twice()


def late_press_pauses_again() -> bool:
    """Whether a press on the console as it was before the clocks went on stops them once more."""
    match = started_match()
    form = ticket(match, Host())
    do(match, Host(), Pause())
    do(match, Host(), Resume())
    with suppress(Stale):
        execute(
            match_id=match.public_id, actor=Host(), command=Pause(), command_id="late", ticket=form
        )
    match.refresh_from_db()
    return state(match).paused


def test_a_press_from_before_hits_nothing_later() -> None:
    assert not late_press_pauses_again()


def test_without_comparing_tickets_it_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "ticket", lambda *args: "the same for all")
    assert late_press_pauses_again()


def pick_that_waited_counts(set_clock: SetClock, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a pick counts that was sent in time, and got the lock after its player's time was over."""
    match, who = started_match(), Player(0)
    match.refresh_from_db()
    form, deadline = ticket(match, who), match.next_deadline
    assert deadline is not None
    set_clock.stop(deadline - timedelta(seconds=1))
    locking = Prepared.first

    def waits(query: Prepared[Any], **values: str) -> Any:
        if query is play._LOCKED:
            set_clock.stop(deadline + timedelta(seconds=1))
        return locking(query, **values)

    monkeypatch.setattr(Prepared, "first", waits)
    with suppress(Refusal):
        execute(
            match_id=match.public_id, actor=who, command=PickDie(1), command_id="it", ticket=form
        )
    return not match.log.filter(kind="TimedOut").exists()


def test_whoever_gets_the_lock_after_their_time_is_late(
    set_clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not pick_that_waited_counts(set_clock, monkeypatch)


def test_with_a_clock_read_before_the_lock_they_would_be_in_time(
    set_clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first: list[datetime] = []
    now = clock.now

    def read_once() -> datetime:
        first[:] = first or [now()]
        return first[0]

    locks = play._Writer.lock

    def reads_first(match_id: str) -> Any:
        monkeypatch.setattr(clock, "now", read_once)
        read_once()
        return locks(match_id)

    monkeypatch.setattr(play._Writer, "lock", reads_first)
    assert pick_that_waited_counts(set_clock, monkeypatch)


def two_starts_move_clocks_once(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether two processes that start together after an outage move a match's clocks once, and both go on.

    Whoever has read the pulse waits a second for the other to have read it too.
    """
    match = started_match()
    Heartbeat.objects.create(pk=1, at=clock.now() - 2 * outage.HOLE)
    moving, both = outage._move_clocks, threading.Barrier(2)

    def meeting(by: timedelta) -> None:
        with suppress(threading.BrokenBarrierError):
            both.wait(1)
        moving(by)

    monkeypatch.setattr(outage, "_move_clocks", meeting)
    starts = all_at_once([outage.after_hole, outage.after_hole])
    both_started = all(isinstance(moved, timedelta) for moved in starts)
    return both_started and match.log.filter(kind="TimeAdded").count() == 1


def test_two_starts_after_an_outage_move_clocks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_starts_move_clocks_once(monkeypatch)


def test_without_the_lock_two_starts_would_get_in_each_others_way(
    monkeypatch: pytest.MonkeyPatch, unlocked: None
) -> None:
    assert not two_starts_move_clocks_once(monkeypatch)


def can_be_rewritten() -> bool:
    """Whether the database lets a line of what happened be changed."""
    row = open_event().ledger.first()
    assert row is not None
    try:
        with transaction.atomic():
            LedgerEntry.objects.filter(pk=row.pk).update(kind="other")
    except DatabaseError:
        return False
    return True


def test_what_happened_cannot_be_rewritten() -> None:
    assert not can_be_rewritten()


@pytest.mark.django_db(transaction=False)
def test_without_the_trigger_it_could() -> None:
    where = " ON events_ledgerentry" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:  # undone with the rest of this test
        cursor.execute(f"DROP TRIGGER events_ledgerentry_no_update{where}")
    assert can_be_rewritten()
