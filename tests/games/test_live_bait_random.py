"""Live Bait under random legal play: what holds whatever happens."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import ScriptedChance, SeededChance
from games.codec import decode, encode
from games.kernel import Audience, Entry, Host, Player, Public
from games.line import fill
from games.live_bait import LiveBait
from games.live_bait import entries as e
from games.live_bait.commands import Roll
from games.live_bait.model import FACES, LiveBaitOptions, LiveBaitState
from games.live_bait.words import TEMPLATES, headline, lines

GAME = LiveBait()
NAMES = ("Ada", "Bea", "Cy", "Dot", "Eli", "Fay")

options = st.builds(
    LiveBaitOptions,
    duel=st.booleans(),
    final=st.booleans(),
    prior_winner_takes_door=st.booleans(),
    prior_winners=st.lists(st.integers(0, 1), unique=True).map(tuple),
)


def played(
    seats: int, chosen: LiveBaitOptions, seed: int, leavers: int
) -> Iterator[tuple[LiveBaitState, tuple[Entry, ...], SeededChance]]:
    """Every state of a match with the entries that led there; ``leavers`` may be withdrawn."""
    chance, whim = SeededChance(seed), SeededChance(f"whim {seed}")
    state, step = GAME.initial_state(seats, chosen), 0
    made: tuple[Entry, ...] = ()
    yield state, made, chance
    while GAME.outcome(state) is None:
        step += 1
        assert step < 3000
        (turn,) = whim.roll(f"turn/{step}", 40)
        staying = [seat for seat in range(seats) if seat not in state.withdrawn]
        if turn == 1 and len(state.withdrawn) < leavers:
            (index,) = whim.pick(f"who/{step}", len(staying), 1)
            made = tuple(GAME.withdraw(state, staying[index], chance))
        else:
            waits = list(GAME.waits(state))
            who = waits[whim.pick(f"who/{step}", len(waits), 1)[0]]
            if turn < 8 and isinstance(who, Player):
                made = tuple(GAME.time_out(state, who, chance))
            else:
                moves = GAME.legal_commands(state, who)
                move = moves[whim.pick(f"move/{step}", len(moves), 1)[0]]
                made = tuple(GAME.decide(state, who, move, chance))
        for entry in made:
            state = GAME.evolve(state, entry)
        yield state, made, chance


matches = given(
    seats=st.integers(2, 6), chosen=options, seed=st.integers(0, 2**32), leavers=st.integers(0, 6)
)


@settings(max_examples=150, deadline=None)
@matches
def test_match_ends_with_one_first_and_places_for_all_who_stayed(
    seats: int, chosen: LiveBaitOptions, seed: int, leavers: int
) -> None:
    *_, (state, _, chance) = played(seats, chosen, seed, leavers)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert len(outcome.prizes["first" if chosen.final else "main"]) == 1
    assert outcome.prizes["first" if chosen.final else "main"] == outcome.places[0]
    assert sorted(outcome.places) == [
        (seat,) for seat in range(seats) if seat not in state.withdrawn
    ]
    takers = [seat for seats_ in outcome.prizes.values() for seat in seats_]
    assert len(set(takers)) == len(takers)
    labels = [label for _, label, *_ in chance.drawn]
    assert len(set(labels)) == len(labels)
    assert GAME.waits(state) == {}


@settings(max_examples=60, deadline=None)
@matches
def test_every_state_keeps_the_rules(
    seats: int, chosen: LiveBaitOptions, seed: int, leavers: int
) -> None:
    for state, made, _ in played(seats, chosen, seed, leavers):
        over = GAME.outcome(state) is not None
        assert over is not bool(GAME.waits(state))
        assert state.live is None or state.live in state.standing()
        assert (state.live is not None) is (state.phase in ("live", "choosing", "host_again"))
        assert set(state.candidates) <= set(state.standing()) - {state.live}
        assert (len(state.candidates) >= 2) is (state.phase == "choosing")
        assert set(state.standing()) <= set(state.still_in())
        gone = [entry.seat for entry in state.last if isinstance(entry, e.Caught)]
        assert not set(gone) & set(state.withdrawn)
        assert state.last == made
        views = [GAME.view(state, who) for who in (Host(), Public(), Player(0))]
        assert views[0] == views[1] == views[2]
        assert len({hash(view) for view in views}) == 1
        assert decode(LiveBaitState, encode(state)) == state
        assert decode(type(views[0]), encode(views[0])) == views[0]


@settings(max_examples=60, deadline=None)
@matches
def test_odds_agree_with_what_a_roll_of_that_face_does(
    seats: int, chosen: LiveBaitOptions, seed: int, leavers: int
) -> None:
    for state, _, _ in played(seats, chosen, seed, leavers):
        odds = GAME.view(state, Public()).odds
        assert [odd.face for odd in odds] == (list(FACES) if state.phase == "live" else [])
        for odd in odds:
            assert state.live is not None
            chance = ScriptedChance({f"live/{state.live_rolls + 1}": odd.face}, SeededChance(1))
            entries = GAME.decide(state, Player(state.live), Roll(), chance)
            caught = any(isinstance(entry, e.Caught) for entry in entries)
            matched = [entry.seats for entry in entries if isinstance(entry, e.Matched)]
            effect = {0: "again", 1: "pass"}.get(len(matched[0]) if matched else 0, "choose")
            assert odd.effect == ("caught" if caught else effect)
            assert odd.seats == (matched[0] if matched else ())


@settings(max_examples=60, deadline=None)
@matches
def test_every_happening_and_every_heading_has_words(
    seats: int, chosen: LiveBaitOptions, seed: int, leavers: int
) -> None:
    for state, made, _ in played(seats, chosen, seed, leavers):
        view = GAME.view(state, Public())
        readers = (None, *range(seats))
        said = [line for me in readers for line in lines(made, me)]
        assert bool(made) is bool(said)
        audiences: list[Audience] = [Host(), Public(), *map(Player, range(seats))]
        for audience in audiences:
            head = headline(view, audience)
            assert head.body
            assert (head.whose == "you") is (audience in GAME.waits(state))
            said += [head.title, *head.body]
        for line in said:
            assert line.template in TEMPLATES
            assert "%" not in fill(line, NAMES)
            assert all(f"%({name})s" in line.template for name, _ in line.params)
