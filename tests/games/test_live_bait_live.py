"""LB-8 … LB-16: LIVE, and what a catch does."""

from datetime import timedelta

import pytest

from games.kernel import Host, IllegalMove, Player
from games.live_bait import entries as e
from games.live_bait.commands import ChooseNext
from games.live_bait.view import DieView, OddView
from tests.games.live_bait_play import GAME, live


def test_lb8_only_the_live_seat_may_roll() -> None:
    match = live(2, 4, 5, host=1)
    assert match.waiting() == {Player(0)}
    with pytest.raises(IllegalMove, match="Only the LIVE player"):
        match.roll(1, 3)
    with pytest.raises(IllegalMove, match="not the host's turn"):
        match.host(3)


def test_lb9_roll_that_matches_the_host_is_caught() -> None:
    match = live(2, 4, 5, 6, host=1)
    assert match.roll(0, 1) == [e.Rolled(0, 1), e.Caught(0, 1), e.WentLive(1)]
    assert GAME.view(match.state, Host()).caught == (0,)


def test_lb10_roll_that_matches_one_player_passes_live_and_leaves_the_faces() -> None:
    match = live(2, 4, 5, host=1)
    assert match.roll(0, 5) == [e.Rolled(0, 5), e.Matched(0, (2,)), e.WentLive(2)]
    view = GAME.view(match.state, Host())
    assert [die.face for die in view.dice[:3]] == [5, 4, 5]
    assert match.waiting() == {Player(2)}


def test_lb11_roll_that_matches_several_lets_the_live_player_choose() -> None:
    match = live(2, 4, 5, 4, host=1)
    assert match.roll(0, 4) == [e.Rolled(0, 4), e.Matched(0, (1, 3))]
    view = GAME.view(match.state, Host())
    assert (view.phase, view.candidates, view.live) == ("choosing", (1, 3), 0)
    assert match.waiting() == {Player(0)}
    assert GAME.legal_commands(match.state, Player(0)) == [ChooseNext(1), ChooseNext(3)]
    assert match.do(0, ChooseNext(3)) == [e.Chose(0, 3), e.WentLive(3)]
    assert match.waiting() == {Player(3)}


def test_lb11_nobody_rolls_until_the_choice() -> None:
    match = live(2, 4, 5, 4, host=1)
    match.roll(0, 4)
    for seat in range(4):
        with pytest.raises(IllegalMove, match="until the choice"):
            match.roll(seat, 1)


def test_lb11_only_a_matched_player_can_be_chosen_and_only_by_the_live_one() -> None:
    match = live(2, 4, 5, 4, host=1)
    match.roll(0, 4)
    with pytest.raises(IllegalMove, match="you matched"):
        match.do(0, ChooseNext(2))
    with pytest.raises(IllegalMove, match="not your turn"):
        match.do(1, ChooseNext(1))


def test_lb11_late_choice_is_one_of_them_at_random() -> None:
    match = live(2, 4, 5, 4, host=1)
    match.roll(0, 4)
    assert GAME.waits(match.state)[Player(0)].limit == timedelta(seconds=15)
    assert match.late(0, 1) == [e.Chose(0, 3, automatic=True), e.WentLive(3)]
    assert match.chance.labels[-1] == "choose/1"


def test_lb11_each_choice_is_a_wait_of_its_own() -> None:
    match = live(2, 4, 4, 6, 6, host=1)
    match.roll(0, 4)
    first = GAME.waits(match.state)[Player(0)].token
    match.leave(2)  # the one candidate left is LIVE at once
    match.roll(1, 4)
    assert match.roll(0, 6) == [e.Rolled(0, 6), e.Matched(0, (3, 4))]
    assert GAME.waits(match.state)[Player(0)].token != first


def test_lb12_roll_that_matches_host_and_player_is_caught() -> None:
    match = live(2, 4, 1, 6, host=1)
    assert match.roll(0, 1) == [e.Rolled(0, 1), e.Caught(0, 1), e.WentLive(1)]


