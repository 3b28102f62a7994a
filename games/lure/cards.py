"""Fish cards and lure tokens: data that a host may replace, and what a fish asks of a roll."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

Requirement = Literal[
    "none",
    "a_one",
    "a_one_and_a_five",
    "pair",
    "two_fours",
    "all_odd",
    "all_even",
    "all_different",
]
Splash = Literal["reveal", "lures"]
LureKind = Literal["adjust", "extra", "boast"]

_LONGEST_NAME = 40
MOST_WRONG = 5
"""How many wrong rows of a file are named at once."""


@dataclass(frozen=True, slots=True)
class Fish:
    """A fish card (LU-3, LU-4). Raises ValueError for one that can't be."""

    name: str
    points: int
    catch: int
    requirement: Requirement = "none"
    splash: Splash | None = None

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > _LONGEST_NAME or not self.name.isprintable():
            raise ValueError(f"A fish needs a name of 1 to {_LONGEST_NAME} characters.")
        if type(self.points) is not int or not 0 <= self.points <= 50:
            raise ValueError(f"{self.name}: points must be a whole number from 0 to 50.")
        if type(self.catch) is not int or not 1 <= self.catch <= 100:
            raise ValueError(f"{self.name}: the catch number must be a whole number from 1 to 100.")
        if self.requirement not in get_args(Requirement):
            raise ValueError(f"{self.name}: there is no requirement {self.requirement!r}.")
        if self.splash is not None and self.splash not in get_args(Splash):
            raise ValueError(f"{self.name}: there is no splash {self.splash!r}.")


@dataclass(frozen=True, slots=True)
class Lure:
    """A lure token (LU-2). ``number``: what an extra die shows; 0 on the others.

    Raises ValueError for one that can't be.
    """

    kind: LureKind
    number: int = 0

    def __post_init__(self) -> None:
        if self.kind not in get_args(LureKind):
            raise ValueError(f"There is no lure {self.kind!r}.")
        allowed = range(1, 7) if self.kind == "extra" else range(1)
        if type(self.number) is not int or self.number not in allowed:
            raise ValueError("An extra die shows 1 to 6, the other lures no number.")


def meets(requirement: Requirement, faces: Sequence[int]) -> bool:
    """Whether dice that show this meet a requirement; without dice only "none" is met (LU-4)."""
    if requirement == "none":
        return True
    if not faces:
        return False
    match requirement:
        case "a_one":
            return 1 in faces
        case "a_one_and_a_five":
            return 1 in faces and 5 in faces
        case "pair":
            return max(Counter(faces).values()) >= 2
        case "two_fours":
            return list(faces).count(4) >= 2
        case "all_odd":
            return all(face % 2 for face in faces)
        case "all_even":
            return not any(face % 2 for face in faces)
        case _:
            return len(set(faces)) == len(faces)


def can_catch(fish: Fish, faces: Sequence[int]) -> bool:
    """Whether a roll of these faces, extra dice among them, catches a fish (LU-9, LU-10)."""
    return sum(faces) >= fish.catch and meets(fish.requirement, faces)


def deck_from(rows: Any) -> tuple[Fish, ...]:
    """A deck from JSON data: a list of objects with the fields of ``Fish``.

    Raises ValueError that names each wrong row and what is wrong with it, a line each.
    """
    return _cards(Fish, rows, "Fish", "name, points, catch, requirement and splash", "A deck")


def lures_from(rows: Any) -> tuple[Lure, ...]:
    """Lures from JSON data, as `deck_from` reads fish: objects with the fields of ``Lure``."""
    return _cards(Lure, rows, "Lure", "a kind, and an extra die a number", "A pile of lures")


C = TypeVar("C")


def _cards(
    card: Callable[..., C], rows: Any, called: str, needed: str, whole: str
) -> tuple[C, ...]:
    if not isinstance(rows, list):
        raise ValueError(f"{whole} is a list of {called.lower()}.")
    found, wrong = [], []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            wrong.append(f"{called} {number} is no object.")
            continue
        try:
            found.append(card(**row))
        except (TypeError, AttributeError):
            wrong.append(f"{called} {number} needs {needed}, and nothing else.")
        except ValueError as error:
            wrong.append(f"{called} {number}: {error}")
    if wrong:
        more = [f"And {len(wrong) - MOST_WRONG} more."] if len(wrong) > MOST_WRONG else []
        raise ValueError("\n".join([*wrong[:MOST_WRONG], *more]))
    return tuple(found)


DECK: tuple[Fish, ...] = deck_from(
    json.loads(Path(__file__).with_name("deck.json").read_text("utf-8"))
)
"""The thirty cards that are played with (LU-3)."""

LURES: tuple[Lure, ...] = (
    *(Lure("adjust") for _token in range(12)),
    *(Lure("extra", number) for number in range(1, 7)),
    *(Lure("boast") for _token in range(6)),
)
"""The twenty-four lures (LU-2); a lure is known by its place here."""
