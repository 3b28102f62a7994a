"""LB-1 … LB-7: the floor and the opening."""

from datetime import timedelta

import pytest

from games.kernel import Host, IllegalMove, Player, Wait
from games.live_bait import entries as e
from games.live_bait.commands import CallRoll, PickDie, Roll
from games.live_bait.model import LiveBaitOptions
from games.live_bait.view import DieView
from tests.games.live_bait_play import GAME, Match, called, live, picked


@pytest.mark.parametrize("seats", [1, 7])
def test_lb1_other_than_two_to_six_seats_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        GAME.initial_state(seats, LiveBaitOptions())


@pytest.mark.parametrize("seats", range(2, 7))
def test_lb1_six_free_dice_await_two_to_six_players(seats: int) -> None:
    state = GAME.initial_state(seats, LiveBaitOptions())
    assert GAME.view(state, Host()).dice == (DieView(None, None, "free"),) * 6
    assert set(GAME.waits(state)) == {Player(seat) for seat in range(seats)}


def test_lb2_player_stands_at_the_free_die_they_picked() -> None:
    match = Match(3)
    assert match.do(1, PickDie(6)) == [e.Picked(1, 6)]
    assert GAME.view(match.state, Player(0)).dice[5] == DieView(1, None, "standing")
    assert match.waiting() == {Player(0), Player(2)}


def test_lb2_taken_die_is_refused() -> None:
    match = Match(3)
    match.do(1, PickDie(6))
    with pytest.raises(IllegalMove, match="Pick a free one") as refused:
        match.do(0, PickDie(6))
    assert refused.value.code == "die-taken"
    assert PickDie(6) not in GAME.legal_commands(match.state, Player(0))


@pytest.mark.parametrize("die", [-1, 0, 7])
def test_lb2_die_that_is_not_there_is_refused(die: int) -> None:
    with pytest.raises(IllegalMove, match="1 to 6"):
        Match(2).do(0, PickDie(die))


def test_lb2_player_with_a_die_picks_no_other() -> None:
    match = Match(2)
    match.do(0, PickDie(1))
    with pytest.raises(IllegalMove, match="a die already"):
        match.do(0, PickDie(2))
    assert GAME.legal_commands(match.state, Player(0)) == []


def test_lb2_late_player_gets_a_random_free_die() -> None:
    match = Match(2)
    match.do(0, PickDie(2))
    assert GAME.waits(match.state)[Player(1)].limit == timedelta(seconds=30)
    assert match.late(1, 3) == [e.Picked(1, 5, automatic=True)]  # of 1 3 4 5 6
    assert match.chance.labels == ["pick/s1"]


def test_lb2_picking_restarts_nobodys_clock() -> None:
    match = Match(3)
    before = GAME.waits(match.state)
    match.do(1, PickDie(1))
    after = GAME.waits(match.state)
    assert after == {Player(0): before[Player(0)], Player(2): before[Player(2)]}


def test_lb3_host_calls_the_roll_when_all_have_a_die() -> None:
    match = picked(3)
    assert GAME.view(match.state, Host()).phase == "ready"
    assert GAME.waits(match.state) == {Host(): Wait("call", None)}
    assert match.do(Host(), CallRoll()) == [e.RollCalled()]
    assert GAME.view(match.state, Host()).phase == "opening"


def test_lb3_call_waits_for_the_last_die() -> None:
    match = Match(2)
    match.do(0, PickDie(1))
    with pytest.raises(IllegalMove, match="all have a die"):
        match.do(Host(), CallRoll())


def test_lb3_call_is_never_automatic() -> None:
    match = picked(3)
    with pytest.raises(IllegalMove) as refused:
        GAME.time_out(match.state, Host(), match.chance)
    assert refused.value.code == "no-limit"


def test_lb3_player_cannot_call_the_roll() -> None:
    match = picked(3)
    with pytest.raises(IllegalMove) as refused:
        match.do(0, CallRoll())
    assert refused.value.code == "host-only"


def test_lb3_nobody_rolls_before_the_call() -> None:
    match = picked(3)
    with pytest.raises(IllegalMove, match="calls the roll"):
        match.roll(0, 3)
    assert GAME.legal_commands(match.state, Player(0)) == []


