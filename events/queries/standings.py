"""Standings over the evenings of a series, from the result of each as it stands."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from events.models import Event, Registration, Series
from events.queries import results

SCORING: Mapping[str, int] = {
    "main": 5,
    "first": 5,
    "second": 3,
    "third": 2,
    "door": 1,
    "played": 1,
}
"""Points where a series states none: by the name of the place, and for having sat at a table in an evening."""

_WINS = ("main", "first")
_OVER = (Event.State.FINISHED, Event.State.SETTLED)


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody's standing. Equal points share a ``place``; ``person`` is the row of `Person`."""

    place: int
    name: str
    person: int
    points: int
    evenings: int
    wins: int


@dataclass(slots=True)
class _Sum:
    name: str = ""
    points: int = 0
    evenings: int = 0
    wins: int = 0


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
    nothing for it.
    """
    scoring = scoring_of(series)
    sums: dict[int, _Sum] = defaultdict(_Sum)
    for event in evenings_of(series):
        _add(event, scoring, sums)
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
        )
        for person, total in ranked
    ]


def _add(event: Event, scoring: Mapping[str, int], sums: dict[int, _Sum]) -> None:
    data = results.latest(event).data
    rows = [row for round_ in data["rounds"] for row in round_["places"]]
    played = {row["reg"] for row in rows if row["state"] != "disqualified"}
    won = [prize for prize in results.prizes_in(data) if prize["reg"]]
    regs = played | {prize["reg"] for prize in won}
    people: dict[str, tuple[int, str]] = {
        reg: (person, name)
        for reg, person, name in Registration.objects.filter(event=event, reg__in=regs).values_list(
            "reg", "person_id", "name"
        )
    }
    for reg in regs:
        person, name = people[reg]
        sums[person].name = name
        sums[person].evenings += 1
    for reg in played:
        sums[people[reg][0]].points += scoring.get("played", 0)
    for prize in won:
        total = sums[people[prize["reg"]][0]]
        total.points += scoring.get(prize["place"], 0)
        total.wins += prize["place"] in _WINS
