"""The table round a game: start, clocks, pauses, skipping, leaving."""

from datetime import datetime, timedelta

import pytest

from games.chance import SeededChance
from games.kernel import Host, IllegalMove, Player, Wait
from games.live_bait import LiveBait
from games.live_bait.commands import CallRoll, PickDie
from games.table import (
    Acted,
    AddTime,
    Clock,
    DeadlineSet,
    Pause,
    Paused,
    Resume,
    Resumed,
    Skip,
    Skipped,
    Stale,
    Start,
    Started,
    Table,
    TimeAdded,
    TimedOut,
    TimeOut,
    Withdraw,
    Withdrew,
)
from tests.games.bell import Bell, BellView, Gone, Rang, Ring, Tap, Tapped
from tests.games.match import EVENING, Match

ONE, TWO, THREE = Player(0), Player(1), Player(2)


def at(seconds):
    return EVENING + timedelta(seconds=seconds)


@pytest.fixture
def fresh():
    return Match(Table(Bell()), seats=3)


@pytest.fixture
def started(fresh):
    fresh.do(Host(), Start())
    return fresh


@pytest.fixture
def rung(started):
    """Everybody has until 10 s after the evening began."""
    started.do(Host(), Ring())
    return started


def refused(match, who, command, after=0):
    """The code with which the command is refused; nothing may change."""
    before = match.state
    with pytest.raises(IllegalMove) as refusal:
        match.do(who, command, after)
    assert match.state == before
    return refusal.value.code


def late(match, who):
    """Let this wait's time run out and report it."""
    deadline = match.table.deadlines(match.state)[who]
    match.now = deadline + timedelta(microseconds=1)
    return match.do(Clock(), TimeOut(who, deadline))


def test_start_opens_the_match(fresh):
    assert fresh.table.waits(fresh.state) == {Host(): Wait("start", None)}
    assert fresh.do(Host(), Start()) == (Started(),)
    assert fresh.table.waits(fresh.state) == {Host(): Wait(("ring", 0), None)}
    assert refused(fresh, Host(), Start()) == "started"


@pytest.mark.parametrize("command", [Tap(), Withdraw(0, ""), Start()])
def test_before_the_start_players_can_do_nothing(fresh, command):
    assert refused(fresh, ONE, command) == "not-started"
    assert fresh.table.legal_commands(fresh.state, ONE) == ()


@pytest.mark.parametrize("command", [Ring(), Pause(), AddTime(5), Skip(ONE)])
def test_before_the_start_the_host_can_only_start_or_withdraw(fresh, command):
    assert refused(fresh, Host(), command) == "not-started"
    assert fresh.do(Host(), Withdraw(2, "no show")) == (Withdrew(Host(), 2, "no show"), Gone(2))


def test_a_move_names_who_acted_and_sets_new_deadlines(started):
    assert started.do(Host(), Ring()) == (
        Acted(Host()),
        Rang(),
        DeadlineSet(ONE, at(10)),
        DeadlineSet(TWO, at(10)),
        DeadlineSet(THREE, at(10)),
    )
    assert started.table.deadlines(started.state) == {ONE: at(10), TWO: at(10), THREE: at(10)}
    assert started.table.next_deadline(started.state) == at(10)


def test_a_move_restarts_nobody_elses_clock(rung):
    entries = rung.do(TWO, Tap(), after=4)
    assert [type(entry) for entry in entries] == [Acted, Tapped]
    assert rung.table.deadlines(rung.state) == {ONE: at(10), THREE: at(10)}


def test_a_move_at_the_deadline_is_in_time(rung):
    entries = rung.do(ONE, Tap(), after=10)
    assert entries[0] == Acted(ONE)
    assert entries[1].automatic is False


def test_a_move_after_the_own_deadline_is_the_time_out(rung):
    entries = rung.do(ONE, Tap(), after=10.001)
    assert entries[0] == TimedOut(ONE)
    assert entries[1].automatic is True
    assert dict(rung.state.misses) == {0: 1}


