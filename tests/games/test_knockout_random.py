"""KnockOut under random play with absent, leaving and late people: what holds whatever happens."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.chance import ScriptedChance, SeededChance
from games.codec import decode, encode
from games.kernel import Audience, Entry, Host, Outcome, Player, Public, Seat
from games.line import fill
from games.live_bait import KnockOut
from games.live_bait import arrivals as a
from games.live_bait import entries as e
from games.live_bait.commands import PassOver, Roll
from games.live_bait.knockout_model import KnockOutOptions, KnockOutState
from games.live_bait.model import FACES
from games.live_bait.words import TEMPLATES, headline, lines

GAME = KnockOut()


@dataclass
class Evening:
    """A match in play: people in ``absent`` never come; others leave or are late now and then."""

    seats: int
    options: KnockOutOptions
    seed: int
    leavers: int
    absent: frozenset[Seat]
    state: KnockOutState = field(init=False)
    log: list[Entry] = field(default_factory=list)
    made: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        self.chance, self.whim = SeededChance(self.seed), SeededChance(f"whim {self.seed}")
        self.state = GAME.initial_state(self.seats, self.options)

    def states(self) -> Iterator[KnockOutState]:
        """Every state to the end."""
        step = 0
        yield self.state
        while GAME.outcome(self.state) is None:
            step += 1
            assert step < 100 * self.seats + 1000
            self.made = tuple(self._step(step))
            self.log += self.made
            for entry in self.made:
                self.state = GAME.evolve(self.state, entry)
            yield self.state

    def ended(self) -> Outcome:
        """How it ended."""
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        return outcome

    def _step(self, step: int) -> list[Entry]:
        state, chance = self.state, self.chance
        (turn,) = self.whim.roll(f"turn/{step}", 40)
        if turn == 1 and len(state.withdrawn) < self.leavers:
            there = [seat for seat in range(self.seats) if seat not in state.withdrawn]
            return list(GAME.withdraw(state, self._one(f"who/{step}", there), chance))
        if turn == 2 and state.called:
            seat = self._one(f"pass/{step}", [call.seat for call in state.called])
            return list(GAME.decide(state, Host(), PassOver(seat), chance))
        who = self._one(f"who/{step}", list(GAME.waits(state)))
        if isinstance(who, Player) and (turn < 6 or who.seat in self.absent):
            return list(GAME.time_out(state, who, chance))
        moves = [m for m in GAME.legal_commands(state, who) if not isinstance(m, PassOver)]
        return list(GAME.decide(state, who, self._one(f"move/{step}", moves), chance))

    def _one(self, label, choices):
        return choices[self.whim.pick(label, len(choices), 1)[0]]


def evenings(largest: int):
    rosters = st.sampled_from([n for n in (2, 3, 4, 5, 6, 7, 8, 13, 40) if n <= largest])
    return st.builds(
        Evening,
        rosters,
        st.builds(KnockOutOptions, duel=st.booleans()),
        st.integers(0, 2**32),
        st.integers(0, 9),
        st.frozensets(st.integers(0, 40), max_size=9),
    )


@settings(max_examples=120, deadline=None)
@given(evenings(40))
def test_ko5_ko6_first_three_caught_and_last_three_standing_are_the_prize_takers(match) -> None:
    *_, state = match.states()
    outcome = match.ended()
    out = [entry.seat for entry in match.log if isinstance(entry, e.Caught)]
    withdrawn = set(state.withdrawn)
    stayed = [seat for seat in out if seat not in withdrawn]
    duel = [entry.seat for entry in match.log if isinstance(entry, e.DuelMatched)]
    never_out = set(range(match.seats)) - set(out) - withdrawn - set(duel[-1:])
    (first,) = never_out
    last = [first, *(duel[-1:] if len(never_out | set(duel[-1:])) == 2 else []), *stayed[::-1]]
    assert outcome.places == tuple((seat,) for seat in last)
    podium = [outcome.prizes[name] for name in ("first", "second", "third")]
    assert podium == [tuple(last[i : i + 1]) for i in range(3)]
    assert outcome.prizes["door"] == tuple(seat for seat in out if seat not in last[:3])[:3]
    labels = [label for _, label, *_ in match.chance.drawn]
    assert len(set(labels)) == len(labels)


@settings(max_examples=120, deadline=None)
@given(evenings(13))
def test_ko4_passed_over_people_are_never_caught(match) -> None:
    *_, state = match.states()
    arrived = {entry.seat for entry in match.log if isinstance(entry, a.Arrived | e.Picked)}
    out = [entry.seat for entry in match.log if isinstance(entry, e.Caught)]
    struck = {entry.seat for entry in match.log if isinstance(entry, a.StruckOut)}
    missed = [entry.seat for entry in match.log if isinstance(entry, a.PassedOver)]
    assert set(out) <= arrived
    assert len(set(out)) == len(out)
    assert struck <= set(missed) - set(out)
    assert struck <= set(state.withdrawn)
    assert len(set(missed)) == len(missed)  # a second time is struck out
    assert not match.absent & arrived


@settings(max_examples=60, deadline=None)
@given(evenings(13))
def test_every_state_keeps_the_rules(match) -> None:
    tokens: dict[object, set[object]] = {}
    before: dict[object, object] = {}
    for state in match.states():
        over = GAME.outcome(state) is not None
        waits = GAME.waits(state)
        assert over is not bool(waits)
        called = [call.seat for call in state.called]
        groups = [state.standing(), called, state.queue, state.caught]
        everybody = [seat for group in groups for seat in group]
        assert len(set(everybody)) == len(everybody)
        if not over:
            gone = set(state.withdrawn) - set(state.caught)
            assert set(everybody) | gone == set(range(match.seats))
            assert {Player(seat) for seat in called} <= set(waits)
            if state.queue:  # KO-3: no die stays empty while somebody queues
                assert len(state.standing()) + len(called) == 6
        assert state.live is None or state.live in state.standing()
        assert (state.live is not None) is (state.phase in ("live", "choosing", "host_again"))
        assert (len(state.candidates) >= 2) is (state.phase == "choosing")
        assert (state.phase == "waiting") <= (len(state.standing()) < 2)
        if state.phase in ("live", "choosing", "host_first", "host_again"):
            assert len(state.standing()) >= 2
        for who, wait in waits.items():  # a new wait has a token that was never that person's
            if before.get(who) != wait.token:
                assert wait.token not in tokens.setdefault(who, set())
                tokens[who].add(wait.token)
        before = {who: wait.token for who, wait in waits.items()}
        assert state.last == match.made
        view = GAME.view(state, Public())
        assert view == GAME.view(state, Host()) == GAME.view(state, Player(0))
        assert decode(KnockOutState, encode(state)) == state
        assert decode(type(view), encode(view)) == view


@settings(max_examples=60, deadline=None)
@given(evenings(13))
def test_an_act_restarts_nobody_elses_wait(match) -> None:
    """Who is waited for before and after somebody else's arrival waits on."""
    waits = dict(GAME.waits(match.state))
    for state in match.states():
        after = GAME.waits(state)
        came = {entry.seat for entry in match.made if isinstance(entry, a.Arrived | a.PassedOver)}
        if came and GAME.outcome(state) is None and state.phase not in ("duel", "host_again"):
            for who in set(waits) & set(after) - {Player(seat) for seat in came}:
                assert waits[who] == after[who]
        waits = dict(after)


