"""What every game at its table keeps, under random play.

Hypothesis chooses who acts, what they do, when, and what host and clock do in between. Adding a
game to ``TABLES`` puts it under all of this.
"""

import json
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import TABLES
from games.chance import SeededChance
from games.codec import canonical_json, command_from, decode, encode, registry
from games.kernel import Host, IllegalMove, Player, Public
from games.table import (
    AddTime,
    Clock,
    Pause,
    Resume,
    Skip,
    Start,
    Table,
    TableState,
    TimeOut,
    Void,
    Withdraw,
)
from tests.games.bell import Bell
from tests.games.match import Match

LONGEST = 2_000
"""Commands within which every random match has to end."""

TRIED = {**TABLES, "bell": Table(Bell())}
"""Every game there is, and the small one of the tests, in which several always wait."""

DECIDED_EARLY = {("knockout", "door")}
"""Prizes that may be decided before the end, and stand though their taker leaves then (KO-5)."""

ALL = pytest.mark.parametrize("key", sorted(TRIED))
PLAY = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SEEDS = st.integers(0, 2**32)


def matches(key):
    table = TRIED[key]
    seats = st.integers(table.game.min_seats, min(table.game.max_seats, 8))
    return st.builds(Match, st.just(table), seats, seed=SEEDS)


def actors(match):
    return [Host(), *map(Player, range(match.seats))]


def playable(match):
    """Every game command somebody may send now, as the table lists it."""
    control = (Start, Pause, Resume, AddTime, Skip, Withdraw, Void)
    return [
        (who, command)
        for who in actors(match)
        for command in match.table.legal_commands(match.state, who)
        if not isinstance(command, control)
    ]


def intrusions(match):
    """What host, clock and leavers may do in between."""
    found = [
        (who, command)
        for who in actors(match)
        for command in match.table.legal_commands(match.state, who)
        if isinstance(command, Start | Pause | Resume | AddTime | Skip | Withdraw | Void)
    ]
    return found + [
        (Clock(), TimeOut(who, at)) for who, at in match.table.deadlines(match.state).items()
    ]


def draw_step(data, match):
    """Mostly a move of the game, now and then anything else that is possible."""
    moves, others = playable(match), intrusions(match)
    if moves and (not others or data.draw(st.integers(0, 5), "kind") > 0):
        return data.draw(st.sampled_from(moves), "move")
    return data.draw(st.sampled_from(others), "other")


def take(match, who, command):
    """Do it; for the clock, wait until it may."""
    if isinstance(command, TimeOut):
        match.now = max(match.now, command.deadline) + timedelta(milliseconds=1)
    return match.do(who, command)


def finish(match):
    """Let the host and, where nobody acts, the clock bring the match to its end."""
    for _ in range(LONGEST):
        if match.table.outcome(match.state) is not None:
            return
        due = match.table.next_deadline(match.state)
        if due is not None:
            match.now = max(match.now, due) + timedelta(milliseconds=1)
            match.do(Clock(), match.table.overdue(match.state, match.now)[0])
        else:
            assert Host() in match.table.waits(match.state)
            match.do(Host(), match.table.legal_commands(match.state, Host())[0])
    pytest.fail(f"no end after {LONGEST} more commands")


def check_round_trip(kind, value):
    assert decode(kind, json.loads(canonical_json(encode(value)))) == value


def check_waits(match):
    """Nonempty until the outcome; everybody in it can act or time out; nobody gone is in it."""
    table, state = match.table, match.state
    waits = table.waits(state)
    assert (waits == {}) == (table.outcome(state) is not None)
    deadlines = table.deadlines(state)
    for who, wait in waits.items():
        assert table.legal_commands(state, who) != ()
        assert (wait.limit is not None) == (who in deadlines)
        assert not (isinstance(who, Player) and who.seat in state.withdrawn)
    assert set(deadlines) <= set(waits)


def check_outcome(match):
    outcome = match.table.outcome(match.state)
    placed = [seat for group in outcome.places for seat in group]
    assert len(set(placed)) == len(placed)
    assert set(placed) == set(range(match.seats)) - set(match.state.withdrawn)
    for prize, winners in outcome.prizes.items():
        if (match.table.key, prize) not in DECIDED_EARLY:
            assert set(winners) <= set(placed)
    assert outcome.points is None or len(outcome.points) == match.seats


