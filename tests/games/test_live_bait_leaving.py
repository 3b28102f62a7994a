"""LB-21: a seat is withdrawn, in every phase."""

from collections.abc import Callable

import pytest

from games.kernel import Host, IllegalMove, Player
from games.live_bait import entries as e
from games.live_bait.commands import CallRoll, ChooseNext, PickDie
from games.live_bait.view import DieView
from tests.games.live_bait_play import GAME, Match, called, live, picked


def phase(match: Match) -> str:
    return GAME.view(match.state, Host()).phase


def test_lb21_withdrawn_die_turns_to_a_question_mark_and_is_never_caught() -> None:
    match = live(2, 4, 5, 6, host=1)
    assert match.leave(2) == [e.Left(2)]
    view = GAME.view(match.state, Host())
    assert view.dice[2] == DieView(2, None, "left")
    assert (view.withdrawn, view.caught, view.live) == ((2,), (), 0)
    assert match.roll(0, 5) == [e.Rolled(0, 5)]


def test_lb21_withdrawn_seat_does_nothing_more_and_leaves_once() -> None:
    match = live(2, 4, 5, 6, host=1)
    match.leave(2)
    assert GAME.legal_commands(match.state, Player(2)) == []
    with pytest.raises(IllegalMove, match="has left"):
        match.roll(2, 1)
    with pytest.raises(IllegalMove, match="has left"):
        match.leave(2)


def test_lb21_seat_outside_the_roster_cannot_leave() -> None:
    with pytest.raises(IllegalMove) as refused:
        picked(3).leave(3)
    assert refused.value.code == "no-such-seat"


def test_lb21_not_yet_picked_is_no_longer_waited_for() -> None:
    match = Match(4)
    for seat in range(3):
        match.do(seat, PickDie(seat + 1))
    assert match.leave(3) == [e.Left(3)]
    assert match.waiting() == {Host()}
    assert phase(match) == "ready"


def test_lb21_die_of_one_who_left_while_picking_is_not_free() -> None:
    match = Match(4)
    match.do(0, PickDie(1))
    match.leave(0)
    with pytest.raises(IllegalMove, match="taken"):
        match.do(1, PickDie(1))
    assert PickDie(2) in GAME.legal_commands(match.state, Player(1))


def test_lb21_leaving_when_all_have_a_die_leaves_the_call_to_the_host() -> None:
    match = picked(4)
    before = GAME.waits(match.state)
    match.leave(1)
    assert GAME.waits(match.state) == before


def test_lb21_not_yet_rolled_is_no_longer_waited_for() -> None:
    match = called(4)
    for seat in range(3):
        match.roll(seat, seat + 1)
    assert match.leave(3) == [e.Left(3)]
    assert match.waiting() == {Host()}
    assert match.host(4) == [e.HostRolled(4, "first")]  # three players stand: LB-6


def test_lb21_leaving_before_the_hosts_first_roll_changes_who_is_counted() -> None:
    match = called(4)
    for seat in range(4):
        match.roll(seat, 6)
    match.leave(0)
    assert match.host(3) == [e.HostRolled(3, "first"), e.WentLive(3)]


def test_lb21_live_leaves_and_the_next_to_the_right_is_live_without_a_re_roll() -> None:
    match = live(2, 4, 5, 6, host=4)
    assert match.leave(3) == [e.Left(3), e.WentLive(0)]
    view = GAME.view(match.state, Host())
    assert (view.phase, view.reroll_owed, view.host_face) == ("live", False, 4)
    assert match.waiting() == {Player(0)}


def test_lb21_choosing_seat_leaves_and_the_next_to_the_right_is_live() -> None:
    match = live(2, 6, 4, 4, host=1)
    match.roll(0, 4)
    assert match.leave(0) == [e.Left(0), e.WentLive(1)]
    view = GAME.view(match.state, Host())
    assert (view.phase, view.candidates, view.reroll_owed) == ("live", (), False)


def test_lb21_candidate_leaves_and_the_choice_goes_on_among_the_rest() -> None:
    match = live(2, 4, 4, 4, 6, host=1)
    match.roll(0, 4)
    before = GAME.waits(match.state)
    assert match.leave(2) == [e.Left(2)]
    assert GAME.waits(match.state) == before
    assert GAME.legal_commands(match.state, Player(0)) == [ChooseNext(1), ChooseNext(3)]
    with pytest.raises(IllegalMove, match="you matched"):
        match.do(0, ChooseNext(2))


def test_lb21_one_candidate_left_is_live_at_once() -> None:
    match = live(2, 4, 4, 6, host=1)
    match.roll(0, 4)
    assert match.leave(1) == [e.Left(1), e.WentLive(2)]
    assert match.waiting() == {Player(2)}


def test_lb21_another_leaves_and_the_choice_is_the_same() -> None:
    match = live(2, 4, 4, 6, host=1)
    match.roll(0, 4)
    before = GAME.waits(match.state)
    assert match.leave(3) == [e.Left(3)]
    assert GAME.waits(match.state) == before


def test_lb21_re_roll_already_owed_is_still_made() -> None:
    match = live(2, 4, 5, 6, 6, host=1)
    match.roll(0, 1)
    before = GAME.waits(match.state)
    assert match.leave(1) == [e.Left(1), e.WentLive(2)]
    assert GAME.view(match.state, Host()).reroll_owed
    assert GAME.waits(match.state) == before
    match.host(3)
    assert match.waiting() == {Player(2)}


