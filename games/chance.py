"""Where dice come from. Games only see the protocol; production draws through ``games.fair``."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Literal, Protocol

Kind = Literal["roll", "pick", "shuffle"]


class Chance(Protocol):
    """A source of chance.

    A label says what is rolled by its meaning (``host/3``) and is unique in a match.
    """

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        """``count`` faces, each 1 … ``sides``."""

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        """``count`` distinct indices below ``n``, in the order they were picked."""

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        """The indices 0 … ``n``-1 in a random order."""


Drawn = tuple[Kind, str, int, int, int, tuple[int, ...]]
"""One draw of chance as it is recorded: kind, label, attempt, n, count, values.

``attempt``: how often a void had used up this label before. ``n``: sides of a die, or how many
there were to pick from or to shuffle. ``count``: how many were rolled or picked.
"""


class SeededChance:
    """Chance for tests, playthroughs and simulation: the same seed and label give the same values.

    Values depend on the label and not on the order of asking. ``attempts``: how often each label
    was used up before. ``drawn``: every draw, in order.
    """

    def __init__(self, seed: int | str, attempts: Mapping[str, int] | None = None) -> None:
        self.seed = str(seed)
        self.attempts = attempts or {}
        self.drawn: list[Drawn] = []

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        stream = self._below(sides, "roll", label)
        return self._record("roll", label, sides, tuple(next(stream) + 1 for _ in range(count)))

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        if not 0 <= count <= n:
            raise ValueError(f"{label}: can't pick {count} of {n}")
        return self._record("pick", label, n, self._order(n, "pick", label)[:count])

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        return self._record("shuffle", label, n, self._order(n, "shuffle", label))

    def _record(self, kind: Kind, label: str, n: int, values: tuple[int, ...]) -> tuple[int, ...]:
        attempt = self.attempts.get(label, 0)
        self.drawn.append((kind, label, attempt, n, len(values), values))
        return values

    def _digest(self, *parts: object) -> bytes:
        return hashlib.sha256("\n".join([self.seed, *map(str, parts)]).encode()).digest()

    def _below(self, n: int, kind: str, label: str) -> Iterator[int]:
        """Endless even values below ``n``: 64 bits at a time, those of the uneven rest left out."""
        if n < 1:
            raise ValueError(f"{label}: nothing to draw from")
        limit = 2**64 - 2**64 % n
        block = 0
        while True:
            digest = self._digest(kind, label, self.attempts.get(label, 0), n, block)
            for start in range(0, 32, 8):
                value = int.from_bytes(digest[start : start + 8], "big")
                if value < limit:
                    yield value % n
            block += 1

    def _order(self, n: int, kind: str, label: str) -> tuple[int, ...]:
        attempt = self.attempts.get(label, 0)
        return tuple(sorted(range(n), key=lambda i: (self._digest(kind, label, attempt, i), i)))


class ScriptedChance:
    """Chance for tests that say what falls: values by label.

    ``script``: for a label the value or the values; a roll's are faces, a pick's and a shuffle's
    indices. ``otherwise`` answers for all other labels; without it they raise LookupError, as does
    a script that doesn't fit what is asked. ``drawn``: every draw, in order.
    """

    def __init__(
        self, script: Mapping[str, int | tuple[int, ...]], otherwise: Chance | None = None
    ) -> None:
        self.script = {
            label: (values,) if isinstance(values, int) else tuple(values)
            for label, values in script.items()
        }
        self.otherwise = otherwise
        self.drawn: list[Drawn] = []

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        values = self.script.get(label)
        if values is None and self.otherwise is not None:
            values = self.otherwise.roll(label, sides, count)
        return self._record("roll", label, sides, count, values, range(1, sides + 1))

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        values = self.script.get(label)
        if values is None and self.otherwise is not None:
            values = self.otherwise.pick(label, n, count)
        return self._record("pick", label, n, count, values, range(n))

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        values = self.script.get(label)
        if values is None and self.otherwise is not None:
            values = self.otherwise.shuffle(label, n)
        return self._record("shuffle", label, n, n, values, range(n))

    def _record(
        self,
        kind: Kind,
        label: str,
        n: int,
        count: int,
        values: tuple[int, ...] | None,
        possible: range,
    ) -> tuple[int, ...]:
        if values is None:
            raise LookupError(f"the script has nothing for {label!r}")
        distinct = kind == "roll" or len(set(values)) == count
        if len(values) != count or not distinct or not all(value in possible for value in values):
            raise LookupError(
                f"the script's {values} for {label!r} can't fall: {kind} {count} of {n}"
            )
        self.drawn.append((kind, label, 0, n, count, values))
        return values
