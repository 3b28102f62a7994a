"""Undoing: the last move counts no longer, nothing is taken out of the log."""

from datetime import timedelta

import pytest

from games.kernel import Host, IllegalMove, Player
from games.table import (
    AddTime,
    DeadlineSet,
    Pause,
    Resume,
    Resumed,
    Skip,
    Stale,
    Start,
    Table,
    Void,
    Voided,
    Withdraw,
)
from tests.games.bell import Bell, Ring, Tap
from tests.games.match import EVENING, Match

ONE, TWO = Player(0), Player(1)


def at(seconds):
    return EVENING + timedelta(seconds=seconds)


@pytest.fixture
def match():
    """Rung at 0 s, tapped by seat 0 at 3 s: entries 6 and 7."""
    played = Match(Table(Bell()), seats=2)
    played.do(Host(), Start())
    played.do(Host(), Ring())
    played.do(ONE, Tap(), after=3)
    assert played.table.voidable(played.state) == len(played.log) == 7
    return played


def undo(match, after=0):
    return match.do(Host(), Void(match.table.voidable(match.state), "a mistake"), after)


def code(match, command, who=None):
    before = match.state
    with pytest.raises(IllegalMove) as refusal:
        match.do(who or Host(), command)
    assert match.state == before
    return refusal.value.code


def test_void_takes_the_last_move_back(match):
    before = match.table.replay(2, match.options, match.log[:5]).game
    assert undo(match, after=2) == (Voided((6, 7), "a mistake"), DeadlineSet(ONE, at(15)))
    assert match.state.game == before == match.refolded()
    assert match.replayed() == match.state


def test_undoing_gives_nobody_else_more_time(match):
    before = match.table.deadlines(match.state)[TWO]
    undo(match, after=2)
    assert match.table.deadlines(match.state) == {ONE: at(15), TWO: before}


def test_void_leaves_the_log_whole(match):
    before = list(match.log)
    undo(match)
    assert match.log[: len(before)] == before


def test_the_next_roll_under_the_label_is_another_attempt(match):
    undo(match)
    match.do(ONE, Tap())
    assert match.drawn == [("r1/s0", 0), ("r1/s0", 1)]


def test_void_must_name_the_last_move(match):
    for seq in (0, 5, 6, 8):
        with pytest.raises(Stale):
            match.do(Host(), Void(seq, "a mistake"))
    match.do(TWO, Tap())
    with pytest.raises(Stale):
        match.do(Host(), Void(7, "a mistake"))


def test_void_twice_with_the_same_number_is_stale(match):
    undo(match)
    with pytest.raises(Stale):
        match.do(Host(), Void(7, "a mistake"))


def test_moves_can_be_taken_back_one_after_another(match):
    undo(match)
    assert match.table.voidable(match.state) == 5
    undo(match)
    assert match.state.game.round == 0
    assert match.table.voidable(match.state) is None
    assert match.state.game == match.refolded()


def test_the_number_of_voids_is_limited():
    for allowed in (1, 2):
        match = Match(Table(Bell(), voids=allowed), seats=2)
        match.do(Host(), Start())
        for _ in range(allowed):
            match.do(Host(), Ring())
            undo(match)
        match.do(Host(), Ring())
        assert match.table.voidable(match.state) is None
        assert code(match, Void(len(match.log), "a mistake")) == "no-voids-left"


@pytest.mark.parametrize("control", [Pause(), AddTime(5)])
def test_what_the_host_does_to_the_clocks_can_not_be_undone_and_hides_no_move(match, control):
    match.do(Host(), control)
    assert code(match, Void(len(match.log), "a mistake")) == "not-voidable"
    assert match.table.voidable(match.state) == 7
    undo(match)
    assert match.state.game == match.refolded()
    assert match.replayed() == match.state


def test_a_move_undone_in_a_pause_gives_its_mover_a_whole_limit_after_it(match):
    left = match.table.deadlines(match.state)[TWO] - at(7)
    match.do(Host(), Pause(), after=4)
    assert undo(match) == (Voided((6, 7), "a mistake"),)
    assert match.do(Host(), Resume(), after=60) == (
        Resumed(),
        DeadlineSet(TWO, at(67) + left),
        DeadlineSet(ONE, at(77)),
    )


def test_a_start_can_not_be_undone():
    match = Match(Table(Bell()), seats=2)
    match.do(Host(), Start())
    assert code(match, Void(1, "a mistake")) == "not-voidable"


def test_a_withdrawal_can_not_be_undone_nor_what_was_before_it():
    match = Match(Table(Bell()), seats=3)
    match.do(Host(), Start())
    match.do(Host(), Ring())
    last = len(match.log)
    match.do(Host(), Withdraw(2, "left"))
    assert code(match, Void(len(match.log), "a mistake")) == "not-voidable"
    with pytest.raises(Stale):
        match.do(Host(), Void(last, "a mistake"))


def test_a_skip_can_be_undone_and_is_no_longer_counted(match):
    match.do(Host(), Skip(TWO))
    assert dict(match.state.misses) == {1: 1}
    undo(match)
    assert match.state.misses == ()


def test_an_ended_match_can_not_be_undone(match):
    match.do(TWO, Tap())
    for _ in range(2):
        match.do(Host(), Ring())
        match.do(ONE, Tap())
        match.do(TWO, Tap())
    assert match.table.outcome(match.state) is not None
    assert match.table.voidable(match.state) is None
    assert code(match, Void(len(match.log), "a mistake")) == "over"


def test_void_needs_a_reason_and_the_host(match):
    assert code(match, Void(7, " ")) == "no-reason"
    assert code(match, Void(7, "a mistake"), who=ONE) == "host-only"


def test_a_form_from_before_a_void_is_stale_after_it(match):
    seen = [match.table.ticket(match.state, who) for who in (Host(), ONE, TWO)]
    before = match.table.replay(2, match.options, match.log[:5])
    older = [match.table.ticket(before, who) for who in (Host(), ONE, TWO)]
    undo(match)
    now = [match.table.ticket(match.state, who) for who in (Host(), ONE, TWO)]
    assert not set(now) & {*seen, *older}
