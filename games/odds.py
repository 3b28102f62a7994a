"""Many matches of a game, played by nobody in particular: who wins, and how long it takes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.angler import figures as angler
from games.chance import SeededChance
from games.fish_or_cut_bait import figures as fish_or_cut_bait
from games.kernel import Actor, Command, Entry, Game, Outcome
from games.lure import figures as lure

Choose = Callable[[Any, Actor, Sequence[Command]], Command]
"""Which of the commands an actor may send now is sent."""

GOOD_PLAY: Mapping[str, Choose] = {
    "fish-or-cut-bait": fish_or_cut_bait.good_play,
    "lure": lure.sensible,
}
"""Play that is good, for games in which chance alone would play badly."""

FIGURES: Mapping[str, Callable[[Iterable[Entry]], Counter[str]]] = {
    "angler": angler.figures,
    "fish-or-cut-bait": fish_or_cut_bait.figures,
    "lure": lure.figures,
}
FIGURES_TEXT: Mapping[str, Callable[[Counter[str]], list[str]]] = {
    "angler": angler.figures_text,
    "fish-or-cut-bait": fish_or_cut_bait.figures_text,
    "lure": lure.figures_text,
}
"""What else is counted in a game's matches, and how it reads."""

LONGEST_MATCH = 100_000
"""Steps after which a match is taken to never end."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one match: its outcome, how many dice were rolled, and what else was counted."""

    outcome: Outcome
    rolls: int
    figures: Counter[str]


@dataclass(frozen=True, slots=True)
class Odds:
    """What came of many matches of ``seats``.

    ``wins``: first places a seat; a shared one counts for each. ``prizes``: how often each seat
    took each prize. ``rolls``: dice rolled in each match, shortest first. ``figures``: what a game
    counts besides, in words.
    """

    seats: int
    wins: tuple[int, ...]
    prizes: tuple[tuple[str, tuple[int, ...]], ...]
    rolls: tuple[int, ...]
    figures: tuple[str, ...] = ()

    def rolls_at(self, percent: int) -> int:
        """The length that so many of a hundred matches don't exceed."""
        rank = -(-len(self.rolls) * percent // 100)
        return self.rolls[max(rank, 1) - 1]


def play_out(
    game: Game[Any], seats: int, options: Any, seed: str, choose: Choose | None = None
) -> Played:
    """One match in which everybody acts in time, and chooses at random or as ``choose`` says.

    Raises RuntimeError if it doesn't end.
    """
    chance, choice = SeededChance(seed), SeededChance(f"{seed}/choice")
    state = game.initial_state(seats, options)
    log: list[Entry] = []
    for step in range(LONGEST_MATCH):
        outcome = game.outcome(state)
        if outcome is not None:
            rolls = sum(count for kind, _, _, _, count, _ in chance.drawn if kind == "roll")
            counted = FIGURES.get(game.key)
            return Played(outcome, rolls, counted(log) if counted else Counter())
        who = next(iter(game.waits(state)))
        commands = game.legal_commands(state, who)
        if choose is not None:
            command = choose(state, who, commands)
        else:
            at = choice.pick(str(step), len(commands), 1)[0] if len(commands) > 1 else 0
            command = commands[at]
        for entry in game.decide(state, who, command, chance):
            state = game.evolve(state, entry)
            log.append(entry)
    raise RuntimeError(f"{game.key} with seed {seed} doesn't end")


def simulate(
    game: Game[Any],
    seats: int,
    options: Any,
    matches: int,
    seed: str,
    choose: Choose | None = None,
) -> Odds:
    """So many matches, numbered; the same seed gives the same numbers again."""
    figures: Counter[str] = Counter()
    wins: Counter[int] = Counter()
    prizes: dict[str, Counter[int]] = {}
    rolls = []
    for number in range(matches):
        played = play_out(game, seats, options, f"{seed}/{number}", choose)
        figures.update(played.figures)
        wins.update(played.outcome.places[0])
        for prize, winners in played.outcome.prizes.items():
            prizes.setdefault(prize, Counter()).update(winners)
        rolls.append(played.rolls)
    return Odds(
        seats,
        _by_seat(wins, seats),
        tuple((prize, _by_seat(count, seats)) for prize, count in prizes.items()),
        tuple(sorted(rolls)),
        tuple(FIGURES_TEXT[game.key](figures)) if game.key in FIGURES_TEXT else (),
    )


def _by_seat(count: Counter[int], seats: int) -> tuple[int, ...]:
    return tuple(count[seat] for seat in range(seats))


def odds_text(odds: Odds) -> str:
    """The numbers as a table for people: shares in percent, lengths in rolls."""
    matches = len(odds.rolls)
    columns = [("first place", odds.wins), *odds.prizes]
    lines = ["seat  " + "".join(f"{title:>13}" for title, _ in columns)]
    for seat in range(odds.seats):
        shares = "".join(f"{100 * count[seat] / matches:>11.2f} %" for _, count in columns)
        lines.append(f"{seat:>4}  {shares}")
    lines += ["", f"rolls in a match ({matches} matches)", *_lengths(odds)]
    if odds.figures:
        lines += ["", *odds.figures]
    return "\n".join(lines) + "\n"


def _lengths(odds: Odds) -> Sequence[str]:
    return [
        f"  least   {odds.rolls[0]}",
        f"  median  {odds.rolls_at(50)}",
        f"  mean    {sum(odds.rolls) / len(odds.rolls):.2f}",
        f"  90 %    {odds.rolls_at(90)}",
        f"  99 %    {odds.rolls_at(99)}",
        f"  most    {odds.rolls[-1]}",
    ]