def test_lb21_already_caught_keeps_the_place_in_the_order_of_going_out() -> None:
    match = live(2, 4, 5, 6, host=1)
    match.roll(0, 1)
    assert match.leave(0) == [e.Left(0)]
    view = GAME.view(match.state, Host())
    assert (view.caught, view.withdrawn, view.dice[0].state) == ((0,), (0,), "caught")
    assert (view.phase, view.live) == ("host_again", 1)


def test_lb21_caught_who_leaves_during_the_duel_changes_nothing_in_it() -> None:
    match = live(2, 4, 5, host=1)
    match.roll(0, 1)
    match.roll(1, 3)
    before = GAME.waits(match.state)
    assert match.leave(0) == [e.Left(0)]
    assert GAME.waits(match.state) == before == {Player(2): before[Player(2)]}
    assert GAME.view(match.state, Host()).dice[1] == DieView(1, 3, "standing")


def test_lb21_caught_who_left_has_no_place_in_the_outcome() -> None:
    match = live(2, 4, 5, host=1)
    match.roll(0, 1)
    match.leave(0)
    match.roll(1, 3)
    match.roll(2, 6)
    match.host(6)
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.places == ((1,), (2,))


def test_lb21_final_prizes_skip_the_caught_who_left() -> None:
    match = live(2, 4, 5, 6, host=1, final=True, duel=False)
    match.roll(0, 1)
    match.host(1)
    match.roll(1, 1)
    match.leave(1)
    match.host(1)
    match.roll(2, 1)
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.prizes == {"first": (3,), "second": (2,), "third": (0,), "door": ()}


def test_lb21_two_left_in_the_opening_begin_the_duel_and_faces_are_cleared() -> None:
    match = called(3)
    match.roll(0, 4)
    assert match.leave(1) == [e.Left(1), e.DuelBegan(0, 2)]
    assert match.waiting() == {Player(0), Player(2)}


def test_lb21_two_left_before_the_hosts_first_roll_begin_the_duel() -> None:
    match = called(3)
    for seat in range(3):
        match.roll(seat, 4)
    assert match.leave(0) == [e.Left(0), e.DuelBegan(1, 2)]


@pytest.mark.parametrize("seat", [0, 1])
def test_lb21_two_left_in_live_begin_the_duel(seat: int) -> None:
    match = live(2, 4, 5, host=1)
    left = sorted({0, 1, 2} - {seat})
    assert match.leave(seat) == [e.Left(seat), e.DuelBegan(*left)]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_lb21_two_left_in_a_choice_begin_the_duel(seat: int) -> None:
    match = live(2, 4, 4, host=1)
    match.roll(0, 4)
    left = sorted({0, 1, 2} - {seat})
    assert match.leave(seat) == [e.Left(seat), e.DuelBegan(*left)]
    assert GAME.view(match.state, Host()).candidates == ()


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_lb21_two_left_with_a_re_roll_owed_begin_the_duel_without_it(seat: int) -> None:
    match = live(2, 4, 5, 6, host=1)
    match.roll(0, 1)
    left = sorted({1, 2, 3} - {seat})
    assert match.leave(seat) == [e.Left(seat), e.DuelBegan(*left)]
    assert not GAME.view(match.state, Host()).reroll_owed


def test_lb21_two_left_before_the_call_duel_at_the_call() -> None:
    match = Match(3)
    match.do(0, PickDie(1))
    match.do(1, PickDie(2))
    assert match.leave(2) == [e.Left(2)]
    assert match.do(Host(), CallRoll()) == [e.RollCalled(), e.DuelBegan(0, 1)]


def test_lb21_two_left_without_the_duel_play_on() -> None:
    match = live(2, 4, 4, host=1, duel=False)
    match.roll(0, 4)
    assert match.leave(2) == [e.Left(2), e.WentLive(1)]
    assert phase(match) == "live"


def before_anyone_picked() -> Match:
    return Match(2)


def before_the_call() -> Match:
    return picked(2)


def in_the_opening() -> Match:
    return called(2, duel=False)


def while_live() -> Match:
    return live(2, 4, host=1, duel=False)


def in_the_duel() -> Match:
    return called(2)


def at_the_hosts_duel_roll() -> Match:
    match = called(2)
    match.roll(0, 3)
    match.roll(1, 4)
    return match


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "begin",
    [
        before_anyone_picked,
        before_the_call,
        in_the_opening,
        while_live,
        in_the_duel,
        at_the_hosts_duel_roll,
    ],
)
def test_lb21_last_one_left_in_any_phase_wins_the_main_prize(
    begin: Callable[[], Match], seat: int
) -> None:
    match = begin()
    assert match.leave(seat) == [e.Left(seat), e.Ended((1 - seat,), (("main", 1 - seat),))]
    assert phase(match) == "over"


def test_lb21_last_one_left_with_a_re_roll_owed_wins_and_the_caught_are_drawn_from() -> None:
    match = live(2, 4, 5, host=1, duel=False)
    match.roll(0, 1)
    assert match.leave(1, 0) == [
        e.Left(1),
        e.DoorPicked(0),
        e.Ended((2, 0), (("main", 2), ("door", 0))),
    ]
    assert not GAME.view(match.state, Host()).reroll_owed