@ALL
@PLAY
@given(data=st.data())
def test_random_play_keeps_the_contract(key, data):
    match = data.draw(matches(key))
    table, kinds = match.table, registry(match.table.entries)
    commands = registry(table.commands)
    match.do(Host(), Start())
    for _ in range(data.draw(st.integers(5, 60), "moves")):
        if table.outcome(match.state) is not None:
            break
        check_waits(match)
        who, command = draw_step(data, match)
        check_round_trip(commands, command)
        for entry in take(match, who, command):
            check_round_trip(kinds, entry)
            hash(entry)
    check_waits(match)
    finish(match)
    check_waits(match)
    check_outcome(match)
    check_round_trip(TableState[type(match.state.game)], match.state)
    assert match.replayed() == match.state
    assert match.refolded() == match.state.game
    assert len(set(match.drawn)) == len(match.drawn)


@ALL
@PLAY
@given(data=st.data())
def test_replay_is_equal_after_every_command(key, data):
    match = data.draw(matches(key))
    match.do(Host(), Start())
    for _ in range(data.draw(st.integers(1, 25), "moves")):
        if match.table.outcome(match.state) is not None:
            break
        take(match, *draw_step(data, match))
        assert match.replayed() == match.state
        assert hash(match.replayed()) == hash(match.state)
        check_round_trip(TableState[type(match.state.game)], match.state)


@ALL
@PLAY
@given(data=st.data())
def test_legal_commands_are_accepted_and_illegal_ones_refused(key, data):
    match = data.draw(matches(key))
    table = match.table
    if data.draw(st.booleans(), "started"):
        match.do(Host(), Start())
        for _ in range(data.draw(st.integers(0, 40), "moves")):
            if table.outcome(match.state) is None:
                take(match, *draw_step(data, match))
    before = match.state
    seen = set()
    for who in actors(match):
        for command in table.legal_commands(before, who):
            probe(match, who, command)
            seen.add(command)
            fields = {k: v for k, v in encode(command).items() if k != "type"}
            assert command_from(table.commands, type(command).__name__, fields) == command
    # Whatever anybody may do, the others may try, and strangers too.
    for who in [*actors(match), Clock(), Player(-1), Player(match.seats)]:
        for command in seen | {Start(), Pause(), Resume(), AddTime(0), Void(0, "x")}:
            said = refusal_of(match, who, command)
            assert said is None or (said.code and said.message.endswith((".", "!", "?")))
            assert match.state == before


def probe(match, who, command):
    """What the table would write now; the match stays as it is."""
    chance = SeededChance(match.seed, match.attempts)
    return match.table.decide(match.state, who, command, chance, match.now)


def refusal_of(match, who, command):
    """The refusal, or None; any other exception is a fault of the game."""
    try:
        probe(match, who, command)
    except IllegalMove as refusal:
        return refusal
    return None


@ALL
@PLAY
@given(data=st.data())
def test_views_are_values(key, data):
    match = data.draw(matches(key))
    match.do(Host(), Start())
    for _ in range(data.draw(st.integers(0, 40), "moves")):
        if match.table.outcome(match.state) is None:
            take(match, *draw_step(data, match))
    for audience in [Public(), *actors(match)]:
        view = match.table.view(match.state, audience)
        assert hash(view) == hash(match.table.view(match.state, audience))
        check_round_trip(type(view), view)


@ALL
def test_options_have_defaults_and_come_back(key):
    game = TRIED[key].game
    check_round_trip(game.options, game.options())
    hash(game.options())


@ALL
def test_a_roster_the_game_can_not_have_is_refused(key):
    table = TRIED[key]
    for seats in (0, table.game.min_seats - 1, table.game.max_seats + 1, -1):
        with pytest.raises(ValueError, match=r"\w"):
            table.initial(seats)
    for seats in (table.game.min_seats, table.game.max_seats):
        assert table.waits(table.initial(seats)) != {}


@ALL
def test_stored_names_are_distinct_and_messages_say_something(key):
    table = TRIED[key]
    assert table.key == key
    assert table.title
    assert len(registry(table.entries)) == len(table.entries)
    assert len(registry(table.commands)) == len(table.commands)


class Forgetful(Bell):
    """A game that breaks the contract: whoever is late is waited for on the same wait again."""

    def time_out(self, state, who, chance):
        return ()


def test_the_contract_notices_a_match_that_never_ends():
    match = Match(Table(Forgetful()), 2)
    match.do(Host(), Start())
    with pytest.raises((pytest.fail.Exception, IllegalMove)):
        finish(match)
