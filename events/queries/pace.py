"""How long a match of each game takes whose turns, unlike Live Bait's rolls, are as long as people think.

An estimate: how many turns, casts and stakes there are is counted by the rules, how long people take for one is
assumed, and stated here.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.core.cache import cache

from events.queries.house_rules import options_from
from events.queries.spans import Span
from games import TABLES
from games.codec import canonical_json, encode
from games.kernel import Player
from games.odds import play_out
from games.practice import choose

FLIP_S, NEXT_S = 5, 4
"""Fish or Cut Bait: seconds until the timer is flipped, and from one turn to the next."""
OF_A_TURN, TURN_SPREADS = 0.8, 0.25
"""The share of a turn's time that people use, and how far that spreads."""
THROW_S, THROW_SPREADS = 5, 2
"""A throw that is counted and not timed."""

OF_A_CAST, REVEAL_S, ROLL_S = 0.6, 10, 8
"""Lure: the share of the time to cast that the slowest uses; then what a round takes, and each seat's roll in it."""
ROUND_SPREADS = 12

BAIT_S, STAKE_S, CARD_S, NEXT_ROUND_S = 15, 6, 6, 12
"""Angler & Fish: for a bait, a stake, the turned card, and between rounds, where the limits leave so much."""
CAST_SPREADS = 8

COMPANY_SPREADS = 0.12
"""People of a table are slow or fast together: how far that spreads a whole match."""

_MATCHES = 12


@dataclass(frozen=True, slots=True)
class Pace:
    """A game's ``span`` for so many seats and options, and what share of it is ``left`` in a view."""

    span: Callable[[int, Any], Span]
    left: Callable[[Any], float]


def match_span(game: str, seats: int, chosen: Mapping[str, Any]) -> Span:
    """How long a match of so many takes; ``chosen``: the evening's options, or a match's. KeyError for other games."""
    options = options_from(game, {name: v for name, v in chosen.items() if name != "type"})
    span = PACES[game].span(seats, options)
    return span + Span(0, (COMPANY_SPREADS * span.mean) ** 2)


def share_left(game: str, view: Any) -> float:
    """What share of a match is still to come, by its view."""
    return 0.0 if view.phase == "over" else min(max(PACES[game].left(view), 0.0), 1.0)


# ------------------------------------------------------------------------------- Fish or Cut Bait


def _fish(seats: int, options: Any) -> Span:
    if options.throw_budget:
        turn = Span(
            options.throw_budget * THROW_S + NEXT_S, options.throw_budget * THROW_SPREADS**2
        )
    else:
        flip = min(FLIP_S, options.ready_s)
        turn = Span(
            flip + OF_A_TURN * options.turn_s + NEXT_S, (TURN_SPREADS * options.turn_s) ** 2
        )
    turns = seats * options.rounds
    return Span(turn.mean * turns, turn.variance * turns)


def _fish_left(view: Any) -> float:
    there = [seat for seat in range(len(view.sheet)) if seat not in view.withdrawn]
    to_come = sum(row.catch is None for seat in there for row in view.sheet[seat])
    return to_come / (len(view.sheet) * view.rounds)


# ------------------------------------------------------------------------------------------- Lure


def _lure(seats: int, options: Any) -> Span:
    counted = _counted("lure", seats, options)
    rounds = counted["rounds"] / _MATCHES
    each = OF_A_CAST * options.cast_s + REVEAL_S + ROLL_S * seats
    return Span(rounds * each, rounds * ROUND_SPREADS**2)


def _lure_left(view: Any) -> float:
    """By the cards that are to come, with the round that goes on for as many as it turned up."""
    if not view.round:
        return 1.0
    turned = max((view.deck_left + len(view.fish) + _caught(view)) / max(view.round, 1), 1)
    whole = view.deck_left + _caught(view) + len(view.fish)
    return (view.deck_left + min(turned, 3)) / max(whole, 1)


def _caught(view: Any) -> int:
    return sum(player.fish for player in view.players)


# ---------------------------------------------------------------------------------- Angler & Fish


def _angler(seats: int, options: Any) -> Span:
    counted = _counted("angler", seats, options)
    casts, stakes, rounds = (counted[what] / _MATCHES for what in ("casts", "stakes", "rounds"))
    bait, stake = min(BAIT_S, options.bait_s), min(STAKE_S, options.stake_s)
    mean = casts * (bait + CARD_S) + stakes * stake + rounds * NEXT_ROUND_S
    return Span(mean, casts * CAST_SPREADS**2)


def _angler_left(view: Any) -> float:
    used = len(view.used.baits) / max(len(view.used.baits) + len(view.baits_left), 1)
    return (view.rounds - view.round + 1 - used) / view.rounds


PACES: Mapping[str, Pace] = {
    "fish-or-cut-bait": Pace(_fish, _fish_left),
    "lure": Pace(_lure, _lure_left),
    "angler": Pace(_angler, _angler_left),
}


@lru_cache(maxsize=64)
def _counted(game: str, seats: int, options: Any) -> Counter[str]:
    """What happens in so many matches, played as practice players do. Kept by the site: it takes a moment."""
    name = canonical_json([game, seats, encode(options), _MATCHES])
    key = f"pace/{hashlib.sha256(name.encode()).hexdigest()[:32]}"
    known: Counter[str] | None = cache.get(key)
    if known is None:
        known = _count(game, seats, options)
        cache.set(key, known, None)
    return known


def _count(game: str, seats: int, options: Any) -> Counter[str]:
    rules, found = TABLES[game].game, Counter[str]()
    for number in range(_MATCHES):
        acts = 0

        def act(state: Any, who: Any, commands: Any) -> Any:
            nonlocal acts
            acts += 1
            # What Lure's rounds are doesn't depend on bids, and good ones take long to find.
            if not isinstance(who, Player) or game == "lure":
                return commands[acts % len(commands)]
            return choose(rules, state, who.seat, who.seat, acts * 7919) or commands[0]

        found.update(play_out(rules, seats, options, f"pace/{number}", act).figures)
    return found
