"""The programme of an evening: how many rounds, who can be drawn for each, and when it is over (EV-3 … EV-9).

Pure like the rules: it gets what happened so far and says what comes. People are known by any hashable id.
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from typing import Literal, TypeVar

Format = Literal["prize-every-round", "heats-and-final", "knockout"]
Kind = Literal["round", "heat", "heats", "final", "knockout"]
"""``heats``: all heats of an evening at once, side by side."""

T = TypeVar("T")

TABLE = 6
"""Places of a round of Live Bait (LB-1)."""
FEWEST = 2
"""A round for fewer can't be played (EV-3, EV-4)."""
FEWEST_HEATS = 3
COMPANY = 3
"""Heats side by side are for so many at least, unless the host asks for more heats."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the host may set for an evening.

    ``heats``: the number of heats instead of EV-4's. ``winners_leave``: a main prize takes its winner out of the draw
    for the evening (EV-3). ``try_again``: those who have played fill a round that isn't full (EV-6).
    """

    rounds: int = 1
    heats: int | None = None
    winners_leave: bool = True
    try_again: bool = True


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over: who sat in it and who won it."""

    kind: Kind
    seats: tuple[Hashable, ...]
    winners: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening so far. ``entries``: the frozen list; ``gone``: withdrawn, removed or disqualified since.

    ``table``: how many of the game a round, a heat and the final seat. ``side_by_side``: all heats are one round,
    each at a table of its own (EV-9).
    """

    format: Format
    entries: tuple[Hashable, ...]
    rules: HouseRules = HouseRules()
    gone: frozenset[Hashable] = frozenset()
    played: tuple[Played, ...] = ()
    table: int = TABLE
    side_by_side: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """Who a draw is from, how many of them are called, and who is left out for which reason."""

    places: int
    eligible: tuple[Hashable, ...]
    excluded: tuple[tuple[Hashable, str], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Next:
    """The round that can be drawn now: its kind, its number from 1, and a pool for each draw it takes.

    A final has no pools: ``seats`` are the winners who can be in it. ``places``: how many play, at ``tables``.
    """

    kind: Kind
    number: int
    pools: tuple[Pool, ...] = ()
    seats: tuple[Hashable, ...] = ()
    places: int = 0
    tables: int = 1


def heats_for(entries: int, table: int = TABLE) -> int:
    """How many heats so many entries make: no more than the final seats (EV-4)."""
    return min(table, max(FEWEST_HEATS, ceil(entries / table)))


def tables_for(evening: Evening, kind: Kind, people: int) -> int:
    """How many tables so many people of a round sit at (EV-9): one, or in heats side by side as many as heats."""
    needed = max(1, ceil(people / evening.table))
    if kind != "heats":
        return needed
    each = FEWEST if evening.rules.heats else COMPANY
    return max(needed, min(heats(evening), people // each))


def planned(evening: Evening) -> tuple[Kind, ...]:
    """The programme as it would be now, from the first round on; what was played stands."""
    kinds: list[Kind]
    match evening.format:
        case "knockout":
            return ("knockout",)
        case "heats-and-final":
            done = [match.kind for match in evening.played]
            if "final" in done:
                return tuple(done)
            if evening.side_by_side:
                return ("heats", "final")
            kinds = ["heat"] * max(heats(evening), len(done))
            return (*kinds, "final")
        case _:
            rounds = max(evening.rules.rounds, len(evening.played))
            kinds = ["round"] * rounds
            return tuple(kinds)


def next_round(evening: Evening) -> Next | None:
    """What can be drawn now, or None when the evening is over or nobody can be drawn.

    A round of prizes can always be added by the host, so there it is None only for lack of people.
    """
    match evening.format:
        case "knockout":
            return _knockout(evening)
        case "heats-and-final" if evening.side_by_side:
            return _heats_at_once(evening) or _final(evening)
        case "heats-and-final":
            return _heat(evening) or _final(evening)
        case _:
            return _round(evening)


def places_count(evening: Evening) -> bool:
    """Whether the only heat's places are the evening's, since there is one winner and no final (EV-4)."""
    return (
        evening.format == "heats-and-final"
        and next_round(evening) is None
        and not any(match.kind == "final" for match in evening.played)
        and len(evening.played) > 0
    )


def heats(evening: Evening) -> int:
    """How many heats there are to be: the host's number, or as many as the entries make (EV-4)."""
    wanted = evening.rules.heats or heats_for(len(evening.entries), evening.table)
    return min(wanted, evening.table)


def _round(evening: Evening) -> Next | None:
    fresh, again = _pools(evening, take=evening.table)
    return _drawn(evening, "round", fresh, again)


def _heat(evening: Evening) -> Next | None:
    left = heats(evening) - len(evening.played)
    if left <= 0 or any(match.kind == "final" for match in evening.played):
        return None
    unplayed = _unplayed(evening)
    take = min(evening.table, max(FEWEST, ceil(len(unplayed) / left)))
    fresh, again = _pools(evening, take=take)
    return _drawn(evening, "heat", fresh, again)


def _heats_at_once(evening: Evening) -> Next | None:
    if evening.played:
        return None
    unplayed = _unplayed(evening)
    places = min(len(unplayed), heats(evening) * evening.table)
    if places < FEWEST:
        return None
    pool = Pool(places, unplayed, _left_out(evening, unplayed, {}))
    return Next("heats", 1, (pool,), places=places, tables=tables_for(evening, "heats", places))


def _final(evening: Evening) -> Next | None:
    if any(match.kind == "final" for match in evening.played):
        return None
    winners = [
        winner
        for match in evening.played
        if match.kind in ("heat", "heats")
        for winner in match.winners
        if winner not in evening.gone
    ]
    if len(winners) < FEWEST:
        return None
    seats = tuple(dict.fromkeys(winners))
    return Next(
        "final", len(evening.played) + 1, seats=seats, places=min(len(seats), evening.table)
    )


def _knockout(evening: Evening) -> Next | None:
    entries = _present(evening)
    if evening.played or len(entries) < FEWEST:
        return None
    pool = Pool(len(entries), entries, _left_out(evening, entries, {}))
    return Next("knockout", 1, (pool,), places=len(entries))


def _drawn(evening: Evening, kind: Kind, *pools: Pool) -> Next | None:
    places = sum(pool.places for pool in pools)
    if places < FEWEST:
        return None
    drawn = tuple(pool for pool in pools if pool.places)
    return Next(kind, len(evening.played) + 1, drawn, places=places)


def _pools(evening: Evening, *, take: int) -> tuple[Pool, Pool]:
    """Those who haven't played, and those who fill what they leave empty (EV-3, EV-6)."""
    unplayed = _unplayed(evening)
    repeaters = _repeaters(evening)
    fresh = Pool(
        min(take, len(unplayed)),
        unplayed,
        _left_out(evening, unplayed, dict.fromkeys(repeaters, "has played")),
    )
    # EV-6 looks at who is left for the round, not at how many of them it takes.
    few = len(unplayed) < evening.table
    room = evening.table - fresh.places if few and evening.rules.try_again else 0
    again = Pool(
        min(room, len(repeaters)),
        repeaters,
        _left_out(
            evening, repeaters, dict.fromkeys(unplayed, "drawn before those who have played")
        ),
    )
    return fresh, again


def _left_out(
    evening: Evening, eligible: Collection[Hashable], reasons: dict[Hashable, str]
) -> tuple[tuple[Hashable, str], ...]:
    taken = set(eligible)
    return tuple(
        (entry, _reason(evening, entry) or reasons.get(entry, "has played"))
        for entry in evening.entries
        if entry not in taken
    )


def _reason(evening: Evening, entry: Hashable) -> str:
    if entry in evening.gone:
        return "has left"
    if _has_won(evening, entry):
        return "has won a heat" if evening.format == "heats-and-final" else "has won a main prize"
    return "has tried again already" if _times(evening, entry) > 1 else ""


def _present(evening: Evening) -> tuple[Hashable, ...]:
    return tuple(entry for entry in evening.entries if entry not in evening.gone)


def _unplayed(evening: Evening) -> tuple[Hashable, ...]:
    return tuple(entry for entry in _present(evening) if _times(evening, entry) == 0)


def _repeaters(evening: Evening) -> tuple[Hashable, ...]:
    """Those who have played once and won nothing that keeps them out (EV-6)."""
    return tuple(
        entry
        for entry in _present(evening)
        if _times(evening, entry) == 1 and not _has_won(evening, entry)
    )


def _has_won(evening: Evening, entry: Hashable) -> bool:
    if evening.format != "heats-and-final" and not evening.rules.winners_leave:
        return False
    return any(entry in match.winners for match in evening.played)


def _times(evening: Evening, entry: Hashable) -> int:
    return sum(entry in match.seats for match in evening.played)


def split(
    people: Sequence[T], *, fewest: int, most: int, wanted: int = 1
) -> tuple[tuple[T, ...], ...]:
    """A pool as tables of a game that seats ``fewest`` … ``most``, as even as can be (EV-9).

    As many tables as it takes, or ``wanted`` where that is more. The earlier tables are the larger ones. Raises
    ValueError where no such tables exist.
    """
    tables = max(wanted, ceil(len(people) / most))
    if len(people) < tables * fewest:
        raise ValueError(f"{len(people)} people make no tables of {fewest} to {most}")
    size, larger = divmod(len(people), tables)
    cuts = [0]
    for table in range(tables):
        cuts.append(cuts[-1] + size + (table < larger))
    return tuple(tuple(people[a:b]) for a, b in pairwise(cuts))
