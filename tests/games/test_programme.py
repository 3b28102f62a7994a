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