def test_the_clock_reports_a_time_out(rung):
    rung.now = at(10.001)
    assert rung.table.overdue(rung.state, rung.now) == (
        TimeOut(ONE, at(10)),
        TimeOut(TWO, at(10)),
        TimeOut(THREE, at(10)),
    )
    assert rung.do(Clock(), TimeOut(TWO, at(10)))[0] == TimedOut(TWO)
    assert rung.table.overdue(rung.state, rung.now) == (
        TimeOut(ONE, at(10)),
        TimeOut(THREE, at(10)),
    )


def test_overdue_is_earliest_first(rung):
    rung.do(Host(), AddTime(5))
    rung.do(ONE, Tap())
    rung.do(TWO, Tap())
    rung.do(THREE, Tap())
    rung.do(Host(), Ring())
    late(rung, TWO)
    late(rung, ONE)
    late(rung, THREE)
    rung.do(Host(), Ring())
    late(rung, TWO)
    assert rung.table.overdue(rung.state, rung.now) == (
        TimeOut(ONE, rung.table.deadlines(rung.state)[ONE]),
        TimeOut(THREE, rung.table.deadlines(rung.state)[THREE]),
    )


def test_an_early_time_out_is_refused(rung):
    assert rung.table.overdue(rung.state, at(10)) == ()
    assert refused(rung, Clock(), TimeOut(ONE, at(10)), after=10) == "too-early"


def test_an_outdated_time_out_is_stale(rung):
    rung.do(Host(), AddTime(5))
    rung.do(ONE, Tap())
    rung.now = at(60)
    for who in (ONE, TWO):
        with pytest.raises(Stale):
            rung.do(Clock(), TimeOut(who, at(10)))
    assert rung.do(Clock(), TimeOut(TWO, at(15)))[0] == TimedOut(TWO)


@pytest.mark.parametrize(
    ("who", "command"),
    [(ONE, TimeOut(ONE, at(10))), (Host(), TimeOut(ONE, at(10))), (Clock(), Tap())],
)
def test_only_the_clock_reports_time_outs_and_nothing_else(rung, who, command):
    assert refused(rung, who, command, after=20) == "not-yours"


def test_two_time_outs_in_a_row_make_a_seat_fast(rung):
    for _ in range(2):
        assert rung.table.absent(rung.state) == frozenset()
        rung.do(TWO, Tap())
        rung.do(THREE, Tap())
        late(rung, ONE)
        ring = rung.do(Host(), Ring())
    start = rung.now
    assert rung.table.absent(rung.state) == {0}
    assert ring[2:] == (
        DeadlineSet(ONE, start + timedelta(seconds=2)),
        DeadlineSet(TWO, start + timedelta(seconds=10)),
        DeadlineSet(THREE, start + timedelta(seconds=10)),
    )
    assert rung.table.waits(rung.state)[ONE].limit == timedelta(seconds=2)
    rung.do(ONE, Tap())
    assert rung.table.absent(rung.state) == frozenset()


def test_a_skip_counts_as_an_automatic_act(rung):
    assert rung.do(Host(), Skip(ONE))[0] == Skipped(ONE)
    assert dict(rung.state.misses) == {0: 1}
    rung.do(TWO, Tap())
    assert dict(rung.state.misses) == {0: 1}


def test_skip_is_for_those_who_are_waited_for(rung):
    rung.do(ONE, Tap())
    assert refused(rung, Host(), Skip(ONE)) == "not-waiting"
    assert refused(rung, Host(), Skip(Host())) == "host-waits"
    assert rung.do(Host(), Skip(TWO))[1].automatic is True


