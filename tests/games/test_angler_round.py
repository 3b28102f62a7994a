"""AF-1 … AF-10: the cards, the cast, the stakes, the ends of a round, the points."""

from datetime import timedelta

import pytest

from games.angler import entries as e
from games.angler.commands import Bait, Stake
from games.angler.options import AnglerOptions
from games.angler.view import HandView, UsedView
from games.chance import ScriptedChance
from games.kernel import Host, Player, Wait
from tests.games.angler_play import GAME, Match


@pytest.mark.parametrize("seats", [1, 9])
def test_af1_other_than_two_to_eight_seats_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8"):
        GAME.initial_state(seats, AnglerOptions())


def anglers(match: Match) -> list[int]:
    """Who is the angler in each round, when every round ends at once."""
    found = []
    while match.view.phase != "over":
        found.append(match.view.angler)
        match.play_round()
    return found


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, [0, 1, 0, 1]),
        (3, [0, 1, 2, 0, 1, 2]),
        (4, [0, 1, 2, 3]),
        (8, [0, 1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_af1_everyone_is_the_angler_once_or_twice_when_few(seats: int, expected: list[int]) -> None:
    match = Match(seats)
    assert match.view.rounds == len(expected)
    assert anglers(match) == expected


def test_af2_angler_holds_five_baits_and_five_cards() -> None:
    match = Match(3)
    mine = GAME.view(match.state, Player(0)).mine
    assert mine == HandView((2, 2, 3, 4, 5), bites=2, no_bites=3, card=None)
    assert match.view.fish_left == (4, 4, 4)


def test_af3_angler_shows_a_bait_and_lays_a_card_face_down() -> None:
    match = Match(3)
    assert match.bait(3, bite=True) == [e.Baited(0, 3), e.CardLaid(0, True)]
    assert (match.view.phase, match.view.bait, match.view.baits_left) == (
        "staking", 3, (2, 2, 4, 5),
    )  # fmt: skip


def test_af3_after_forty_five_seconds_the_pair_is_random() -> None:
    match = Match(3)
    assert GAME.waits(match.state) == {Player(0): Wait("r1/c0/bait", timedelta(seconds=45))}
    chance = ScriptedChance({"r1/c0/bait": 2, "r1/c0/card": 1})
    assert match.late(chance) == [e.Baited(0, 3, automatic=True), e.CardLaid(0, True)]


def test_af3_card_or_bait_the_angler_does_not_hold_is_refused() -> None:
    match = Match(3)
    assert match.refused(0, Bait(6, True)) == "no-such-bait"
    match.cast(5, True, 1, 1)
    assert match.refused(0, Bait(5, False)) == "no-such-bait"
    assert Bait(2, True) in GAME.legal_commands(match.state, Player(0))
    for value in (2, 2, 3):
        match.cast(value, False, 0, 0)
        if match.view.round > 1:
            break
    assert match.view.round == 2


def test_af3_only_the_angler_baits() -> None:
    match = Match(3)
    assert match.refused(1, Bait(3, True)) == "not-the-angler"
    assert match.refused(Host(), Bait(3, True)) == "player-only"
    assert match.refused(0, Stake(1)) == "angler"


def test_af4_fish_players_stake_one_after_another() -> None:
    match = Match(4)
    match.bait(3, bite=False)
    assert match.refused(2, Stake(1)) == "not-your-turn"
    assert GAME.waits(match.state) == {Player(1): Wait("r1/c1/stake/s1", timedelta(seconds=20))}
    assert match.do(1, Stake(2)) == [e.Staked(1, 2)]
    assert match.refused(1, Stake(1)) == "staked"
    assert match.view.stakes == ((1, 2),)
    assert match.view.next == 2
    assert match.view.fish_left == (4, 2, 4, 4)


@pytest.mark.parametrize("fish", [-1, 5])
def test_af4_nobody_stakes_fish_they_do_not_have(fish: int) -> None:
    match = Match(3)
    match.bait(3, bite=False)
    assert match.refused(1, Stake(fish)) == "bad-stake"


def test_af4_nobody_stakes_before_the_bait() -> None:
    assert Match(3).refused(1, Stake(1)) == "not-now"


def test_af4_after_twenty_seconds_nothing_is_staked() -> None:
    match = Match(3)
    match.bait(3, bite=False)
    assert match.late() == [e.Staked(1, 0, automatic=True)]


def test_af4_whoever_has_no_fish_left_is_skipped() -> None:
    match = Match(3)
    match.cast(3, False, 4, 1)
    match.bait(4, bite=False)
    assert match.view.next == 2
    assert match.refused(1, Stake(0)) == "no-fish"


def test_af5_last_bait_is_cast_and_staked_by_itself() -> None:
    match = Match(3)
    match.cast(2, False, 1, 0)
    match.cast(2, False, 0, 0)
    match.cast(3, True, 1, 1)
    assert match.cast(4, False, 0, 1)[1:] == [
        e.CardTurned(4, False, ((2, 1),)),
        e.Baited(0, 5, automatic=True, forced=True),
        e.CardLaid(0, True),
        e.Staked(1, 2, automatic=True),
        e.Staked(2, 2, automatic=True),
        e.CardTurned(5, True, ((1, 2), (2, 2))),
        e.RoundEnded("fish", (False,), (24, 2, 4)),
        e.RoundBegan(2, 1, (0, 2)),
    ]


@pytest.mark.parametrize(
    "cards", [{"bites": 3}, {"no_bites": 2}, {"bites": 0, "no_bites": 5}, {"baits": (2, 3)}]
)
def test_af5_there_are_as_many_cards_as_baits(cards: dict) -> None:
    with pytest.raises(ValueError, match="as many cards as baits"):
        AnglerOptions(**cards)


def test_af6_nobody_staked_discards_both_cards_unseen() -> None:
    match = Match(3)
    assert match.cast(3, True, 0, 0)[1:] == [e.Discarded(3)]
    assert match.view.used == UsedView((3,), ())
    assert match.view.unseen == 1


def test_af7_on_a_bite_the_angler_keeps_the_staked_fish() -> None:
    match = Match(3)
    assert match.cast(3, True, 2, 1)[1:] == [e.CardTurned(3, True, ((1, 2), (2, 1)))]
    assert (match.view.kept, match.view.fish_left) == (3, (4, 2, 3))


def test_af7_without_a_bite_staked_fish_go_to_the_owners_tile() -> None:
    match = Match(3)
    match.cast(3, False, 2, 1)
    assert match.view.tiles == ((), ((3, 2),), ((3, 1),))
    assert match.view.fish_left == (4, 2, 3)


def test_af8_round_ends_with_the_second_bite() -> None:
    match = Match(3)
    match.cast(5, True, 1, 0)
    assert match.cast(4, True, 0, 1)[2] == e.RoundEnded("bites", (), (8, 0, 0))


def test_af8_second_bite_unseen_ends_the_round_too() -> None:
    match = Match(3)
    match.cast(5, True, 1, 0)
    assert match.cast(4, True, 0, 0)[1:] == [
        e.Discarded(4),
        e.RoundEnded("unseen", (True,), (4, 0, 0)),
        e.RoundBegan(2, 1, (0, 2)),
    ]


def test_af8_round_ends_when_no_fish_are_left() -> None:
    match = Match(3)
    match.cast(2, False, 4, 3)
    assert match.cast(5, False, 1)[2] == e.RoundEnded("fish", (), (0, 8, 11))


def test_af9_angler_gets_four_for_each_fish_kept() -> None:
    match = Match(3)
    match.cast(3, True, 2, 1)
    assert match.view.points == (12, 0, 0)


def test_af9_fish_get_the_value_of_the_bait() -> None:
    """The rulebook's example: one fish at 3 and two at 2 are seven points."""
    match = Match(3)
    match.cast(3, False, 1, 0)
    match.cast(2, False, 2, 0)
    assert match.view.points == (0, 7, 0)


def test_af10_fish_not_staked_when_a_round_ends_early_score_nothing() -> None:
    match = Match(3)
    match.play_round()
    assert match.view.scores == (0, 0, 0)
    assert match.view.fish_left == (4, 4, 4)


def test_labels_and_limits_belong_to_one_cast() -> None:
    match = Match(3)
    match.cast(3, False, 0, 0)
    assert set(GAME.waits(match.state).values()) == {Wait("r1/c1/bait", timedelta(seconds=45))}


@pytest.mark.parametrize(
    "wrong",
    [
        {"bait_s": 4},
        {"stake_s": 601},
        {"fish": 0},
        {"fish": 21},
        {"baits": (2,), "bites": 1, "no_bites": 0},
        {"baits": (0, 2, 3, 4, 5)},
        {"bites": True, "no_bites": 4},
    ],
)
def test_house_rules_that_can_not_be_are_refused(wrong: dict) -> None:
    with pytest.raises(ValueError, match="must be"):
        AnglerOptions(**wrong)