def test_lb13_roll_that_matches_nothing_stays_live() -> None:
    match = live(2, 4, 5, host=1)
    before = GAME.waits(match.state)[Player(0)].token
    assert match.roll(0, 6) == [e.Rolled(0, 6)]
    view = GAME.view(match.state, Host())
    assert (view.phase, view.live, view.dice[0]) == ("live", 0, DieView(0, 6, "standing"))
    assert GAME.waits(match.state)[Player(0)].token != before


def test_lb13_own_old_face_matches_nothing() -> None:
    match = live(2, 4, 5, host=1)
    assert match.roll(0, 2) == [e.Rolled(0, 2)]


def test_lb13_late_roll_is_made_for_them() -> None:
    match = live(2, 4, 5, host=1)
    assert GAME.waits(match.state)[Player(0)].limit == timedelta(seconds=20)
    assert match.late(0, 4) == [
        e.Rolled(0, 4, automatic=True),
        e.Matched(0, (1,)),
        e.WentLive(1),
    ]


def test_lb14_caught_die_turns_to_a_question_mark_and_matches_nothing() -> None:
    match = live(2, 4, 5, 6, host=1)
    match.roll(0, 1)
    assert GAME.view(match.state, Host()).dice[0] == DieView(0, None, "caught")
    match.host(3)
    assert match.roll(1, 1) == [e.Rolled(1, 1)]


def test_lb14_caught_player_only_watches() -> None:
    match = live(2, 4, 5, 6, host=1)
    match.roll(0, 1)
    match.host(3)
    assert GAME.legal_commands(match.state, Player(0)) == []
    with pytest.raises(IllegalMove, match="You are caught"):
        match.roll(0, 3)


def test_lb15_next_standing_player_to_the_right_is_live() -> None:
    match = live(2, 4, 5, 6, 6, host=2)
    assert match.roll(1, 2) == [e.Rolled(1, 2), e.Caught(1, 1), e.WentLive(2)]
    match.host(1)
    match.roll(2, 2)
    assert match.roll(0, 1) == [e.Rolled(0, 1), e.Caught(0, 2), e.WentLive(2)]  # 1 is caught


def test_lb15_from_the_last_the_leftmost_standing_is_live() -> None:
    match = live(2, 4, 5, 6, host=4)
    assert match.roll(3, 4) == [e.Rolled(3, 4), e.Caught(3, 1), e.WentLive(0)]


def test_lb16_host_rolls_a_new_number_that_picks_nobody_then_live_goes_on() -> None:
    match = live(2, 4, 5, 6, host=1)
    match.roll(0, 1)
    view = GAME.view(match.state, Host())
    assert (view.phase, view.live, view.reroll_owed) == ("host_again", 1, True)
    assert match.waiting() == {Host()}
    with pytest.raises(IllegalMove, match="Wait for the host"):
        match.roll(1, 3)
    assert match.host(3) == [e.HostRolled(3, "again"), e.WentOn(1)]
    view = GAME.view(match.state, Host())
    assert (view.phase, view.live, view.reroll_owed) == ("live", 1, False)
    assert view.host_face == 3


def test_lb16_new_number_equal_to_a_standing_face_has_no_effect() -> None:
    match = live(2, 4, 5, 6, host=1)
    match.roll(0, 1)
    match.host(5)
    view = GAME.view(match.state, Host())
    assert (view.caught, view.dice[2]) == ((0,), DieView(2, 5, "standing"))


def test_odds_say_what_every_face_would_do() -> None:
    match = live(2, 5, 4, 4, 1, host=1)
    assert GAME.view(match.state, Host()).odds == (
        OddView(1, "caught", ()),
        OddView(2, "again", ()),
        OddView(3, "again", ()),
        OddView(4, "choose", (2, 3)),
        OddView(5, "pass", (1,)),
        OddView(6, "again", ()),
    )


def test_odds_are_empty_while_nobody_may_roll() -> None:
    match = live(2, 4, 5, 4, host=1)
    match.roll(0, 4)
    assert GAME.view(match.state, Host()).odds == ()


def test_last_is_the_last_act_and_what_came_of_it() -> None:
    match = live(2, 4, 5, 6, host=1)
    made = match.roll(0, 1)
    assert GAME.view(match.state, Host()).last == tuple(made)
    made = match.host(2)
    assert GAME.view(match.state, Host()).last == tuple(made)
