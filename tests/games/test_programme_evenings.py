"""Thousands of whole evenings by the programme: who may not play is never drawn, and each evening ends (EV-3 … EV-7).

What is checked is worked out from what happened, apart from the programme's own counting; and three programmes that
forget a rule show that the check would notice.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.programme import Evening, Format, HouseRules, Next, Played, heats_for, next_round

Programme = Callable[[Evening], Next | None]

TABLE = 6
MOST_ROUNDS = 60
"""Rounds, and draws that came to nothing, after which an evening is taken to never end."""


@dataclass
class Night:
    """One evening as it went: who played when, who has won, who has left."""

    evening: Evening
    chance: random.Random
    times: Counter = field(default_factory=Counter)
    winners: list = field(default_factory=list)
    finals: list = field(default_factory=list)

    def there(self) -> set:
        return set(self.evening.entries) - self.evening.gone

    def barred(self) -> set:
        """Whoever a main prize, or a round, keeps out of the draw."""
        leave = self.evening.format == "heats-and-final" or self.evening.rules.winners_leave
        return set(self.winners) if leave else set()

    def check(self, coming: Next) -> None:
        """What holds of a draw, whoever then comes to it."""
        if coming.kind == "final":
            assert list(coming.seats) == [one for one in self.winners if one in self.there()]
            assert self.finals == []
            return
        unplayed = {one for one in self.there() if self.times[one] == 0}
        again = {one for one in self.there() - self.barred() if self.times[one] == 1}
        drawn: list = []
        for pool in coming.pools:
            assert 0 < pool.places <= len(pool.eligible) == len(set(pool.eligible))
            left_out = [one for one, _reason in pool.excluded]
            assert sorted([*pool.eligible, *left_out]) == sorted(self.evening.entries)
            assert set(pool.eligible) in (unplayed, again)
            drawn += pool.eligible
        assert len(set(drawn)) == len(drawn)
        places = sum(pool.places for pool in coming.pools)
        assert 2 <= places <= TABLE
        if again & set(drawn):
            assert self.evening.rules.try_again
            assert len(unplayed) < TABLE, "those who have not played are drawn first"
            assert places == min(TABLE, len(unplayed) + len(again)) or unplayed & set(drawn)

    def seat(self, coming: Next) -> tuple:
        """Those who come to the round: of the drawn some don't answer, and the next reserve is called (EV-7)."""
        if coming.seats:
            return coming.seats
        seats: list = []
        for pool in coming.pools:
            order = self.chance.sample(pool.eligible, len(pool.eligible))
            answer = [one for one in order if self.chance.random() > 0.1]
            seats += answer[: pool.places]
        return tuple(seats)

    def play(self, coming: Next) -> None:
        """Those who are here play; with fewer than two the draw came to nothing."""
        seats = self.seat(coming)
        if len(seats) >= 2:
            winner = self.chance.choice(seats)
            played = Played(coming.kind, seats, (winner,))
            self.evening = replace(self.evening, played=(*self.evening.played, played))
            if coming.kind == "final":
                self.finals.append(seats)
            else:
                self.times.update(seats)
                self.winners.append(winner)
        if self.chance.random() < 0.3:
            left = self.chance.choice(self.evening.entries)
            self.evening = replace(self.evening, gone=self.evening.gone | {left})


def night(format_: Format, count: int, seed: int, programme: Programme = next_round) -> Night:
    """Play an evening to its end, checking every draw and at the end how often everybody played."""
    chance = random.Random(seed)
    rules = HouseRules(
        rounds=chance.randint(1, 12),
        heats=chance.choice([None, None, 2, 3, 6]),
        winners_leave=chance.random() < 0.8,
        try_again=chance.random() < 0.8,
    )
    one = Night(Evening(format_, tuple(range(count)), rules), chance)
    for _round in range(MOST_ROUNDS):
        coming = programme(one.evening)
        if coming is None:
            break
        one.check(coming)
        one.play(coming)
    assert programme(one.evening) is None, "the evening doesn't end"
    assert max(one.times.values(), default=0) <= (2 if rules.try_again else 1)
    if format_ == "heats-and-final":
        heats = [match for match in one.evening.played if match.kind == "heat"]
        assert len(heats) <= (rules.heats or heats_for(count))
        assert all(len(seats) <= TABLE for seats in one.finals)
    return one


@settings(max_examples=2000)
@given(st.integers(0, 40), st.integers(0, 2**32))
def test_ev3_ev6_rounds_never_draw_who_has_left_won_or_tried_again(count: int, seed: int) -> None:
    night("prize-every-round", count, seed)


@settings(max_examples=2000)
@given(st.integers(0, 40), st.integers(0, 2**32))
def test_ev4_ev6_heats_never_draw_who_has_left_won_or_tried_again(count: int, seed: int) -> None:
    night("heats-and-final", count, seed)


@settings(max_examples=500)
@given(st.integers(0, 500), st.sets(st.integers(0, 499), max_size=30))
def test_ev5_a_knockout_is_of_everybody_who_is_there_once(count: int, left: set[int]) -> None:
    evening = Evening("knockout", tuple(range(count)), gone=frozenset(left))
    there = tuple(one for one in range(count) if one not in left)
    coming = next_round(evening)
    if coming is None:
        assert len(there) < 2
        return
    (pool,) = coming.pools
    assert (pool.places, pool.eligible) == (len(there), there)
    over = replace(evening, played=(Played("knockout", there, there[:1]),))
    assert next_round(over) is None


# ------------------------------------------------------------------ programmes that forget a rule


def forgets_who_has_left(evening: Evening) -> Next | None:
    return next_round(replace(evening, gone=frozenset()))


def forgets_who_has_won(evening: Evening) -> Next | None:
    played = tuple(replace(match, winners=()) for match in evening.played)
    return next_round(replace(evening, played=played))


def forgets_the_second_time(evening: Evening) -> Next | None:
    seen: set = set()
    played = []
    for match in evening.played:
        played.append(replace(match, seats=tuple(one for one in match.seats if one not in seen)))
        seen.update(match.seats)
    return next_round(replace(evening, played=tuple(played)))


@pytest.mark.parametrize(
    "programme", [forgets_who_has_left, forgets_who_has_won, forgets_the_second_time]
)
def test_a_programme_that_forgets_a_rule_is_noticed(programme: Programme) -> None:
    noticed = 0
    for seed in range(30):
        try:
            night("prize-every-round", 14, seed, programme)
        except AssertionError:
            noticed += 1
    assert noticed > 0
