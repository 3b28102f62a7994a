"""LU-10 … LU-17: catching, boasts, drawing, resting dice, the ends, what is hidden, and leaving."""

from dataclasses import replace

import pytest

from games.kernel import Host, Outcome, Player, Public
from games.lure import entries as e
from games.lure.cards import DECK
from games.lure.commands import Adjust, Cast
from games.lure.model import LureState
from games.lure.odds import chances_of
from games.lure.options import LureOptions
from tests.games.lure_play import ADJUST, BOAST, EXTRA, GAME, NUMBER, Match


def group(*totals: int, fish: tuple[str, str] = ("Bleak", "Catfish")) -> Match:
    """A match in which seats rolled one d20 each and show these totals; 0 for who rolls nothing."""
    match = Match(max(len(totals), 2), fish=fish)
    for seat, total in enumerate(totals):
        if total:
            match.falls(seat, d20=total)
            match.cast(seat, specials=(20,))
        else:
            match.cast(seat)
    return match


def test_lu10_roll_catches_every_fish_it_can() -> None:
    match = group(7, 0, fish=("Bleak", "Perch"))
    assert match.fish_of(0) == ["Bleak", "Perch"]


def test_lu10_lowest_total_that_can_takes_a_contested_fish() -> None:
    assert group(4, 9, 7).fish_of(2) == ["Bleak"]


def test_lu10_shared_lowest_total_leaves_the_fish_though_a_third_could() -> None:
    match = group(7, 9, 7)
    assert e.Shared(NUMBER["Bleak"], "Bleak", (0, 2)) in match.log
    assert [match.fish_of(seat) for seat in range(3)] == [[], [], []]
    assert "Bleak" in match.names


def test_lu10_only_who_can_catch_it_is_compared() -> None:
    match = Match(3, fish=["Trout", "Catfish"])
    for seat, face in enumerate((5, 6, 20)):
        match.falls(seat, d20=face)
        match.cast(seat, specials=(20,))
    assert match.fish_of(1) == ["Trout"]


def test_lu10_earlier_group_leaves_nothing_to_the_later() -> None:
    match = Match(2, fish=["Bleak", "Catfish"])
    match.falls(0, d20=9)
    match.falls(1, 3, 3)
    match.cast(0, specials=(20,))
    match.cast(1, 2)
    assert (match.fish_of(0), match.fish_of(1)) == (["Bleak"], [])


def test_lu11_boasts_played_with_a_fish_are_scored_and_kept() -> None:
    match = Match(2, lures=BOAST)
    match.falls(0, 6)
    match.cast(0, 1, lures=(BOAST[0],))
    match.cast(1, lures=(BOAST[1],))
    assert e.Boasted(0, (BOAST[0],)) in match.log
    assert e.Discarded(1, (BOAST[1],)) in match.log
    mine = GAME.view(match.state, Player(0)).mine
    assert mine is not None
    assert (mine.boasts, mine.points) == (1, 1 + 2)


def test_lu12_other_played_lures_are_discarded() -> None:
    match = Match(2, lures=[EXTRA[1], *BOAST])
    match.cast(0, lures=(EXTRA[1],))
    match.cast(1)
    assert e.Discarded(0, (EXTRA[1],)) in match.log
    assert EXTRA[1] not in match.state.players[0].lures


def test_lu12_anyone_without_a_fish_draws_one_after_all_have_discarded() -> None:
    match = Match(3, lures=BOAST)
    for seat in range(3):
        match.cast(seat, lures=match.state.players[seat].lures)
    kinds = [type(entry) for entry in match.log]
    drawn = len(kinds) - 1 - kinds[::-1].index(e.LuresDrawn)
    assert match.log[drawn] == e.LuresDrawn((0, 1, 2))
    assert kinds[drawn - 3 : drawn] == [e.Discarded] * 3


def test_lu12_empty_pile_is_made_of_the_discards() -> None:
    match = Match(2, tokens=3)
    match.fate.refill = [0, 1]
    match.cast(0, lures=(0,))
    match.cast(1, lures=(1,))
    assert [x.lure for x in match.log if isinstance(x, e.LureDrawn)] == [0, 1, 2, 0]
    assert (match.view.lures_left, match.view.discards) == (1, 0)


