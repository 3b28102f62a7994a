"""KO-1 … KO-4: the roster, the queue, calling, arriving and passing over."""

from datetime import timedelta

import pytest

from games.kernel import Host, IllegalMove, Player, Public
from games.live_bait import arrivals as a
from games.live_bait import entries as e
from games.live_bait.commands import (
    CallRoll,
    ChooseNext,
    PassOver,
    PickDie,
    Roll,
    WaivePriorWinner,
)
from games.live_bait.knockout_model import KnockOutOptions
from games.live_bait.view import DieView
from tests.games.knockout_play import GAME, Match, live, opened, picked


def refused(match: Match, who: object, command: object) -> str:
    with pytest.raises(IllegalMove) as refusal:
        match.do(who, command)  # type: ignore[arg-type]
    return refusal.value.code


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 40, 500])
def test_ko1_the_first_six_are_called_and_the_rest_queue_in_order(seats: int) -> None:
    view = GAME.view(GAME.initial_state(seats, KnockOutOptions()), Public())
    first = min(seats, 6)
    assert view.called == tuple((seat, None) for seat in range(first))
    assert view.queue == tuple(range(first, seats))
    assert (view.phase, view.dice) == ("picking", (DieView(None, None, "free"),) * 6)


@pytest.mark.parametrize("seats", [0, 1, 501])
def test_ko1_two_to_five_hundred_play(seats: int) -> None:
    with pytest.raises(ValueError, match="KnockOut seats 2 to 500"):
        GAME.initial_state(seats, KnockOutOptions())


def test_ko1_house_rules_have_limits_and_no_prior_winners() -> None:
    options = KnockOutOptions()
    assert (options.duel, options.answer_s) == (False, 60)
    for wrong in ({"answer_s": 4}, {"roll_s": 601}, {"opening_s": True}, {"duel": 1}):
        with pytest.raises(ValueError, match="must be"):
            KnockOutOptions(**wrong)
    for other in ("final", "prior_winners", "pick_s"):
        assert not hasattr(options, other)


def test_ko2_each_called_has_an_own_clock_of_answer_s() -> None:
    waits = GAME.waits(Match(9, answer_s=45).state)
    assert set(waits) == {Player(seat) for seat in range(6)}
    assert {wait.limit for wait in waits.values()} == {timedelta(seconds=45)}
    assert len({wait.token for wait in waits.values()}) == 6


def test_ko2_who_has_not_picked_is_passed_over_and_the_next_picks_a_free_die() -> None:
    match = Match(8)
    match.do(0, PickDie(3))
    kept = match.token(2)
    assert match.late(1) == [a.PassedOver(1, automatic=True), a.CalledUp(6, None)]
    assert match.view().queue == (7, 1)
    assert match.view().missed == (1,)
    assert match.token(2) == kept
    assert match.do(6, PickDie(1)) == [e.Picked(6, 1)]
    assert match.view().dice[0] == DieView(6, None, "standing")


def test_ko2_nobody_in_the_queue_picks_or_rolls() -> None:
    match = Match(7)
    assert refused(match, 6, PickDie(1)) == "in-the-queue"
    assert refused(match, 6, Roll()) == "in-the-queue"
    assert refused(match, 0, Roll()) == "not-now"
    assert GAME.legal_commands(match.state, Player(6)) == []


def test_ko2_the_host_calls_the_roll_when_all_called_have_a_die() -> None:
    match = picked(8)
    assert (match.view().phase, match.waiting()) == ("ready", {Host()})
    assert match.do(Host(), CallRoll()) == [e.RollCalled()]
    assert match.waiting() == {Player(seat) for seat in range(6)}


def test_ko3_caught_calls_the_next_to_the_emptied_die_and_play_does_not_wait() -> None:
    match = live(8, host=2)
    assert match.catch(1) == [
        e.Rolled(1, 2),
        e.Caught(1, 1),
        a.CalledUp(6, 2),
        e.WentLive(2),
    ]
    assert match.view().dice[1] == DieView(6, None, "called")
    assert (match.view().called, match.view().queue) == (((6, 2),), (7,))
    assert match.waiting() == {Host(), Player(6)}
    match.host(5)
    assert match.waiting() == {Player(2), Player(6)}
    assert match.roll(2, 2) == [e.Rolled(2, 2)]  # the called die matches nothing


def test_ko3_arriving_is_rolling_and_the_face_is_not_compared() -> None:
    match = live(8, host=2)
    match.catch(1)
    match.host(5)
    before, clock = match.view().odds, match.token(2)
    assert match.roll(6, 5) == [a.Arrived(6, 2, 5)]  # the host's number, and seat 4's
    assert match.view().dice[1] == DieView(6, 5, "standing")
    assert (match.view().live, match.token(2)) == (2, clock)
    assert match.view().rolled[6] == 1
    assert match.view().odds == before  # it shows the number to avoid
    assert "arrive/s6/1" in match.chance.labels


def test_ko3_an_arrived_face_can_be_matched_from_then_on() -> None:
    match = live(8, host=2)
    match.catch(1)
    match.host(5)
    match.roll(6, 2)
    assert match.roll(2, 2) == [e.Rolled(2, 2), e.Matched(2, (6,)), e.WentLive(6)]


def test_ko3_an_arrival_during_a_choice_changes_nothing_about_it() -> None:
    match = opened(8)
    for seat, face in enumerate((2, 2, 3, 4, 5, 5)):
        match.roll(seat, face)
    match.host(1)
    match.catch(0)
    match.host(1)
    match.roll(1, 5)
    clock = match.token(1)
    match.roll(6, 5)
    assert (match.view().phase, match.view().candidates, match.token(1)) == (
        "choosing",
        (4, 5),
        clock,
    )
    match.do(1, ChooseNext(5))
    assert match.view().live == 5


