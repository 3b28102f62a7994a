"""How practice players play each game. A new game adds a line here; without one they do anything that is legal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.angler import practice as angler
from games.fish_or_cut_bait import practice as fish_or_cut_bait
from games.kernel import Command, Game, Player, Seat
from games.lure import practice as lure

Act = Callable[[Any, Seat, int, int], Command | None]
"""State, seat, style, and a number in place of chance: what the seat does, or None if it isn't waited for."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long they think: ``shortest`` and up to ``spread`` more, in milliseconds."""

    shortest: int = 700
    spread: int = 1300


AT_EASE = Pace()

PLAY: Mapping[str, Act] = {
    "angler": angler.act,
    "fish-or-cut-bait": fish_or_cut_bait.act,
    "lure": lure.act,
}
PACES: Mapping[str, Pace] = {"fish-or-cut-bait": Pace(800, 1000)}
"""A turn by the timer is played fast."""


def pace_of(game: str) -> Pace:
    """How long practice players think in a game."""
    return PACES.get(game, AT_EASE)


def choose(game: Game[Any], state: Any, seat: Seat, style: int, number: int) -> Command | None:
    """What a practice player does; the same for the same arguments. None if nothing can be done."""
    play = PLAY.get(game.key)
    chosen = play(state, seat, style, number) if play else None
    if chosen is not None:
        return chosen
    commands = game.legal_commands(state, Player(seat))
    return commands[number % len(commands)] if commands else None
