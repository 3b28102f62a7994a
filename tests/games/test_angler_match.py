"""AF-11 … AF-14: the order of rounds, the end, what is hidden, and leaving."""

from typing import Any

from games.angler import entries as e
from games.angler.commands import Bait, Stake
from games.kernel import Host, Outcome, Player, Public
from tests.games.angler_play import GAME, Match


def test_af11_order_turns_round_with_every_round() -> None:
    match = Match(5)
    orders = []
    for _round in range(4):
        orders.append((match.view.angler, match.view.order))
        match.play_round()
    assert orders == [
        (0, (1, 2, 3, 4)),
        (1, (0, 4, 3, 2)),
        (2, (3, 4, 0, 1)),
        (3, (2, 1, 0, 4)),
    ]


def test_af11_all_fish_come_back() -> None:
    match = Match(3)
    match.cast(2, False, 4, 4)
    assert match.view.round == 2
    assert match.view.fish_left == (4, 4, 4)
    assert match.view.tiles == ((), (), ())
    assert match.view.scores == (0, 8, 8)


def test_af12_most_points_win() -> None:
    match = Match(4)
    match.cast(2, False, 1, 0, 0)
    for _round in range(4):
        match.play_round()
    assert GAME.outcome(match.state) == Outcome(((1,), (0, 2, 3)), {}, (0, 2, 0, 0))


def test_af12_two_with_equal_points_share_first_place() -> None:
    match = Match(2)
    for _round in range(4):
        match.cast(5, True, 1)
        match.cast(4, True, 0)
    assert GAME.outcome(match.state) == Outcome(((0, 1),), {}, (8, 8))


def test_af13_card_and_hand_are_in_the_anglers_view_alone() -> None:
    one, other = Match(3), Match(3)
    one.bait(3, bite=True)
    other.bait(3, bite=False)
    for audience in (Host(), Public(), Player(1), Player(2)):
        assert GAME.view(one.state, audience) == GAME.view(other.state, audience)
        assert GAME.view(one.state, audience).mine is None
    assert GAME.view(one.state, Player(0)) != GAME.view(other.state, Player(0))


def test_af13_unseen_card_stays_unseen_until_the_round_is_over() -> None:
    one, other = Match(3), Match(3)
    for match, bite in ((one, True), (other, False)):
        match.cast(3, bite, 0, 0)
    for audience in (Host(), Public(), Player(1)):
        assert GAME.view(one.state, audience) == GAME.view(other.state, audience)
    assert GAME.view(one.state, Player(0)) != GAME.view(other.state, Player(0))
    ends: list[Any] = []
    for match in (one, other):
        match.cast(2, False, 4, 4)
        ends.append(match.log[-2])
    assert [end.unseen for end in ends] == [(True,), (False,)]


def test_af13_what_others_may_do_does_not_depend_on_the_card() -> None:
    one, other = Match(3), Match(3)
    one.bait(3, bite=True)
    other.bait(3, bite=False)
    for who in (Host(), Player(1), Player(2)):
        assert GAME.legal_commands(one.state, who) == GAME.legal_commands(other.state, who)
    assert GAME.waits(one.state) == GAME.waits(other.state)


def test_af14_fish_of_whoever_leaves_are_gone_and_kept_ones_stay() -> None:
    match = Match(4)
    match.cast(3, True, 2, 0, 0)
    match.leave(1)
    assert match.view.kept == 2
    assert match.view.order == (2, 3)
    match.bait(2, bite=False)
    assert match.view.next == 2


def test_af14_stake_of_whoever_leaves_is_gone_too() -> None:
    match = Match(4)
    match.bait(3, bite=True)
    match.stake(2)
    assert match.leave(1) == [e.Left(1)]
    assert match.stake(0, 0)[1:] == [e.Discarded(3)]


def test_af14_next_to_stake_may_leave() -> None:
    match = Match(4)
    match.bait(3, bite=True)
    match.stake(1, 1)
    assert match.leave(3) == [e.Left(3), e.CardTurned(3, True, ((1, 1), (2, 1)))]


def test_af14_round_ends_when_nobody_has_fish_left() -> None:
    match = Match(3)
    match.cast(3, False, 4, 1)
    assert match.leave(2)[1] == e.RoundEnded("fish", (), (0, 12, 3))


def test_af14_angler_leaving_ends_the_round_at_once() -> None:
    match = Match(4)
    match.cast(3, False, 2, 0, 0)
    match.cast(5, True, 1, 0, 0)
    match.bait(4, bite=True)
    match.stake(1)
    assert match.leave(0) == [
        e.Left(0),
        e.RoundEnded("left", (True,), (4, 6, 0, 0)),
        e.RoundBegan(2, 1, (3, 2)),
    ]


def test_af14_rounds_of_whoever_left_fall_out() -> None:
    match = Match(4)
    match.leave(2)
    assert match.view.rounds == 3
    match.play_round()
    match.play_round()
    assert (match.view.round, match.view.angler) == (3, 3)


def test_af14_with_one_player_left_the_game_ends() -> None:
    match = Match(3)
    match.cast(3, False, 2, 0)
    match.leave(0)
    assert match.leave(2)[-1] == e.Ended(((1,),), (0, 6, 0))
    assert GAME.outcome(match.state) == Outcome(((1,),), {}, (0, 6, 0))


def test_af14_whoever_left_can_do_nothing_more() -> None:
    match = Match(3)
    match.leave(2)
    assert match.refused(2, Stake(1)) == "left"
    assert match.refused(2, Bait(2, True)) == "left"