def test_ko3_several_dice_are_called_in_the_order_emptied() -> None:
    match = live(9, host=2)
    match.catch(1)
    match.host(4)
    match.catch(2)
    assert match.view().called == ((6, 2), (7, 3))
    match.roll(7, 6)
    assert match.view().called == ((6, 2),)


def test_ko3_with_fewer_than_two_standing_play_waits_for_an_arrival() -> None:
    match = live(8, host=1)
    for seat in range(4):
        match.catch(seat)
        match.host(6 if seat == 0 else 1)
    assert match.view().called == ((6, 1), (7, 2))
    assert match.view().live == 4
    assert match.catch(4) == [e.Rolled(4, 1), e.Caught(4, 5), a.Held()]
    assert (match.view().phase, match.view().live, match.view().reroll_owed) == (
        "waiting",
        None,
        True,
    )
    assert match.waiting() == {Player(6), Player(7)}
    assert refused(match, 5, Roll()) == "not-now"
    assert match.roll(7, 3) == [a.Arrived(7, 2, 3), e.WentLive(5)]  # right of die 5
    assert match.view().phase == "host_again"
    match.host(2)
    assert match.waiting() == {Player(5), Player(6)}


def test_ko3_a_turn_that_waiting_took_away_begins_anew() -> None:
    match = live(7, host=1)
    clock = match.token(0)
    for seat in (1, 2, 3, 4):
        match.leave(seat)
    assert (match.token(0), match.view().called) == (clock, ((6, 2),))
    assert match.leave(5) == [e.Left(5), a.Held()]
    assert match.view().live is None
    assert match.roll(6, 3) == [a.Arrived(6, 2, 3), e.WentLive(0)]  # right of die 6
    assert match.token(0) != clock


def test_ko3_waiting_before_anybody_was_live_ends_with_the_hosts_first_roll() -> None:
    match = opened(7)
    for seat in range(1, 6):
        match.leave(seat)
    assert match.roll(0, 4) == [e.OpeningRolled(0, 4), a.Held()]
    match.roll(6, 2)
    assert (match.view().phase, match.waiting()) == ("host_first", {Host()})
    match.host(2)
    assert match.view().live == 6


def test_ko3_with_an_empty_queue_the_die_stays_empty() -> None:
    match = live(6, host=2)
    assert match.catch(1) == [e.Rolled(1, 2), e.Caught(1, 1), e.WentLive(2)]
    assert match.view().dice[1] == DieView(1, None, "caught")


def test_ko4_passed_over_goes_to_the_end_and_the_next_is_called_to_the_die() -> None:
    match = live(9, host=2)
    match.catch(1)
    clock = match.token(6)
    assert match.late(6) == [a.PassedOver(6, automatic=True), a.CalledUp(7, 2)]
    assert (match.view().called, match.view().queue, match.view().missed) == (
        ((7, 2),),
        (8, 6),
        (6,),
    )
    assert match.pass_over(7) == [a.PassedOver(7), a.CalledUp(8, 2)]
    assert match.view().queue == (6, 7)
    assert match.token(8) != clock


def test_ko4_alone_in_the_queue_is_called_again_at_once_with_a_new_clock() -> None:
    match = live(7, host=2)
    match.catch(1)
    clock = match.token(6)
    assert match.pass_over(6) == [a.PassedOver(6), a.CalledUp(6, 2)]
    assert match.token(6) != clock
    assert match.roll(6, 3) == [a.Arrived(6, 2, 3)]
    assert "arrive/s6/2" in match.chance.labels


def test_ko4_the_second_time_is_struck_out_and_not_caught() -> None:
    match = live(7, host=2)
    match.catch(1)
    match.late(6)
    assert match.late(6) == [a.StruckOut(6, automatic=True)]
    view = match.view()
    assert (view.withdrawn, view.caught, view.missed) == ((6,), (1,), (6,))
    assert (view.called, view.dice[1]) == ((), DieView(6, None, "left"))
    assert refused(match, 6, Roll()) == "left"


def test_ko4_struck_out_with_others_waiting_calls_the_next() -> None:
    match = live(8, host=2)
    match.catch(1)
    match.late(6)
    match.late(7)
    assert match.late(6) == [a.StruckOut(6, automatic=True), a.CalledUp(7, 2)]


def test_ko4_only_one_who_is_called_is_passed_over_and_only_by_the_host() -> None:
    match = live(8, host=2)
    match.catch(1)
    for seat in (0, 1, 7, 99, -1):
        assert refused(match, Host(), PassOver(seat)) == "not-called"
    assert refused(match, 0, PassOver(6)) == "host-only"
    assert PassOver(6) in GAME.legal_commands(match.state, Host())
    assert refused(match, Host(), WaivePriorWinner()) == "unknown-command"


def test_ko4_passing_over_while_picking_never_picks_for_anybody() -> None:
    match = Match(2)
    match.do(0, PickDie(6))
    assert match.late(1) == [a.PassedOver(1, automatic=True), a.CalledUp(1, None)]
    assert match.late(1)[0] == a.StruckOut(1, automatic=True)
    assert match.chance.labels == []
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.places == ((0,),)


def test_ko4_struck_out_while_picking_leaves_the_others_ready() -> None:
    match = Match(3)
    match.do(0, PickDie(1))
    match.do(1, PickDie(2))
    match.late(2)
    match.late(2)
    assert (match.view().phase, match.waiting()) == ("ready", {Host()})