def test_a_pause_keeps_what_is_left(rung):
    rung.do(ONE, Tap(), after=1)
    assert rung.do(Host(), Pause(), after=3) == (Paused(at(4)),)
    assert rung.table.deadlines(rung.state) == {}
    assert rung.table.overdue(rung.state, at(1000)) == ()
    assert rung.table.waits(rung.state) == {Host(): Wait("resume", None)}
    assert rung.do(Host(), Resume(), after=96) == (
        Resumed(),
        DeadlineSet(TWO, at(106)),
        DeadlineSet(THREE, at(106)),
    )


@pytest.mark.parametrize(
    ("who", "command"),
    [(TWO, Tap()), (Host(), Ring()), (Host(), Pause()), (Host(), AddTime(5)), (Host(), Skip(TWO))],
)
def test_during_a_pause_the_game_stands_still(rung, who, command):
    rung.do(Host(), Pause())
    assert refused(rung, who, command) == "paused"
    rung.do(Host(), Resume())
    assert refused(rung, Host(), Resume()) == "not-paused"


def test_during_a_pause_a_player_can_leave(rung):
    rung.do(Host(), Pause(), after=4)
    assert rung.do(TWO, Withdraw(1, "")) == (Withdrew(TWO, 1, ""), Gone(1))
    assert rung.do(Host(), Resume()) == (
        Resumed(),
        DeadlineSet(ONE, at(10)),
        DeadlineSet(THREE, at(10)),
    )


def test_a_wait_that_began_during_a_pause_gets_its_whole_limit():
    match = Match(Table(LiveBait()), seats=3)
    match.do(Host(), Start())
    for seat in range(3):
        match.do(Player(seat), PickDie(seat + 1))
    match.do(Host(), CallRoll())
    match.do(Host(), Pause(), after=25)
    before = match.table.game.waits(match.state.game)[ONE]
    match.do(THREE, Withdraw(2, ""))  # two left: the duel begins (LB-17)
    assert match.table.game.waits(match.state.game)[ONE].token != before.token
    assert match.do(Host(), Resume()) == (
        Resumed(),
        DeadlineSet(ONE, match.now + timedelta(seconds=20)),
        DeadlineSet(TWO, match.now + timedelta(seconds=20)),
    )


def test_a_clock_ends_with_its_wait_even_if_the_next_one_has_none():
    class Resting(Bell):
        """Who has tapped is waited for again, without a clock."""

        def waits(self, state):
            rest = {Player(seat): Wait(("rest", state.round), None) for seat in state.tapped}
            return {**super().waits(state), **rest}

    match = Match(Table(Resting()), seats=2)
    match.do(Host(), Start())
    match.do(Host(), Ring())
    match.do(ONE, Tap())
    assert match.table.waits(match.state)[ONE].limit is None
    assert match.table.deadlines(match.state) == {TWO: at(10)}


def test_added_time_goes_to_every_running_clock(rung):
    rung.do(ONE, Tap(), after=1)
    assert rung.do(Host(), AddTime(30)) == (
        TimeAdded(30),
        DeadlineSet(TWO, at(40)),
        DeadlineSet(THREE, at(40)),
    )


@pytest.mark.parametrize("seconds", [0, -5, 601])
def test_added_time_is_bounded(rung, seconds):
    assert refused(rung, Host(), AddTime(seconds)) == "bad-time"
    assert rung.do(Host(), AddTime(600))[0] == TimeAdded(600)


def test_time_can_only_be_added_to_a_clock(started):
    assert refused(started, Host(), AddTime(5)) == "no-clock"


@pytest.mark.parametrize("command", [Start(), Pause(), Resume(), AddTime(5), Skip(TWO)])
def test_players_can_not_do_what_the_host_does(rung, command):
    assert refused(rung, ONE, command) == "host-only"


def test_a_withdrawn_player_is_out(rung):
    assert rung.do(ONE, Withdraw(0, " bye ")) == (Withdrew(ONE, 0, "bye"), Gone(0))
    assert refused(rung, ONE, Tap()) == "withdrawn"
    assert refused(rung, Host(), Withdraw(0, "again")) == "withdrawn"
    assert rung.table.legal_commands(rung.state, ONE) == ()


