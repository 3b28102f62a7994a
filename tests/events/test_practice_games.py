"""Practice players of every game: a rehearsal reaches its end with the host alone, each seat in its own style."""

from typing import Any

import pytest

from events.domain import practice, rehearsals
from events.domain.sweep import sweep
from events.models import Event, Match
from games import TABLES
from games.angler.commands import Bait, Stake
from games.angler.options import AnglerOptions
from games.chance import SeededChance
from games.fish_or_cut_bait.commands import Deduct, FlipTimer
from games.fish_or_cut_bait.options import FishOptions
from games.kernel import Host, Player
from games.odds import play_out
from games.practice import PLAY, choose
from tests.events.factories import by, new_id, open_event
from tests.events.playing import (
    SetClock,
    awaited,
    committed,
    do,
    draw,
    forget_everything,
    replayed,
    seqs,
    set_clock,
    state,
)

__all__ = ["set_clock"]

SHORT: dict[str, dict[str, Any]] = {
    "fish-or-cut-bait": {"rounds": 1, "lucky_seven": True},
    "lure": {},
    "angler": {},
}
MOST_SWEEPS = 700


def rehearsal(game: str, count: int, **options: Any) -> Event:
    forget_everything()
    event = open_event(rehearsal=True, game=game, options={**SHORT[game], **options})
    practice.add_practice_players(
        event_id=event.public_id, by=by(event), count=count, command_id=new_id()
    )
    rehearsals.close_rehearsal(event_id=event.public_id, by=by(event), command_id=new_id())
    event.refresh_from_db()
    draw(event)
    return event


def sweep_to_end(event: Event, clock: SetClock) -> tuple[Match, int]:
    """A sweep a second until the match is over, the host doing what only the host can; how many there were."""
    for second in range(MOST_SWEEPS):
        clock.move(seconds=1)
        with committed():
            sweep()
        match = Match.objects.filter(event=event).select_related("event").first()
        if match is None:
            continue
        if match.ended_at:
            return match, second
        for who, commands in awaited(match):
            if who == Host():
                do(match, who, commands[0])
    raise AssertionError("the rehearsal doesn't end")


@pytest.mark.parametrize("game", SHORT)
def test_a_rehearsal_of_three_reaches_its_end(game: str, set_clock: SetClock) -> None:
    event = rehearsal(game, 3)
    match, _seconds = sweep_to_end(event, set_clock)
    assert match.seats.exclude(place=None).count() == 3
    assert seqs(match) == list(range(1, match.seq + 1))
    assert state(match) == replayed(match)
    timed_out = set(match.log.filter(kind="TimedOut").values_list("data__who__type", flat=True))
    # A turn's own end is the only clock that practice players let run out.
    assert timed_out <= ({"Player"} if game == "fish-or-cut-bait" else set())


def test_fish_are_thrown_fast_enough_for_a_turn_by_the_timer(set_clock: SetClock) -> None:
    event = rehearsal("fish-or-cut-bait", 3)
    match, seconds = sweep_to_end(event, set_clock)
    throws = match.log.filter(kind__in=("RigRolled", "FishRolled")).count()
    stops = match.log.filter(kind="Stopped").count()
    assert stops == 3
    # Three turns of at most 45 s, each flipped and called for in a few more.
    assert seconds < 3 * 55
    assert throws >= 3 * 5


def _at(game: str, seats: int, options: Any) -> Any:
    return TABLES[game].game.initial_state(seats, options)


def test_fish_styles_look_differently_far_ahead() -> None:
    game = TABLES["fish-or-cut-bait"].game
    lengths = []
    for style in range(3):
        acts = 0

        def play(now: Any, who: Any, _commands: Any, style: int = style) -> Any:
            nonlocal acts
            acts += 1
            return choose(game, now, who.seat, style, 0)

        for number in range(8):
            play_out(game, 2, FishOptions(rounds=2), f"styles/{number}", play)
        lengths.append(acts)
    assert lengths[0] < lengths[1]
    assert lengths[0] < lengths[2]


def test_a_fish_practice_player_flips_and_takes_sevens_from_the_leader() -> None:
    game = TABLES["fish-or-cut-bait"].game
    start = _at("fish-or-cut-bait", 3, FishOptions(lucky_seven=True))
    assert choose(game, start, 0, 1, 5) == FlipTimer()
    splits = set()

    def play(now: Any, who: Any, _commands: Any) -> Any:
        chosen = choose(game, now, who.seat, 0, 0)
        if isinstance(chosen, Deduct):
            leader = max(now.opponents(), key=now.sum_of)
            splits.add(chosen.points[leader])
            assert sum(chosen.points) == 7
        return chosen

    for number in range(20):
        play_out(game, 3, FishOptions(lucky_seven=True, rounds=4), f"sevens/{number}", play)
    assert splits == {7}


def test_an_angler_who_practises_bluffs() -> None:
    """Over many numbers both cards lie under each bait, so a bait tells nothing."""
    game = TABLES["angler"].game
    start = _at("angler", 4, AnglerOptions())
    laid = {choose(game, start, 0, style, n * 7919) for n in range(400) for style in range(3)}
    assert laid == {Bait(value, bite) for value in (2, 3, 4, 5) for bite in (True, False)}


def test_fish_stake_by_temper() -> None:
    game = TABLES["angler"].game
    start = _at("angler", 4, AnglerOptions())
    baited = start
    for entry in game.decide(start, Player(0), Bait(5, bite=False), SeededChance("temper")):
        baited = game.evolve(baited, entry)
    seat = baited.stakers()[0]
    stakes = [choose(game, baited, seat, style, 1) for style in range(3)]
    assert all(isinstance(stake, Stake) for stake in stakes)
    amounts = [stake.fish for stake in stakes if isinstance(stake, Stake)]
    assert amounts == sorted(amounts)
    assert amounts[0] < amounts[2]
    assert choose(game, baited, baited.stakers()[1], 0, 1) is None


@pytest.mark.parametrize("key", sorted(PLAY))
@pytest.mark.parametrize("style", range(3))
def test_every_style_only_does_what_the_rules_allow(key: str, style: int) -> None:
    game = TABLES[key].game
    count = 0

    def play(now: Any, who: Any, commands: Any) -> Any:
        nonlocal count
        count += 1
        if isinstance(who, Host):
            return commands[0]
        chosen = choose(game, now, who.seat, style, count * 104_729)
        assert chosen is not None
        assert chosen == choose(game, now, who.seat, style, count * 104_729)
        return chosen

    options = FishOptions(rounds=2, throw_budget=8) if key == "fish-or-cut-bait" else game.options()
    for seats in (game.min_seats, 4):
        assert play_out(game, seats, options, f"styles/{style}", play).outcome.places
    assert count > 10