@settings(max_examples=40, deadline=None)
@given(evenings(8))
def test_odds_agree_with_what_a_roll_of_that_face_does(match) -> None:
    for state in match.states():
        odds = GAME.view(state, Public()).odds
        assert [odd.face for odd in odds] == (list(FACES) if state.phase == "live" else [])
        for odd in odds:
            chance = ScriptedChance({f"live/{state.live_rolls + 1}": odd.face})
            entries = GAME.decide(state, Player(state.live), Roll(), chance)
            caught = any(isinstance(entry, e.Caught) for entry in entries)
            matched = [entry.seats for entry in entries if isinstance(entry, e.Matched)]
            effect = {0: "again", 1: "pass"}.get(len(matched[0]) if matched else 0, "choose")
            assert odd.effect == ("caught" if caught else effect)


@settings(max_examples=40, deadline=None)
@given(evenings(13))
@example(Evening(13, KnockOutOptions(), 3, 9, frozenset(range(4, 13))))
def test_every_happening_and_every_heading_has_words(match) -> None:
    names = tuple(f"N{seat}" for seat in range(match.seats))
    for state in match.states():
        view = GAME.view(state, Public())
        said = [line for me in (None, *range(match.seats)) for line in lines(match.made, me)]
        assert bool(match.made) is bool(said)
        audiences: list[Audience] = [Host(), Public(), *map(Player, range(match.seats))]
        for audience in audiences:
            head = headline(view, audience)
            assert head.body
            assert (head.whose == "you") is (audience in GAME.waits(state))
            said += [head.title, *head.body]
        for line in said:
            assert line.template in TEMPLATES
            assert "%" not in fill(line, names)
            assert all(f"%({name})s" in line.template for name, _ in line.params)


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_five_hundred_play_to_the_end(seed, duel) -> None:
    absent = frozenset(range(10, 500, 9))
    match = Evening(500, KnockOutOptions(duel=duel), seed, 30, absent)
    *_, state = match.states()
    outcome = match.ended()
    out = [entry.seat for entry in match.log if isinstance(entry, e.Caught)]
    assert outcome.prizes["door"] == tuple(out[:3])
    assert len(outcome.places) == 500 - len(state.withdrawn)
    assert absent <= set(state.withdrawn)
