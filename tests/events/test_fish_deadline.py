"""A turn of Fish or Cut Bait ends at its deadline by the database's clock, to the millisecond (FC-12)."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connection

from events.domain.play import apply_overdue, execute
from events.domain.refusal import Refusal
from events.models import Match
from events.queries import states
from games.fish_or_cut_bait.commands import FlipTimer, RollRig, Stop
from games.kernel import Command, Player
from tests.events.factories import new_id
from tests.events.playing import SetClock, do, replayed, set_clock, started_match, state, ticket

__all__ = ["set_clock"]

ALL_FOUR = RollRig((0, 1, 2, 3))
TICK = timedelta(milliseconds=1)
BREATH = 0.01
"""Seconds between two tries: writers that never pause keep others from SQLite's lock, which knows no queue."""


def turn(**options: int) -> Match:
    """A match of three whose first player's timer runs."""
    match = started_match(3, game="fish-or-cut-bait", options=options)
    do(match, Player(0), FlipTimer())
    return match


def deadline(match: Match):
    return states.table_of(match).deadlines(state(match))[Player(0)]


def kinds(match: Match) -> list[str]:
    return list(match.log.order_by("seq").values_list("kind", flat=True))


@pytest.mark.django_db
def test_fc12_a_roll_at_the_deadline_counts_and_one_a_millisecond_later_does_not(
    set_clock: SetClock,
) -> None:
    match = turn()
    set_clock.stop(deadline(match) - TICK)
    do(match, Player(0), ALL_FOUR)
    set_clock.stop(deadline(match))
    do(match, Player(0), ALL_FOUR)
    assert state(match).game.throws == 2
    set_clock.stop(deadline(match) + TICK)
    old = ticket(match, Player(0))
    with pytest.raises(Refusal):
        do(match, Player(0), ALL_FOUR, ticket_=old)
    assert kinds(match).count("RigRolled") == 2
    assert (state(match).game.roller, state(match).game.phase) == (1, "ready")


@pytest.mark.django_db
def test_fc12_the_sweep_ends_a_turn_only_after_its_deadline(set_clock: SetClock) -> None:
    match = turn()
    set_clock.stop(deadline(match))
    apply_overdue(match_id=match.public_id)
    assert state(match).game.roller == 0
    set_clock.stop(deadline(match) + TICK)
    apply_overdue(match_id=match.public_id)
    apply_overdue(match_id=match.public_id)
    assert state(match).game.roller == 1
    assert kinds(match).count("TurnEnded") == 1


@pytest.mark.django_db
def test_fc2_neither_throws_nor_a_snag_move_the_deadline(set_clock: SetClock) -> None:
    match = turn()
    at = deadline(match)
    for _throw in range(5):
        set_clock.move(seconds=3)
        do(match, Player(0), ALL_FOUR)
    assert deadline(match) == at


@pytest.mark.django_db
def test_fc12_a_stop_that_comes_late_books_what_showed_in_time(set_clock: SetClock) -> None:
    match = turn()
    set_clock.stop(deadline(match) + TICK)
    old = ticket(match, Player(0))
    with pytest.raises(Refusal):
        do(match, Player(0), Stop(), ticket_=old)
    assert "Stopped" in kinds(match)
    assert state(match).game.sheet[0][0].ended == "time"


# ------------------------------------------------------------------------------------ under load


def hammering(match: Match, who: Player, command: Command, until_: float) -> Callable[[], None]:
    """Somebody who sends this again and again, each time by the newest form, until the time is up."""

    def hammer() -> None:
        try:
            while time.monotonic() < until_:
                with suppress(Refusal):
                    current = Match.objects.get(pk=match.pk)
                    form = states.table_of(current).ticket(states.state_of(current), who)
                    execute(
                        match_id=match.public_id,
                        actor=who,
                        command=command,
                        command_id=new_id(),
                        ticket=form,
                    )
                time.sleep(BREATH)
        finally:
            connection.close()

    return hammer


@pytest.mark.django_db(transaction=True)
def test_fc12_under_load_every_roll_in_time_counts_and_none_after() -> None:
    """Two devices of the roller, others at another table and the sweep, all at once, over the deadline."""
    match, other = turn(turn_s=5), turn(turn_s=600)
    at, end = deadline(match), time.monotonic() + 6

    def sweeping() -> None:
        try:
            while time.monotonic() < end:
                apply_overdue(match_id=match.public_id)
                time.sleep(BREATH)
        finally:
            connection.close()

    work = [
        hammering(match, Player(0), ALL_FOUR, end),
        hammering(match, Player(0), ALL_FOUR, end),
        hammering(other, Player(0), ALL_FOUR, end),
        sweeping,
    ]
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    match.refresh_from_db()
    rolls = list(match.log.filter(kind="RigRolled").values_list("at", flat=True))
    ended = match.log.get(kind="TurnEnded")
    assert max(rolls) <= at < ended.at
    assert at - max(rolls) < timedelta(seconds=1), "somebody was rolling when the time ran out"
    assert max(match.log.filter(kind="RigRolled").values_list("seq", flat=True)) < ended.seq
    assert state(match) == replayed(match)
