"""Will it fit? How long an evening takes with so many people, from matches played out by the rules.

An estimate, and shown as one: "about 41 minutes, rarely over 49". The rolls of a match of Live Bait are counted by
`games.odds.simulate`; how long people take for one is assumed, and stated here. Other games have a pace of their own
(`queries.pace`).
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from events.models import Event, Match
from events.queries import pace, rounds, states
from events.queries import programme as stored
from events.queries.pace import PACES, share_left
from events.queries.spans import Span
from games import TABLES, programme
from games.codec import canonical_json, encode
from games.kernel import Public
from games.odds import simulate
from games.programme import Evening, Next, Played

ROLL_S = 8
"""Seconds from one roll to the next: it is seen who is LIVE, pressed, watched and read out."""
DRAW_S = 60
"""Seconds for a draw and the answers to it; in KnockOut for the draw alone."""
BEACON_S = 35
"""Seconds more where the draw and then the line-up wait for the public beacon."""
START_S = 45
"""Seconds from the start to the first roll: dice are picked, the host calls the roll."""
BREAK_S = 60
"""Seconds between rounds: the winner is named, people breathe."""
_MATCHES = 40
_SMALL, _LARGE, _LARGE_MATCHES = 8, 40, 8
"""A big roster's length grows by the same for each person, so it is worked out from two sizes."""
_LONGEST_PROGRAMME = 24


def evening_span(event: Event, people: int) -> Span:
    """The whole evening from the draw on, with so many people."""
    known = stored.evening_of(event)
    return _span(event, replace(known, entries=tuple(range(people)), gone=frozenset(), played=()))


def span_left(event: Event, match: Match | None) -> Span:
    """What is still to come, the round under way counted by who is still in it."""
    evening = stored.evening_of(event)
    if not rounds.under_way(event):
        return _span(event, evening)
    round_ = rounds.current(event)
    coming = programme.next_round(evening)
    left = Span()
    if match is not None and match.ended_at is None:
        left = match_left(match)
    elif round_ is not None and coming is not None:
        left = match_span(event.game, _size(coming), event.options) + Span(_draw_s(event))
    if coming is None:
        return left
    return left + _span(event, _after(evening, coming), started=True)


def _draw_s(event: Event) -> int:
    """The seconds until a round's players sit, with what the evening's draws wait for."""
    return DRAW_S + (BEACON_S if event.entropy_mode == Event.EntropyMode.DRAND else 0)


def match_left(match: Match) -> Span:
    """What is left of a match, by who is still in it."""
    view: Any = states.table_of(match).view(states.state_of(match), Public())
    if match.game in PACES:
        whole = match_span(match.game, match.seats.count(), match.options)
        return whole.part(share_left(match.game, view))
    standing = sum(die.state == "standing" for die in view.dice)
    on = standing + len(view.called) + len(view.queue)
    if view.phase == "picking":
        on = match.seats.count() - len(view.withdrawn)
    return match_span(match.game, on, match.options) if on > 1 else Span()


def match_span(game: str, seats: int, options: Any) -> Span:
    """One match of so many seats; one of fewer than two takes no time."""
    least, most = TABLES[game].game.min_seats, TABLES[game].game.max_seats
    if seats < least:
        return Span()
    seats = min(seats, most)
    if game in PACES:
        return Span(START_S) + pace.match_span(game, seats, options)
    chosen = _switches(game, options)
    if seats <= _SMALL:
        mean, variance = _rolls(game, seats, chosen, _MATCHES)
    else:
        (small, spread), (large, _wide) = (
            _rolls(game, _SMALL, chosen, _MATCHES),
            _rolls(game, _LARGE, chosen, _LARGE_MATCHES),
        )
        each = (large - small) / (_LARGE - _SMALL)
        mean, variance = small + each * (seats - _SMALL), spread * seats / _SMALL
    return Span(START_S + mean * ROLL_S, variance * ROLL_S**2)


def about(span: Span) -> str:
    """ "about 41 minutes, rarely over 49"."""
    words = _("about %(minutes)s minutes, rarely over %(rarely)s")
    return words % {"minutes": span.minutes, "rarely": span.rarely}


def ends(span: Span, now: datetime) -> tuple[datetime, datetime]:
    """When it is over: on average, and nine times of ten."""
    return now + timedelta(minutes=span.minutes), now + timedelta(minutes=span.rarely)


def _span(event: Event, evening: Evening, *, started: bool = False) -> Span:
    total = Span()
    for number, size in enumerate(_sizes(evening)):
        pause = BREAK_S if number or started else 0
        total += match_span(event.game, size, event.options) + Span(_draw_s(event) + pause)
    return total


def _sizes(evening: Evening) -> Iterator[int]:
    """The sizes of the matches to come, as if each were won by the first drawn."""
    for _number in range(_LONGEST_PROGRAMME):
        if len(evening.played) >= len(programme.planned(evening)):
            return
        coming = programme.next_round(evening)
        if coming is None:
            return
        yield _size(coming)
        evening = _after(evening, coming)


def _size(coming: Next) -> int:
    """How many sit at the round's largest table."""
    return ceil(coming.places / coming.tables)


def _after(evening: Evening, coming: Next) -> Evening:
    seats = coming.seats[: coming.places] or tuple(
        entry for pool in coming.pools for entry in pool.eligible[: pool.places]
    )
    played = Played(coming.kind, seats, seats[: coming.tables])
    return replace(evening, played=(*evening.played, played))


def _switches(game: str, options: Any) -> str:
    """The house rules that change how often is rolled: time limits don't."""
    known = encode(TABLES[game].game.options())
    if not isinstance(known, dict) or not isinstance(options, dict):
        raise TypeError("house rules are an object")
    chosen = {**known, **options}
    return canonical_json({k: v for k, v in chosen.items() if isinstance(v, bool)})


@lru_cache(maxsize=256)
def _rolls(game: str, seats: int, switches: str, matches: int) -> tuple[float, float]:
    """Mean and variance of a match's rolls. Kept by the site: working it out takes a second."""
    name = f"{game}/{seats}/{switches}/{matches}"
    key = f"fit/{hashlib.sha256(name.encode()).hexdigest()[:32]}"
    known: tuple[float, float] | None = cache.get(key)
    if known is None:
        known = _counted(game, seats, switches, matches)
        cache.set(key, known, None)
    return known


def _counted(game: str, seats: int, switches: str, matches: int) -> tuple[float, float]:
    played = TABLES[game].game
    rules = played.options(**json.loads(switches))
    rolls = simulate(played, seats, rules, matches, "fit").rolls
    mean = sum(rolls) / len(rolls)
    return mean, sum((count - mean) ** 2 for count in rolls) / len(rolls)
