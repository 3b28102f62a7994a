"""Standings over the evenings of a series, from the result of each as it stands."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from events.models import Event, Registration, Round, Series
from events.queries import exports, results

SCORING: Mapping[str, int] = {
    "main": 5,
    "first": 5,
    "second": 3,
    "third": 2,
    "door": 1,
    "played": 1,
}
"""Points where a series states none: by the name of the place, and for having sat at a table in an evening."""

BEST_SHOWN = 3
"""So many of somebody's best places are named, one an evening."""

_WINS = ("main", "first")
_OVER = (Event.State.FINISHED, Event.State.SETTLED)


class _Entry(NamedTuple):
    """Whose an entry is: its number at the evening, the row of `Person`, and the name they came under."""

    number: int
    person: int
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's standing. Equal points share a ``place``; ``person`` is the row of `Person`.

    ``best`` are their best places, each in an evening of its own, the best first.
    """

    place: int
    name: str
    person: int
    points: int
    evenings: int
    wins: int
    best: tuple[int, ...] = ()


@dataclass(slots=True)
class _Sum:
    name: str = ""
    points: int = 0
    evenings: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)


def scoring_of(series: Series) -> dict[str, int]:
    """What each place brings, as stated on the page."""
    return dict(series.scoring or SCORING)


def evenings_of(series: Series) -> list[Event]:
    """The evenings that count: over, and no rehearsals; the first first."""
    rows = series.events.filter(state__in=_OVER, rehearsal=False)
    return list(rows.prefetch_related("results").order_by("starts_at", "pk"))


def standings(series: Series) -> list[Row]:
    """Everybody who has played, by points, under the name they had last.

    A person is one by their `Person`, whatever names they came under. Whoever is disqualified at an evening gets
    nothing for it. It asks as often for many evenings as for one.
    """
    scoring = scoring_of(series)
    sums: dict[int, _Sum] = defaultdict(_Sum)
    entries = _entries(series)
    for event in evenings_of(series):
        _add(results.latest(event).data, entries, scoring, sums)
    ranked = sorted(sums.items(), key=lambda pair: (-pair[1].points, pair[1].name.casefold()))
    points = [total.points for _person, total in ranked]
    return [
        Row(
            points.index(total.points) + 1,
            total.name,
            person,
            total.points,
            total.evenings,
            total.wins,
            tuple(sorted(total.places)[:BEST_SHOWN]),
        )
        for person, total in ranked
    ]


def standings_csv(series: Series) -> bytes:
    """The standings as a spreadsheet takes them; ``versions`` are those of the evenings' results, the first first."""
    counted = "; ".join(f"v{results.latest(event).number}" for event in evenings_of(series))
    rows = [
        (
            row.place,
            row.name,
            row.points,
            row.evenings,
            row.wins,
            ", ".join(str(place) for place in row.best),
            counted,
        )
        for row in standings(series)
    ]
    head = ("place", "name", "points", "evenings", "wins", "best places", "versions")
    return exports.csv_file(head, rows)


def _entries(series: Series) -> dict[str, _Entry]:
    rows = Registration.objects.filter(event__series=series, event__state__in=_OVER)
    return {
        reg: _Entry(number, person, name)
        for reg, number, person, name in rows.values_list("reg", "number", "person", "name")
    }


def _add(
    data: results.Data,
    entries: Mapping[str, _Entry],
    scoring: Mapping[str, int],
    sums: dict[int, _Sum],
) -> None:
    rows = [row for round_ in data["rounds"] for row in round_["places"]]
    played = {row["reg"] for row in rows if row["state"] != "disqualified"}
    won = [prize for prize in results.prizes_in(data) if prize["reg"]]
    # Somebody who withdrew and registered again has two entries, and was there once.
    there = [entries[reg] for reg in played | {prize["reg"] for prize in won}]
    for person, name in {entry.person: entry.name for entry in sorted(there)}.items():
        sums[person].name = name
        sums[person].evenings += 1
    for person in {entries[reg].person for reg in played}:
        sums[person].points += scoring.get("played", 0)
    for prize in won:
        total = sums[entries[prize["reg"]].person]
        total.points += scoring.get(prize["place"], 0)
        total.wins += prize["place"] in _WINS
    for person, place in _best_places(data["rounds"], entries).items():
        sums[person].places.append(place)


def _best_places(
    rounds: Iterable[Mapping[str, Any]], entries: Mapping[str, _Entry]
) -> dict[int, int]:
    """Each person's best place of an evening. First in a heat is a place in the final, not the evening's first."""
    rounds = list(rounds)
    deciding = [round_ for round_ in rounds if round_["kind"] not in Round.BEFORE_A_FINAL] or rounds
    best: dict[int, int] = {}
    for row in (row for round_ in deciding for row in round_["places"]):
        if row["place"]:
            person = entries[row["reg"]].person
            best[person] = min(best.get(person, row["place"]), row["place"])
    return best