def test_lb4_each_player_rolls_once_in_any_order_and_the_face_stays() -> None:
    match = called(3)
    assert match.roll(2, 4) == [e.OpeningRolled(2, 4)]
    assert match.roll(0, 1) == [e.OpeningRolled(0, 1)]
    assert match.waiting() == {Player(1)}
    with pytest.raises(IllegalMove, match="You have rolled"):
        match.roll(2, 5)
    match.roll(1, 4)
    assert [die.face for die in GAME.view(match.state, Host()).dice] == [1, 4, 4, None, None, None]
    assert match.chance.labels == ["open/s2", "open/s0", "open/s1"]


def test_lb4_late_player_is_rolled_for() -> None:
    match = called(3)
    assert GAME.waits(match.state)[Player(1)].limit == timedelta(seconds=30)
    assert match.late(1, 6) == [e.OpeningRolled(1, 6, automatic=True)]
    assert match.waiting() == {Player(0), Player(2)}


def test_lb5_host_number_counts_players_from_the_left_not_seats_or_empty_dice() -> None:
    match = Match(3)
    for seat, die in ((0, 5), (1, 2), (2, 6)):
        match.do(seat, PickDie(die))
    match.do(Host(), CallRoll())
    for seat in range(3):
        match.roll(seat, 6)
    assert match.host(2) == [e.HostRolled(2, "first"), e.WentLive(0)]
    view = GAME.view(match.state, Host())
    assert (view.phase, view.live, view.host_face) == ("live", 0, 2)


def test_lb5_host_waits_for_every_face() -> None:
    match = called(3)
    match.roll(0, 1)
    with pytest.raises(IllegalMove, match="not the host's turn"):
        match.host(1)


def test_lb6_too_high_a_number_makes_the_host_roll_again_and_only_the_last_counts() -> None:
    match = called(3)
    for seat in range(3):
        match.roll(seat, 1)
    first = GAME.waits(match.state)[Host()]
    assert match.host(4) == [e.HostRolled(4, "first")]
    assert GAME.view(match.state, Host()).phase == "host_first"
    assert GAME.waits(match.state)[Host()].token != first.token
    assert match.host(3) == [e.HostRolled(3, "first"), e.WentLive(2)]
    assert GAME.view(match.state, Host()).host_face == 3
    assert match.chance.labels[-2:] == ["host/1", "host/2"]


def test_lb7_face_that_already_equals_the_hosts_has_no_effect() -> None:
    match = live(2, 2, 5, host=2)
    view = GAME.view(match.state, Host())
    assert (view.phase, view.live, view.caught) == ("live", 1, ())
    assert [die.state for die in view.dice[:3]] == ["standing"] * 3
    assert view.host_face == 2


@pytest.mark.parametrize("name", ["pick_s", "opening_s", "roll_s", "choose_s"])
@pytest.mark.parametrize("seconds", [-1, 0, 4, 601, True, 20.0])
def test_options_refuse_absurd_limits(name: str, seconds: object) -> None:
    with pytest.raises(ValueError, match=name):
        LiveBaitOptions(**{name: seconds})  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [(0, 0), (-1,), (True,), [1]])
def test_options_refuse_prior_winners_that_are_no_seats(seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="prior_winners"):
        LiveBaitOptions(prior_winners=seats)


def test_prior_winners_outside_the_roster_are_refused() -> None:
    options = LiveBaitOptions(prior_winners=(3,))
    with pytest.raises(ValueError, match="not in this match"):
        GAME.initial_state(3, options)
    assert GAME.initial_state(4, options).seats == 4


def test_limits_are_options() -> None:
    options = {"pick_s": 5, "opening_s": 6, "roll_s": 7, "choose_s": 600}
    assert GAME.waits(Match(3, **options).state)[Player(0)].limit == timedelta(seconds=5)
    assert GAME.waits(called(3, **options).state)[Player(0)].limit == timedelta(seconds=6)
    match = live(2, 4, 4, host=1, **options)
    assert GAME.waits(match.state)[Player(0)].limit == timedelta(seconds=7)
    match.roll(0, 4)
    assert GAME.waits(match.state)[Player(0)].limit == timedelta(seconds=600)


def test_seat_outside_the_roster_cannot_act() -> None:
    with pytest.raises(IllegalMove) as refused:
        Match(2).do(2, Roll())
    assert refused.value.code == "no-such-seat"