def test_lu12_both_empty_there_is_no_draw() -> None:
    match = Match(2, tokens=2)
    match.pass_round()
    assert [x.seats for x in match.log if isinstance(x, e.LuresDrawn)] == [(0, 1)]


def test_lu13_special_dice_rolled_sit_out_the_next_round() -> None:
    match = group(1, 0)

    def resting() -> list[int]:
        return list(match.view.players[0].resting)

    assert resting() == [20]
    assert match.refused(0, Cast(0, (20,), ())) == "resting"
    assert Cast(0, (12,), ()) in GAME.legal_commands(match.state, Player(0))
    match.pass_round()
    assert resting() == []


def test_lu14_last_fish_caught_sends_the_others_home() -> None:
    match = Match(3, fish=["Bleak", "Perch"], lures=BOAST)
    match.falls(0, 6, 3)
    match.cast(0, 2)
    match.cast(1, 3, specials=(12,), lures=match.state.players[1].lures)
    match.cast(2, 5)
    assert e.NoFishLeft((1, 2)) in match.log
    assert not [x for x in match.log if isinstance(x, e.Rolled) and x.seat != 0]
    assert [player.lures for player in match.view.players] == [1, 1, 2]
    assert match.view.players[1].resting == (12,)


def test_lu15_game_ends_when_the_round_of_the_last_card_is_over() -> None:
    match = Match(2)
    while not match.view.last_round:
        assert GAME.outcome(match.state) is None
        match.pass_round()
    assert match.view.deck_left == 0
    assert GAME.outcome(match.state) is None
    match.pass_round()
    assert GAME.outcome(match.state) == Outcome(((0, 1),), {}, (0, 0))


def with_catches(*fish: tuple[str, ...]) -> LureState:
    """A state in which each seat has caught these."""
    state = GAME.initial_state(len(fish), LureOptions())
    players = (
        replace(one, fish=tuple(NUMBER[name] for name in names))
        for one, names in zip(state.players, fish, strict=True)
    )
    return replace(state, players=tuple(players))


def test_lu15_most_points_win() -> None:
    assert with_catches(("Bleak", "Perch"), ("Carp",)).ranking() == ((1,), (0,))


def test_lu15_fewest_fish_break_a_tie() -> None:
    assert with_catches(("Bleak", "Perch"), ("Chub",)).ranking() == ((1,), (0,))


def test_lu15_equal_points_and_fish_share_the_place() -> None:
    assert with_catches(("Chub",), ("Bleak",), ("Tench",)).ranking() == ((0, 2), (1,))


def test_lu16_casts_and_held_lures_are_their_owners_alone() -> None:
    one = Match(3, lures=[BOAST[0], BOAST[1], BOAST[2]])
    other = Match(3, lures=[BOAST[0], ADJUST[0], BOAST[2]])
    one.cast(1, 5, specials=(12, 20), lures=(BOAST[1],))
    other.cast(1)
    for audience in (Host(), Public(), Player(0), Player(2)):
        assert GAME.view(one.state, audience) == GAME.view(other.state, audience)
    assert GAME.view(one.state, Player(1)) != GAME.view(other.state, Player(1))
    for who in (Host(), Player(0), Player(2)):
        assert GAME.legal_commands(one.state, who) == GAME.legal_commands(other.state, who)


def test_lu16_adjusts_are_their_owners_alone_until_the_group_has_settled() -> None:
    matches = []
    for change in (1, -1):
        match = Match(3, lures=ADJUST)
        for seat in range(2):
            match.falls(seat, 3)
            match.cast(seat, 1, lures=match.state.players[seat].lures)
        match.cast(2)
        match.adjust(0, (0, change))
        matches.append(match.state)
    one, other = matches
    for audience in (Host(), Public(), Player(1), Player(2)):
        assert GAME.view(one, audience) == GAME.view(other, audience)
    assert GAME.view(one, Player(0)) != GAME.view(other, Player(0))


def test_lu16_points_of_others_are_hidden_until_the_end() -> None:
    match = group(7, 0)
    assert [player.points for player in match.view.players] == [None, None]
    mine = GAME.view(match.state, Player(0)).mine
    assert mine is not None
    assert mine.points == 1
    while GAME.outcome(match.state) is None:
        match.pass_round()
    assert [player.points for player in match.view.players] == [1, 0]


