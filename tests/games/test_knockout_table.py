"""KnockOut at its table: clocks of those who are called, strike-outs and undoing them."""

from datetime import timedelta

import pytest

from games import TABLES
from games.kernel import Host, IllegalMove, Player, Seat
from games.live_bait import arrivals as a
from games.live_bait.commands import CallRoll, PassOver, PickDie, Roll
from games.table import Clock, DeadlineSet, Skip, Start, Table, TimedOut, TimeOut, Void, Withdraw
from tests.games.match import EVENING, Match

TABLE: Table = TABLES["knockout"]


def started(seats: int) -> Match:
    match = Match(TABLE, seats)
    match.do(Host(), Start())
    return match


def time_out(match: Match, seat: int) -> tuple:
    at = TABLE.deadlines(match.state)[Player(seat)]
    match.now = at + timedelta(seconds=1)
    return match.do(Clock(), TimeOut(Player(seat), at))


def withdrawn(match: Match) -> tuple[Seat, ...]:
    return match.state.withdrawn


def playing(seats: int) -> Match:
    """The host has just rolled for the first time and somebody is LIVE."""
    match = started(seats)
    for seat in range(min(seats, 6)):
        match.do(Player(seat), PickDie(seat + 1))
    match.do(Host(), CallRoll())
    for seat in range(min(seats, 6)):
        match.do(Player(seat), Roll())
    while match.state.game.live is None:
        match.do(Host(), Roll())
    return match


def leave_one_not_live(match: Match) -> int:
    """A standing seat other than LIVE leaves; the next is called to its die."""
    game = match.state.game
    seat = next(seat for seat in game.standing() if seat != game.live)
    match.do(Player(seat), Withdraw(seat, ""))
    return seat


def test_ko2_each_called_has_a_deadline_and_one_call_restarts_no_other() -> None:
    match = started(8)
    assert set(TABLE.deadlines(match.state).values()) == {EVENING + timedelta(seconds=60)}
    match.now += timedelta(seconds=10)
    match.do(Host(), PassOver(3))
    deadlines = TABLE.deadlines(match.state)
    assert deadlines.pop(Player(6)) == EVENING + timedelta(seconds=70)
    assert set(deadlines.values()) == {EVENING + timedelta(seconds=60)}


def test_ko3_an_arrival_does_not_restart_the_clock_of_live() -> None:
    match = playing(8)
    leave_one_not_live(match)
    before = TABLE.deadlines(match.state)
    match.do(Player(6), Roll(), after=5)
    after = TABLE.deadlines(match.state)
    live = Player(match.state.game.live)
    assert after == {live: before[live]}


def test_ko3_live_rolling_does_not_restart_the_clock_of_the_called() -> None:
    match = playing(8)
    leave_one_not_live(match)
    before = TABLE.deadlines(match.state)[Player(6)]
    match.do(Player(match.state.game.live), Roll(), after=5)
    assert TABLE.deadlines(match.state)[Player(6)] == before


def test_ko4_a_roll_after_the_deadline_is_the_pass_over() -> None:
    match = playing(7)
    leave_one_not_live(match)
    entries = match.do(Player(6), Roll(), after=61)
    assert entries[0] == TimedOut(Player(6))
    assert a.PassedOver(6, automatic=True) in entries


def test_ko4_struck_out_is_withdrawn_at_the_table_as_well() -> None:
    match = started(7)
    time_out(match, 2)
    assert withdrawn(match) == ()
    match.do(Host(), Skip(Player(6)))
    entries = match.do(Host(), PassOver(2))
    assert a.StruckOut(2) in entries
    assert withdrawn(match) == (2,)
    assert TABLE.legal_commands(match.state, Player(2)) == ()
    for command in (Roll(), Withdraw(2, "")):
        with pytest.raises(IllegalMove) as refusal:
            match.do(Player(2), command)
        assert refusal.value.code == "withdrawn"
    assert match.replayed() == match.state


def test_ko4_a_strike_out_can_be_undone_and_the_seat_is_back() -> None:
    match = started(7)
    match.do(Host(), PassOver(2))
    match.do(Host(), PassOver(6))
    match.do(Host(), PassOver(2))
    assert withdrawn(match) == (2,)
    match.do(Host(), Void(len(match.log), "they were at the door"))
    assert withdrawn(match) == ()
    assert Player(2) in TABLE.waits(match.state)
    match.do(Player(2), PickDie(1))
    assert match.replayed() == match.state


def test_a_withdrawal_before_a_strike_out_stays_when_that_is_undone() -> None:
    match = started(8)
    match.do(Player(7), Withdraw(7, ""))
    match.do(Host(), PassOver(2))
    match.do(Host(), PassOver(6))
    match.do(Host(), PassOver(2))
    assert withdrawn(match) == (2, 7)
    match.do(Host(), Void(len(match.log), "a mistake"))
    assert withdrawn(match) == (7,)


def test_ko3_the_clock_of_live_begins_anew_after_waiting() -> None:
    match = playing(7)
    live = match.state.game.live
    while match.state.game.phase == "live":
        leave_one_not_live(match)
    assert match.state.game.phase == "waiting"
    assert set(TABLE.deadlines(match.state)) == {Player(6)}
    entries = match.do(Player(6), Roll(), after=30)
    now_live = Player(match.state.game.live)
    assert match.state.game.live in (live, 6)
    assert DeadlineSet(now_live, match.now + timedelta(seconds=20)) in entries
