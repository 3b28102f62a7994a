"""The contract every game keeps, for KnockOuts larger than the other tests play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import TABLES
from games.codec import decode, encode, registry
from games.kernel import Host, Player, Public
from games.live_bait.knockout_model import KnockOutState
from games.table import Start, TableState
from tests.games.match import Match
from tests.games.test_contract import check_outcome, check_waits, draw_step, finish, take

TABLE = TABLES["knockout"]
SEEDS = st.integers(0, 2**32)


def check_match(data, match, moves: int) -> None:
    """Random play, then the host and the clock to the end; replay, round trip and labels."""
    kinds = registry(TABLE.entries)
    match.do(Host(), Start())
    for _ in range(moves):
        if TABLE.outcome(match.state) is not None:
            break
        check_waits(match)
        for entry in take(match, *draw_step(data, match)):
            assert decode(kinds, encode(entry)) == entry
    finish(match)
    check_waits(match)
    check_outcome(match)
    state = match.state
    assert decode(TableState[KnockOutState], encode(state)) == state
    assert match.replayed() == state
    assert match.refolded() == state.game
    assert len(set(match.drawn)) == len(match.drawn)
    for audience in (Public(), Host(), Player(match.seats - 1)):
        view = TABLE.view(state, audience)
        assert decode(type(view), encode(view)) == view


@settings(max_examples=8, deadline=None)
@given(data=st.data(), seed=SEEDS)
@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 40])
def test_rosters_keep_the_contract(seats, data, seed) -> None:
    check_match(data, Match(TABLE, seats, seed=seed), 40)


@settings(max_examples=2, deadline=None)
@given(data=st.data(), seed=SEEDS)
def test_a_roster_of_five_hundred_keeps_the_contract(data, seed) -> None:
    check_match(data, Match(TABLE, 500, seed=seed), 25)