def test_lu16_every_secret_is_an_entry_of_its_own() -> None:
    sealed = {kind for kind in GAME.entries if kind.sealed}
    assert sealed == {e.LureDrawn, e.CastLaid, e.AdjustLaid}


def test_lu17_cast_of_whoever_leaves_counts_as_nothing() -> None:
    match = Match(3)
    match.cast(0, 1)
    match.cast(1)
    match.leave(0)
    entries = match.cast(2)
    revealed = next(x for x in entries if isinstance(x, e.Revealed))
    assert [cast.seat for cast in revealed.casts] == [1, 2]


def test_lu17_reveal_comes_when_the_last_to_cast_leaves() -> None:
    match = Match(3)
    match.cast(0)
    match.cast(1)
    assert any(isinstance(x, e.Revealed) for x in match.leave(2))


def test_lu17_roll_of_whoever_leaves_no_longer_competes() -> None:
    match = Match(3, fish=["Bleak", "Catfish"], lures=ADJUST)
    for seat, total in enumerate((7, 7)):
        match.falls(seat, d20=total)
        match.cast(seat, specials=(20,), lures=match.state.players[seat].lures if seat else ())
    match.cast(2)
    match.leave(0)
    match.adjust(1)
    assert match.fish_of(1) == ["Bleak"]


def test_lu17_group_goes_on_without_whoever_was_waited_for() -> None:
    match = Match(3, lures=ADJUST)
    match.falls(0, 3)
    match.cast(0, 1, lures=match.state.players[0].lures)
    match.cast(1)
    match.cast(2)
    assert match.view.waiting == (0,)
    match.leave(0)
    assert match.view.round == 2


def test_lu17_lures_of_whoever_leaves_are_discarded() -> None:
    match = Match(3)
    match.leave(1)
    assert match.view.discards == 1
    assert match.view.players[1].lures == 0


def test_lu17_with_one_left_the_game_ends() -> None:
    match = group(7, 0, 0)
    match.leave(0)
    match.leave(1)
    assert GAME.outcome(match.state) == Outcome(((2,),), {}, (1, 0, 0))


def test_no_dice_all_dice_only_lures_and_nothing_at_all() -> None:
    match = Match(4, fish=["Catfish", "Salmon", "Pike"], lures=[EXTRA[6], EXTRA[5], BOAST[0]])
    match.falls(1, 6, 6, 6, 6, 6, d12=12, d20=20)
    match.cast(0)
    match.cast(1, 5, specials=(12, 20))
    match.cast(2, lures=match.state.players[2].lures)
    match.cast(3, lures=match.state.players[3].lures)
    rolled = {x.seat: x for x in match.log if isinstance(x, e.Rolled)}
    assert rolled[0] == e.Rolled(0, (), (), ())
    assert sum(rolled[1].faces) == 62
    assert match.fish_of(1) == ["Catfish", "Salmon", "Pike"]
    assert match.view.players[1].resting == (12, 20)


@pytest.mark.parametrize(
    ("name", "d6", "specials", "percent"),
    [
        ("Bleak", 1, (), 33),
        ("Eel", 1, (), 33),
        ("Catfish", 0, (20,), 0),
        ("Catfish", 0, (12, 20), 28),
        ("Gudgeon", 2, (), 11),
        ("Bleak", 0, (), 0),
    ],
)
def test_chances_of_a_cast_are_exact(
    name: str, d6: int, specials: tuple[int, ...], percent: int
) -> None:
    assert chances_of((DECK[NUMBER[name]],), d6, specials, ()) == ((name, percent),)


def test_chances_are_shown_to_learners_for_their_own_cast() -> None:
    match = Match(2, learning=True)
    assert GAME.view(match.state, Player(0)).chances == ()
    match.cast(0, 1)
    assert GAME.view(match.state, Player(0)).chances == (("Bleak", 33), ("Perch", 0))
    for audience in (Host(), Public(), Player(1)):
        assert GAME.view(match.state, audience).chances == ()


def test_adjust_is_listed_step_by_step() -> None:
    match = Match(2, lures=ADJUST)
    match.falls(0, 6)
    match.cast(0, 1, lures=match.state.players[0].lures)
    match.cast(1)
    assert GAME.legal_commands(match.state, Player(0)) == [Adjust(()), Adjust(((0, -1),))]
