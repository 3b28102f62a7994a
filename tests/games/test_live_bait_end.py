"""LB-17 … LB-20 and LB-22: two left, the prizes, the result."""

from datetime import timedelta

import pytest

from games.kernel import Host, IllegalMove, Outcome, Player
from games.live_bait import entries as e
from games.live_bait.commands import WaivePriorWinner
from games.live_bait.view import DieView
from tests.games.live_bait_play import GAME, Match, called, live, picked


def duel(*, rounds: tuple[tuple[int, int], ...] = (), **options: object) -> Match:
    """Of seats 0 1 2, seat 0 was caught first: 1 and 2 duel and have rolled these rounds."""
    match = live(2, 4, 5, host=1, **options)
    match.roll(0, 1)
    for first, second in rounds:
        match.roll(1, first)
        match.roll(2, second)
    return match


def test_lb17_catch_that_leaves_two_begins_the_duel_and_skips_the_re_roll() -> None:
    match = live(2, 4, 5, host=1)
    assert match.roll(0, 1) == [e.Rolled(0, 1), e.Caught(0, 1), e.DuelBegan(1, 2)]
    view = GAME.view(match.state, Host())
    assert (view.phase, view.live, view.reroll_owed, view.host_face) == ("duel", None, False, None)
    assert view.dice[:3] == (
        DieView(0, None, "caught"),
        DieView(1, None, "standing"),
        DieView(2, None, "standing"),
    )
    assert match.waiting() == {Player(1), Player(2)}


def test_lb17_two_players_duel_from_the_call() -> None:
    match = called(2)
    assert match.log[-2:] == [e.RollCalled(), e.DuelBegan(0, 1)]
    assert match.waiting() == {Player(0), Player(1)}


def test_lb17_pair_is_named_from_the_left() -> None:
    match = live(2, 4, 5, host=3)
    assert match.roll(2, 3)[-1] == e.DuelBegan(0, 1)


def test_lb17_equal_faces_make_both_roll_again() -> None:
    match = duel()
    first = GAME.waits(match.state)[Player(2)]
    match.roll(2, 4)
    with pytest.raises(IllegalMove, match="You have rolled"):
        match.roll(2, 5)
    assert match.roll(1, 4) == [e.DuelRolled(1, 4), e.DuelTied(4)]
    assert match.waiting() == {Player(1), Player(2)}
    assert GAME.waits(match.state)[Player(2)].token != first.token
    assert match.chance.labels[-2:] == ["duel/1/s2", "duel/1/s1"]
    match.roll(1, 4)
    match.roll(2, 5)
    assert match.chance.labels[-2:] == ["duel/2/s1", "duel/2/s2"]
    assert match.waiting() == {Host()}


def test_lb17_host_rolls_until_one_is_matched_who_takes_the_door_prize() -> None:
    match = duel(rounds=((3, 6),))
    assert match.host(1) == [e.HostRolled(1, "duel")]
    assert match.waiting() == {Host()}
    assert match.host(6) == [
        e.HostRolled(6, "duel"),
        e.DuelMatched(2),
        e.Ended((1, 2, 0), (("main", 1), ("door", 2))),
    ]
    assert GAME.outcome(match.state) == Outcome(
        places=((1,), (2,), (0,)), prizes={"main": (1,), "door": (2,)}
    )
    assert match.chance.labels[-2:] == ["duel/host/1", "duel/host/2"]
    assert match.waiting() == set()


def test_lb17_limit_of_a_duel_roll_is_that_of_lb13() -> None:
    match = duel(roll_s=25)
    assert GAME.waits(match.state)[Player(1)].limit == timedelta(seconds=25)
    assert match.late(1, 5) == [e.DuelRolled(1, 5, automatic=True)]


def test_lb17_other_wins_the_main_prize_when_one_withdraws() -> None:
    match = duel(rounds=((3, 6),))
    assert match.leave(1, 0) == [
        e.Left(1),
        e.DoorPicked(0),
        e.Ended((2, 0), (("main", 2), ("door", 0))),
    ]


def test_lb18_prior_winner_takes_the_door_prize_whatever_the_host_rolls() -> None:
    match = duel(rounds=((3, 6),), prior_winners=(1,))
    match.host(2)
    assert match.host(6) == [
        e.HostRolled(6, "duel"),
        e.DuelMatched(2),
        e.PriorWinnerRuled(1),
        e.Ended((2, 1, 0), (("main", 2), ("door", 1))),
    ]


@pytest.mark.parametrize("prior", [(0,), (1, 2), (0, 1, 2)])
def test_lb18_both_or_neither_leaves_it_to_the_host_die(prior: tuple[int, ...]) -> None:
    match = duel(rounds=((3, 6),), prior_winners=prior)
    assert match.host(6)[-1] == e.Ended((1, 2, 0), (("main", 1), ("door", 2)))


def test_lb18_is_an_option() -> None:
    match = duel(rounds=((3, 6),), prior_winners=(1,), prior_winner_takes_door=False)
    assert match.host(6)[-1] == e.Ended((1, 2, 0), (("main", 1), ("door", 2)))


def test_lb18_host_may_waive_it_until_the_first_duel_roll() -> None:
    match = duel(prior_winners=(1,))
    assert match.do(Host(), WaivePriorWinner()) == [e.Waived()]
    assert GAME.view(match.state, Player(1)).waived
    match.roll(1, 3)
    match.roll(2, 6)
    assert match.host(6)[-1] == e.Ended((1, 2, 0), (("main", 1), ("door", 2)))


