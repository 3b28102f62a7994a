"""KO-5 … KO-8: prizes, the last two, and leaving."""

import pytest

from games.kernel import Host, Outcome, Player
from games.live_bait import arrivals as a
from games.live_bait import entries as e
from games.live_bait.commands import CallRoll, PickDie
from games.live_bait.view import DieView
from tests.games.knockout_play import GAME, Match, live, opened, picked, play_on


def ended(match: Match) -> Outcome:
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert GAME.waits(match.state) == {}
    return outcome


def caught(match: Match) -> list[int]:
    return [entry.seat for entry in match.log if isinstance(entry, e.Caught)]


@pytest.mark.parametrize("seats", [7, 8, 12, 40])
def test_ko5_last_three_take_the_event_prizes_and_first_three_the_door_prizes(seats: int) -> None:
    match = live(seats, host=1)
    play_on(match)
    out, outcome = caught(match), ended(match)
    (winner,) = set(range(seats)) - set(out)
    assert outcome.prizes == {
        "first": (winner,),
        "second": (out[-1],),
        "third": (out[-2],),
        "door": tuple(out[:3]),
    }
    assert outcome.places == ((winner,), *((seat,) for seat in reversed(out)))


def test_ko5_event_prizes_skip_who_left_and_a_door_prize_stays_decided() -> None:
    match = live(8, host=1)
    while len(caught(match)) < 6:
        play_one(match)
    first, sixth = caught(match)[0], caught(match)[5]
    match.leave(first)
    match.leave(sixth)
    play_on(match)
    out, outcome = caught(match), ended(match)
    assert len(out) == 7
    assert outcome.prizes["second"] == (out[6],)
    assert outcome.prizes["third"] == (out[4],)
    assert outcome.prizes["door"] == tuple(out[:3])
    assert {first, sixth}.isdisjoint(seat for place in outcome.places for seat in place)


def play_one(match: Match) -> None:
    """One step of play in which everybody who is LIVE is caught."""
    if match.state.called:
        match.roll(match.state.called[0].seat, 6)
    elif Host() in match.waiting():
        match.host(1)
    else:
        assert match.state.live is not None
        match.catch(match.state.live)


@pytest.mark.parametrize(
    ("seats", "third", "doors"), [(2, 0, 0), (3, 1, 0), (4, 1, 1), (5, 1, 2), (6, 1, 3)]
)
def test_ko6_with_few_people_the_event_prizes_come_first(
    seats: int, third: int, doors: int
) -> None:
    match = live(seats, host=1)
    play_on(match)
    prizes = ended(match).prizes
    assert list(prizes) == ["first", "second", "third", "door"]
    assert [len(takers) for takers in prizes.values()] == [1, 1, third, doors]


def test_ko6_a_prize_that_finds_nobody_is_not_awarded() -> None:
    match = picked(2)
    match.leave(0)
    assert ended(match).prizes == {"first": (1,), "second": (), "third": (), "door": ()}


def test_ko7_at_two_left_play_goes_on_without_the_option() -> None:
    match = live(3, host=1)
    assert match.catch(0)[-1] == e.WentLive(1)
    match.host(3)
    assert match.roll(1, 3)[-1] == e.Ended((2, 1, 0), (("first", 2), ("second", 1), ("third", 0)))


def test_ko7_duel_when_a_catch_leaves_two_standing() -> None:
    match = live(3, host=1, duel=True)
    assert match.catch(0) == [e.Rolled(0, 1), e.Caught(0, 1), e.DuelBegan(1, 2)]
    match.roll(1, 4)
    match.roll(2, 5)
    assert match.host(3) == [e.HostRolled(3, "duel")]
    assert match.host(5)[1:] == [
        e.DuelMatched(2),
        e.Ended((1, 2, 0), (("first", 1), ("second", 2), ("third", 0))),
    ]


def test_ko7_duel_waits_until_both_stand() -> None:
    match = live(7, host=1, duel=True)
    for seat in (1, 2, 3, 4):
        match.leave(seat)
    assert match.leave(5) == [e.Left(5), a.Held()]
    assert match.roll(6, 3) == [a.Arrived(6, 2, 3), e.DuelBegan(0, 6)]
    assert [die.face for die in match.view().dice] == [None] * 6


def test_ko7_duel_of_two_begins_at_the_call() -> None:
    match = picked(2, duel=True)
    assert match.do(Host(), CallRoll()) == [e.RollCalled(), e.DuelBegan(0, 1)]
    assert match.leave(0)[-1] == e.Ended((1,), (("first", 1),))


def test_ko7_a_strike_out_that_leaves_two_begins_the_duel() -> None:
    match = live(7, host=1, duel=True)
    match.catch(0)
    for seat in (1, 2, 3):
        match.leave(seat)
    match.late(6)
    assert match.late(6) == [a.StruckOut(6, automatic=True), e.DuelBegan(4, 5)]


def test_ko8_a_die_emptied_by_withdrawal_is_refilled_without_a_re_roll() -> None:
    match = live(8, host=2)
    assert match.leave(4) == [e.Left(4), a.CalledUp(6, 5)]
    assert match.view().dice[4] == DieView(6, None, "called")
    assert (match.view().live, match.view().reroll_owed) == (1, False)
    assert match.leave(1) == [e.Left(1), a.CalledUp(7, 2), e.WentLive(2)]
    assert match.view().phase == "live"


def test_ko8_leaving_the_queue_takes_the_name_out() -> None:
    match = live(9, host=2)
    assert match.leave(7) == [e.Left(7)]
    assert match.view().queue == (6, 8)


def test_ko8_leaving_while_called_calls_the_next() -> None:
    match = live(8, host=2)
    match.catch(1)
    assert match.leave(6) == [e.Left(6), a.CalledUp(7, 2)]
    assert match.leave(7) == [e.Left(7)]
    assert match.view().dice[1] == DieView(7, None, "left")
    assert match.view().caught == (1,)


def test_ko8_before_the_call_an_emptied_die_can_be_picked_again() -> None:
    match = picked(8)
    before = match.token(Host())
    assert match.leave(3) == [e.Left(3), a.CalledUp(6, None)]
    assert (match.view().phase, match.waiting()) == ("picking", {Player(6)})
    match.do(6, PickDie(4))
    assert match.token(Host()) != before


def test_ko8_before_the_call_a_die_stays_empty_when_nobody_queues() -> None:
    match = picked(6)
    match.leave(3)
    assert (match.view().phase, match.view().dice[3]) == ("ready", DieView(3, None, "left"))


def test_ko8_leaving_in_the_opening_and_as_a_candidate() -> None:
    match = opened(7)
    assert match.leave(0) == [e.Left(0), a.CalledUp(6, 1)]
    for seat, face in ((1, 2), (2, 3), (3, 5), (4, 5), (5, 6)):
        match.roll(seat, face)
    assert match.waiting() == {Host(), Player(6)}
    match.host(1)
    match.roll(1, 5)
    assert match.leave(3) == [e.Left(3), e.WentLive(4)]


def test_ko8_one_left_wins_wherever_they_are() -> None:
    match = live(7, host=1)
    match.catch(0)
    for seat in (1, 2, 3, 4):
        match.leave(seat)
    assert match.leave(5)[-1] == e.Ended((6, 0), (("first", 6), ("second", 0)))
    view = match.view()
    assert (view.called, view.queue, view.phase) == ((), (), "over")