def test_withdrawing_somebody_else_takes_the_host_and_a_reason(rung):
    assert refused(rung, ONE, Withdraw(1, "x")) == "not-yours"
    assert refused(rung, Host(), Withdraw(1, "  ")) == "no-reason"
    assert refused(rung, Host(), Withdraw(1, "x" * 201)) == "bad-reason"
    assert refused(rung, Host(), Withdraw(1, "two\nlines")) == "bad-reason"
    assert refused(rung, Host(), Withdraw(3, "x")) == "no-such-seat"
    assert refused(rung, Host(), Withdraw(-1, "x")) == "no-such-seat"
    assert rung.do(Host(), Withdraw(1, "x"))[0] == Withdrew(Host(), 1, "x")


def test_a_seat_that_does_not_exist_can_not_act(rung):
    assert refused(rung, Player(3), Tap()) == "no-such-seat"
    assert refused(rung, Player(-1), Tap()) == "no-such-seat"


def test_after_the_outcome_everything_is_refused(rung):
    rung.do(Host(), Withdraw(0, "x"))
    rung.do(Host(), Withdraw(1, "x"))
    assert rung.table.outcome(rung.state).places == ((2,),)
    assert rung.table.waits(rung.state) == {}
    assert rung.table.deadlines(rung.state) == {}
    assert rung.table.legal_commands(rung.state, Host()) == ()
    for command in (Ring(), Pause(), Withdraw(2, "x"), AddTime(5)):
        assert refused(rung, Host(), command) == "over"
    assert refused(rung, THREE, Tap()) == "over"
    assert refused(rung, Clock(), TimeOut(THREE, at(10)), after=20) == "over"


def test_a_ticket_changes_by_ones_own_acts_and_new_waits_only(started):
    table = started.table

    def tickets():
        return [table.ticket(started.state, who) for who in (Host(), ONE, TWO)]

    host, one, two = tickets()
    started.do(Host(), Ring())
    assert [new == old for new, old in zip(tickets(), (host, one, two), strict=True)] == [
        False,
        False,
        False,
    ]
    host, one, two = tickets()
    started.do(ONE, Tap())
    assert [new == old for new, old in zip(tickets(), (host, one, two), strict=True)] == [
        True,
        False,
        True,
    ]
    host, one, two = tickets()
    started.do(Host(), AddTime(5))
    assert [new == old for new, old in zip(tickets(), (host, one, two), strict=True)] == [
        False,
        True,
        True,
    ]
    host, one, two = tickets()
    started.do(Host(), Skip(TWO))
    assert [new == old for new, old in zip(tickets(), (host, one, two), strict=True)] == [
        False,
        True,
        False,
    ]
    assert all(len(ticket) == 16 and ticket.isascii() for ticket in tickets())


def test_the_view_is_the_games(rung):
    assert rung.table.view(rung.state, ONE) == BellView((0, 0, 0))


def test_a_command_of_another_game_is_refused(rung):
    class Jump(Tap):
        pass

    table = Table(Bell())
    with pytest.raises(IllegalMove, match="no such move"):
        table.decide(rung.state, ONE, BellView((1,)), SeededChance(1), EVENING)
    assert refused(rung, ONE, Jump()) == "not-now"


def test_an_instant_without_a_zone_is_a_bug_of_the_caller(rung):
    with pytest.raises(ValueError, match="zone"):
        rung.table.decide(rung.state, ONE, Tap(), SeededChance(1), datetime(2026, 1, 1))  # noqa: DTZ001


def test_names_shared_with_the_table_are_refused():
    class Skipping(Bell):
        commands = (*Bell.commands, Skip)

    with pytest.raises(ValueError, match="share a name"):
        Table(Skipping())
