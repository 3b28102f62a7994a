"""The programme of an evening: how many rounds, who can be drawn for each, and when it is over (EV-3 … EV-9).

Pure like the rules: it gets what happened so far and says what comes. People are known by any hashable id.
"""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from typing import Literal, TypeVar

Format = Literal["prize-every-round", "heats-and-final", "knockout"]
Kind = Literal["round", "heat", "final", "knockout"]

T = TypeVar("T")

TABLE = 6
"""Places of a round of Live Bait (LB-1)."""
FEWEST = 2
"""A round for fewer can't be played (EV-3, EV-4)."""
FEWEST_HEATS, MOST_HEATS = 3, 6


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
    """An evening so far. ``entries``: the frozen list; ``gone``: withdrawn, removed or disqualified since."""

    format: Format
    entries: tuple[Hashable, ...]
    rules: HouseRules = HouseRules()
    gone: frozenset[Hashable] = frozenset()
    played: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class Pool:
    """Who a draw is from, how many of them are called, and who is left out for which reason."""

    places: int
    eligible: tuple[Hashable, ...]
    excluded: tuple[tuple[Hashable, str], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Next:
    """The round that can be drawn now: its kind, its number from 1, and a pool for each draw it takes.

    A final has no draw: ``seats`` are those who meet in it.
    """

    kind: Kind
    number: int
    pools: tuple[Pool, ...] = ()
    seats: tuple[Hashable, ...] = ()


def heats_for(entries: int) -> int:
    """How many heats so many entries make (EV-4)."""
    return min(MOST_HEATS, max(FEWEST_HEATS, ceil(entries / TABLE)))


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
            heats = max(_heats(evening), len(done))
            kinds = ["heat"] * heats
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


def _round(evening: Evening) -> Next | None:
    fresh, again = _pools(evening, take=TABLE)
    return _drawn(evening, "round", fresh, again)


def _heat(evening: Evening) -> Next | None:
    left = _heats(evening) - len(evening.played)
    if left <= 0 or any(match.kind == "final" for match in evening.played):
        return None
    unplayed = _unplayed(evening)
    take = min(TABLE, max(FEWEST, ceil(len(unplayed) / left)))
    fresh, again = _pools(evening, take=take)
    return _drawn(evening, "heat", fresh, again)


def _final(evening: Evening) -> Next | None:
    if any(match.kind == "final" for match in evening.played):
        return None
    winners = [
        winner
        for match in evening.played
        if match.kind == "heat"
        for winner in match.winners
        if winner not in evening.gone
    ]
    if len(winners) < FEWEST:
        return None
    return Next("final", len(evening.played) + 1, seats=tuple(dict.fromkeys(winners)))


def _knockout(evening: Evening) -> Next | None:
    entries = _present(evening)
    if evening.played or len(entries) < FEWEST:
        return None
    return Next("knockout", 1, (Pool(len(entries), entries, _left_out(evening, entries, {})),))


def _drawn(evening: Evening, kind: Kind, *pools: Pool) -> Next | None:
    if sum(pool.places for pool in pools) < FEWEST:
        return None
    return Next(kind, len(evening.played) + 1, tuple(pool for pool in pools if pool.places))


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
    room = TABLE - fresh.places if len(unplayed) < TABLE and evening.rules.try_again else 0
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


def _heats(evening: Evening) -> int:
    return evening.rules.heats or heats_for(len(evening.entries))


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


def split(people: Sequence[T], *, fewest: int, most: int) -> tuple[tuple[T, ...], ...]:
    """A pool as several tables of a game that seats ``fewest`` … ``most``, as even as can be (EV-9).

    The earlier tables are the larger ones. Raises ValueError where no such tables exist.
    """
    tables = max(1, ceil(len(people) / most))
    if len(people) < tables * fewest:
        raise ValueError(f"{len(people)} people make no tables of {fewest} to {most}")
    size, larger = divmod(len(people), tables)
    cuts = [0]
    for table in range(tables):
        cuts.append(cuts[-1] + size + (table < larger))
    return tuple(tuple(people[a:b]) for a, b in pairwise(cuts))
