"""What a record of chance must say: the same derivation once more, for what is stored already."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games import fair

MOST = 10_000
"""More than there ever are to pick from or to shuffle."""

Problem = Literal["values", "attempt", "form"]
"""Other values than the seed gives; a label that was drawn before, without an undo; not a record at all."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a match's chance comes from: the seed (32 bytes), its scope and the line-up hash."""

    seed: bytes
    scope: str
    lineup: str

    def __repr__(self) -> str:
        """The scope alone: a seed is in no text."""
        return f"Source({self.scope})"


def recomputed(source: Source, record: Sequence[Any]) -> list[int]:
    """The values a record (`games.chance.Drawn` as a list) must have. Raises ValueError if it is none.

    A record that was tampered with costs no more than an honest one.
    """
    try:
        kind, label, attempt, n, count, values = record
        if not all(type(number) is int for number in (attempt, n, count)):
            raise TypeError("numbers must be whole")
        if count != len(values) or n > MOST:
            raise ValueError("other numbers than there are values")
        at = (source.seed, source.scope, source.lineup, label, attempt)
        match kind:
            case "roll":
                return list(fair.roll(*at, n, count))
            case "pick":
                return list(fair.pick(*at, n, count))
            case "shuffle":
                return list(fair.shuffle(*at, n))
    except TypeError as wrong:
        raise ValueError(f"not a record of chance: {wrong}") from wrong
    raise ValueError(f"no kind of chance: {kind!r}")


class Checker:
    """Looks through a match's records in the order they were written.

    ``used`` counts how often an undo has used up each label: what is drawn under it again has that number.
    """

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()
        self._drawn: set[tuple[str, int]] = set()

    def void(self, labels: Iterable[str]) -> None:
        """A move that drew these labels was undone."""
        self.used.update(labels)

    def problem(self, source: Source, record: Any) -> Problem | None:
        """What is wrong with the next record, if anything is."""
        try:
            wanted = recomputed(source, record)
        except ValueError:
            return "form"
        label, attempt = str(record[1]), record[2]
        if attempt != self.used[label] or (label, attempt) in self._drawn:
            return "attempt"
        self._drawn.add((label, attempt))
        return None if list(record[5]) == wanted else "values"