def test_lb18_waiver_comes_too_late_after_a_duel_roll() -> None:
    match = duel(prior_winners=(1,))
    match.roll(1, 3)
    with pytest.raises(IllegalMove, match="first duel roll"):
        match.do(Host(), WaivePriorWinner())
    assert GAME.legal_commands(match.state, Host()) == []
    match.roll(2, 3)  # a tie clears the faces, and it stays too late
    with pytest.raises(IllegalMove, match="first duel roll"):
        match.do(Host(), WaivePriorWinner())


def test_lb18_waiver_is_possible_from_the_start_and_once() -> None:
    match = Match(3, prior_winners=(1,))
    assert GAME.legal_commands(match.state, Host()) == [WaivePriorWinner()]
    match.do(Host(), WaivePriorWinner())
    assert GAME.legal_commands(match.state, Host()) == []
    with pytest.raises(IllegalMove, match="waived already"):
        match.do(Host(), WaivePriorWinner())


def test_lb18_player_cannot_waive_it() -> None:
    with pytest.raises(IllegalMove) as refused:
        Match(3, prior_winners=(1,)).do(1, WaivePriorWinner())
    assert refused.value.code == "host-only"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"prior_winners": (1,), "duel": False},
        {"prior_winners": (1,), "final": True},
        {"prior_winners": (1,), "prior_winner_takes_door": False},
    ],
)
def test_lb18_waiver_is_refused_where_the_rule_does_not_apply(options: dict[str, object]) -> None:
    with pytest.raises(IllegalMove) as refused:
        Match(3, **options).do(Host(), WaivePriorWinner())
    assert refused.value.code == "nothing-to-waive"


def test_lb18_match_is_told_the_prior_winners_at_its_start() -> None:
    assert GAME.view(Match(3, prior_winners=(2,)).state, Player(0)).prior_winners == (2,)


def test_lb19_without_the_duel_two_play_on_and_the_door_prize_is_drawn() -> None:
    match = live(2, 4, 5, host=1, duel=False)
    assert match.roll(0, 1)[-1] == e.WentLive(1)
    match.host(6)
    assert match.roll(1, 6, 1) == [
        e.Rolled(1, 6),
        e.Caught(1, 2),
        e.DoorPicked(1),
        e.Ended((2, 1, 0), (("main", 2), ("door", 1))),
    ]
    assert match.chance.labels[-1] == "door"
    assert GAME.outcome(match.state) == Outcome(
        places=((2,), (1,), (0,)), prizes={"main": (2,), "door": (1,)}
    )


def test_lb19_withdrawn_of_the_caught_are_not_in_the_draw() -> None:
    match = live(2, 4, 5, host=1, duel=False)
    match.roll(0, 1)
    match.leave(0)
    match.host(6)
    assert match.roll(1, 6, 0)[-2:] == [
        e.DoorPicked(1),
        e.Ended((2, 1), (("main", 2), ("door", 1))),
    ]


def test_lb19_door_prize_is_not_awarded_when_nobody_was_caught() -> None:
    match = live(2, 4, 5, host=1, duel=False)
    match.leave(0)
    assert match.leave(1) == [e.Left(1), e.Ended((2,), (("main", 2),))]
    outcome = GAME.outcome(match.state)
    assert outcome == Outcome(places=((2,),), prizes={"main": (2,), "door": ()})


def test_lb20_result_has_the_order_of_going_out_and_how_often_each_rolled() -> None:
    match = live(2, 4, 5, 6, host=2)
    match.roll(1, 1)
    match.roll(1, 2)  # caught: opening and two
    match.host(3)
    match.late(2, 3)  # caught, and rolls made for them count
    match.roll(0, 1)
    match.roll(3, 1)
    match.roll(0, 1)
    match.roll(3, 2)
    match.host(1)
    view = GAME.view(match.state, Host())
    assert (view.phase, view.caught, view.rolled) == ("over", (1, 2), (3, 3, 2, 3))
    outcome = GAME.outcome(match.state)
    assert outcome == Outcome(places=((3,), (0,), (2,), (1,)), prizes={"main": (3,), "door": (0,)})


def test_lb20_nothing_happens_after_the_end() -> None:
    match = duel(rounds=((3, 6),))
    assert GAME.outcome(match.state) is None
    match.host(6)
    for who in (Host(), Player(1)):
        assert GAME.legal_commands(match.state, who) == []
    with pytest.raises(IllegalMove, match="over"):
        match.host(6)
    with pytest.raises(IllegalMove, match="over"):
        match.leave(1)


def test_lb22_final_gives_prizes_by_place_and_a_door_prize_among_the_others() -> None:
    match = live(2, 4, 5, 6, 6, host=1, final=True, duel=False)
    for seat in range(3):
        match.roll(seat, match.state.host_face or 0)
        match.host(1 + seat)
    assert match.roll(3, 3, 1) == [
        e.Rolled(3, 3),
        e.Caught(3, 4),
        e.DoorPicked(1),
        e.Ended((4, 3, 2, 1, 0), (("first", 4), ("second", 3), ("third", 2), ("door", 1))),
    ]
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.prizes == {"first": (4,), "second": (3,), "third": (2,), "door": (1,)}


def test_lb22_duel_of_a_final_decides_first_and_second_and_ignores_prior_winners() -> None:
    match = live(2, 4, 5, 6, host=1, final=True, prior_winners=(2,))
    match.roll(0, 1)
    match.host(1)
    match.roll(1, 1)
    match.roll(2, 3)
    match.roll(3, 6)
    assert match.host(6, 0) == [
        e.HostRolled(6, "duel"),
        e.DuelMatched(3),
        e.DoorPicked(0),
        e.Ended((2, 3, 1, 0), (("first", 2), ("second", 3), ("third", 1), ("door", 0))),
    ]


def test_lb22_final_of_two_has_neither_third_nor_door_prize() -> None:
    match = picked(2, final=True)
    match.leave(0)
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.prizes == {"first": (1,), "second": (), "third": (), "door": ()}
