"""The evening's formats, EV-3 to EV-9."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.programme import (
    Evening,
    HouseRules,
    Played,
    heats_for,
    next_round,
    places_count,
    planned,
    split,
    tables_for,
)


def people(count: int) -> tuple[int, ...]:
    return tuple(range(count))


def after(evening: Evening, *matches: Played) -> Evening:
    return replace(evening, played=(*evening.played, *matches))


def test_ev3_round_draws_six_of_those_who_have_not_played():
    coming = next_round(Evening("prize-every-round", people(10)))
    assert (coming.kind, coming.number) == ("round", 1)
    assert [(pool.places, len(pool.eligible)) for pool in coming.pools] == [(6, 10)]


def test_ev3_main_prize_winner_leaves_the_draw_and_the_others_stay():
    evening = after(
        Evening("prize-every-round", people(7)), Played("round", (0, 1, 2, 3, 4, 5), (0,))
    )
    fresh, again = next_round(evening).pools
    assert (fresh.places, fresh.eligible) == (1, (6,))
    assert (again.places, again.eligible) == (5, (1, 2, 3, 4, 5))
    assert dict(again.excluded)[0] == "has won a main prize"


def test_ev3_house_rule_keeps_the_winner_in():
    evening = Evening(
        "prize-every-round",
        people(2),
        HouseRules(winners_leave=False),
        played=(Played("round", (0, 1), (0,)),),
    )
    assert next_round(evening).pools[0].eligible == (0, 1)


@pytest.mark.parametrize(
    ("entries", "heats"), [(2, 3), (18, 3), (19, 4), (20, 4), (30, 5), (36, 6), (200, 6)]
)
def test_ev4_heats_follow_from_the_entries(entries, heats):
    assert heats_for(entries) == heats


def test_ev4_heats_share_out_those_who_have_not_played():
    evening = Evening("heats-and-final", people(20))
    taken = []
    for number in range(4):
        coming = next_round(evening)
        seats = [seat for pool in coming.pools for seat in pool.eligible[: pool.places]]
        taken.append([pool.places for pool in coming.pools])
        evening = after(evening, Played("heat", tuple(seats), (seats[0],)))
        assert coming.number == number + 1
    assert taken == [[5], [5], [5], [5, 1]]
    final = next_round(evening)
    assert final.kind == "final"
    assert len(final.seats) == 4
    assert planned(evening) == ("heat", "heat", "heat", "heat", "final")


def test_ev4_number_of_heats_is_the_hosts_to_change():
    evening = Evening("heats-and-final", people(20), HouseRules(heats=2))
    assert planned(evening) == ("heat", "heat", "final")
    assert next_round(evening).pools[0].places == 6


def test_ev4_one_heat_winner_makes_no_final():
    evening = Evening(
        "heats-and-final",
        people(2),
        HouseRules(try_again=False),
        played=(Played("heat", (0, 1), (0,)),),
    )
    assert next_round(evening) is None
    assert places_count(evening) is True


def test_ev4_winner_who_has_left_is_not_in_the_final():
    evening = Evening(
        "heats-and-final",
        people(18),
        gone=frozenset({6}),
        played=tuple(
            Played("heat", tuple(range(start, start + 6)), (start,)) for start in (0, 6, 12)
        ),
    )
    assert next_round(evening).seats == (0, 12)


def test_ev5_knockout_is_one_match_of_everybody():
    evening = Evening("knockout", people(40), gone=frozenset({3}))
    coming = next_round(evening)
    assert (coming.kind, coming.pools[0].places) == ("knockout", 39)
    assert next_round(after(evening, Played("knockout", people(40), (1,)))) is None


def test_ev6_each_tries_again_at_most_once_an_evening():
    evening = after(
        Evening("prize-every-round", people(3)),
        Played("round", (0, 1, 2), (0,)),
        Played("round", (1, 2), (1,)),
    )
    assert next_round(evening) is None


def test_ev6_off_leaves_the_table_short():
    evening = after(
        Evening("prize-every-round", people(8), HouseRules(try_again=False)),
        Played("round", (0, 1, 2, 3, 4, 5), (0,)),
    )
    assert [pool.places for pool in next_round(evening).pools] == [2]


def test_ev8_two_entries_play_a_duel_and_one_none():
    assert next_round(Evening("prize-every-round", people(2))).pools[0].places == 2
    assert next_round(Evening("prize-every-round", people(1))) is None


def test_ev9_pool_splits_into_even_tables():
    assert [len(table) for table in split(people(11), fewest=2, most=5)] == [4, 4, 3]
    with pytest.raises(ValueError, match="no tables"):
        split(people(1), fewest=2, most=5)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["prize-every-round", "heats-and-final"]),
    st.integers(0, 40),
    st.integers(1, 6),
    st.booleans(),
    st.data(),
)
def test_evening_never_draws_who_may_not_play(format, count, rounds, try_again, data):
    """EV-3, EV-4, EV-6, EV-7 over whole evenings: who is drawn, at most how often, and that it ends."""
    evening = Evening(format, people(count), HouseRules(rounds=rounds, try_again=try_again))
    for _ in range(80):
        coming = next_round(evening)
        if coming is None:
            break
        seats = coming.seats or tuple(
            seat
            for pool in coming.pools
            for seat in data.draw(st.permutations(pool.eligible))[: pool.places]
        )
        assert len(set(seats)) == len(seats)
        assert 2 <= len(seats) <= 6
        assert not set(seats) & evening.gone
        won = {winner for match in evening.played for winner in match.winners}
        if coming.kind != "final":
            assert not set(seats) & won
            assert max(sum(s in match.seats for match in evening.played) for s in seats) <= 1
        winner = data.draw(st.sampled_from(seats))
        evening = after(evening, Played(coming.kind, seats, (winner,)))
        left = data.draw(st.sets(st.sampled_from(evening.entries), max_size=1))
        evening = replace(evening, gone=evening.gone | left)
    assert next_round(evening) is None


# ------------------------------------------------------------------ games that seat other numbers


USUAL = HouseRules()


def side_by_side(count: int, table: int, rules: HouseRules = USUAL) -> Evening:
    return Evening("heats-and-final", people(count), rules, table=table, side_by_side=True)


def test_ev9_round_draws_as_many_as_the_game_seats():
    coming = next_round(Evening("prize-every-round", people(30), table=12))
    assert [pool.places for pool in coming.pools] == [12]
    assert (coming.places, coming.tables) == (12, 1)
    few = next_round(Evening("prize-every-round", people(3), table=12))
    assert few.places == 3


def test_ev9_try_again_fills_up_to_what_the_game_seats():
    evening = after(
        Evening("prize-every-round", people(7), table=5), Played("round", (0, 1, 2, 3, 4), (0,))
    )
    assert [pool.places for pool in next_round(evening).pools] == [2, 3]


@pytest.mark.parametrize(
    ("entries", "table", "heats"),
    [(9, 5, 3), (16, 5, 4), (25, 5, 5), (60, 5, 5), (30, 12, 3), (144, 12, 12), (40, 8, 5)],
)
def test_ev4_as_many_heats_as_entries_make_and_the_final_seats(entries, table, heats):
    assert heats_for(entries, table) == heats


def test_ev9_heats_side_by_side_are_one_round_of_everybody():
    evening = side_by_side(16, 5)
    assert planned(evening) == ("heats", "final")
    coming = next_round(evening)
    assert (coming.kind, coming.number, coming.places, coming.tables) == ("heats", 1, 16, 4)
    assert [(pool.places, len(pool.eligible)) for pool in coming.pools] == [(16, 16)]
    over = after(evening, Played("heats", people(16), (0, 4, 8, 12)))
    final = next_round(over)
    assert (final.kind, final.number, final.seats, final.places) == ("final", 2, (0, 4, 8, 12), 4)
    assert next_round(after(over, Played("final", (0, 4, 8, 12), (4,)))) is None


def test_ev9_who_has_no_place_in_the_heats_stays_out():
    coming = next_round(side_by_side(40, 5))
    assert (coming.places, coming.tables) == (25, 5)


@pytest.mark.parametrize(
    ("people_", "tables"), [(2, 1), (5, 1), (6, 2), (8, 2), (9, 3), (12, 3), (16, 4), (25, 5)]
)
def test_ev9_heats_side_by_side_have_three_at_a_table_at_least(people_, tables):
    assert tables_for(side_by_side(people_, 5), "heats", people_) == tables


def test_ev9_hosts_number_of_heats_makes_smaller_tables():
    assert tables_for(side_by_side(8, 5, HouseRules(heats=4)), "heats", 8) == 4
    assert tables_for(side_by_side(8, 5, HouseRules(heats=5)), "heats", 8) == 4
    assert tables_for(side_by_side(40, 5, HouseRules(heats=2)), "heats", 10) == 2


def test_ev9_more_winners_than_the_final_seats_are_drawn_for_it():
    evening = after(side_by_side(25, 5), Played("heats", people(25), (0, 1, 5, 6, 10, 15, 20)))
    final = next_round(evening)
    assert (len(final.seats), final.places) == (7, 5)


def test_ev4_one_winner_of_the_heats_makes_no_final_and_two_that_tie_do():
    alone = after(side_by_side(4, 8), Played("heats", people(4), (2,)))
    assert next_round(alone) is None
    assert places_count(alone) is True
    tied = after(side_by_side(4, 8), Played("heats", people(4), (2, 3)))
    assert next_round(tied).seats == (2, 3)
    assert places_count(tied) is False


@settings(deadline=None, max_examples=80)
@given(st.integers(2, 200), st.sampled_from([5, 8, 12]), st.one_of(st.none(), st.integers(2, 6)))
def test_ev9_tables_of_the_heats_can_always_be_laid(count, table, heats):
    """Whoever is drawn sits, at tables that the game seats, and each table can send a winner to the final."""
    evening = side_by_side(count, table, HouseRules(heats=heats))
    coming = next_round(evening)
    assert coming.tables == tables_for(evening, "heats", coming.places)
    sizes = [
        len(one) for one in split(people(coming.places), fewest=2, most=table, wanted=coming.tables)
    ]
    assert sum(sizes) == coming.places
    assert all(2 <= size <= table for size in sizes)
    assert len(sizes) <= table
    for here in range(2, coming.places):
        split(people(here), fewest=2, most=table, wanted=tables_for(evening, "heats", here))
