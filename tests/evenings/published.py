"""What a served site publishes about an evening's result: its files, and each player's own history."""

import csv
import io
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from tests.staging import Evening
from tests.visitor import Visitor

PODIUM = [
    (0, "first", "Lantern trophy"),
    (0, "second", "Brass barometer"),
    (0, "third", "Rope ladder"),
    (0, "door", "Bait tin"),
]
TITLES = {place: title for _round, place, title in PODIUM}
"""Prizes of an evening that one match decides, as `tests.staging.stage` takes them."""


@dataclass(frozen=True)
class Published:
    """The files of a result. ``places``: names by place, a list a round; ``takers``: names by what was won."""

    versions: set[int]
    places: list[list[str]]
    takers: dict[str, list[str]]

    @classmethod
    def csv(cls, visitor: Visitor, evening: Evening) -> "Published":
        """As the two tables say."""
        places, prizes = (_table(visitor, f"{evening.path}{name}.csv") for name in _TABLES)
        by_round: dict[int, dict[int, str]] = defaultdict(dict)
        for row in places:
            if row["place"]:
                by_round[int(row["round"])][int(row["place"])] = row["name"]
        versions = {int(row["version"]) for row in [*places, *prizes]}
        takers = _takers((row["prize"], row["name"]) for row in prizes)
        return cls(versions, [_in_order(by_round[one]) for one in sorted(by_round)], takers)

    @classmethod
    def json(cls, visitor: Visitor, evening: Evening) -> "Published":
        """As the one for programs says."""
        result = result_json(visitor, evening)
        rounds = [
            _in_order({row["place"]: row["name"] for row in one["places"] if row["place"]})
            for one in result["rounds"]
        ]
        won = [prize for one in result["rounds"] for prize in one["prizes"]] + result["prizes"]
        takers = _takers((prize["prize"], prize["name"]) for prize in won)
        return cls({result["version"]}, rounds, takers)


_TABLES = ("places", "prizes")


def result_json(visitor: Visitor, evening: Evening) -> Any:
    return visitor.get(f"{evening.path}result.json").data


def own_evening(visitor: Visitor, evening: Evening) -> str:
    """What somebody's own history says of this evening, as text."""
    rows = visitor.get("/me/").text.split('<li><p class="day">')
    (mine,) = (row.split("</ol>")[0] for row in rows if f"/{evening.event_id}/" in row)
    return " ".join(re.sub(r"<[^>]+>", " ", mine).split())


def _takers(won: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for prize, name in won:
        if prize:
            found[prize].append(name)
    return dict(found)


def _in_order(names: dict[int, str]) -> list[str]:
    assert sorted(names) == list(range(1, len(names) + 1)), "places without a hole"
    return [names[place] for place in sorted(names)]


def _table(visitor: Visitor, path: str) -> list[dict[str, str]]:
    answer = visitor.get(path)
    assert answer.status == 200, (path, answer.status)
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
