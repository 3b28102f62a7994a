"""What a check says: a line for each thing looked at, in the same words wherever a proof is checked."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a check came out. ``LATER``: what it needs isn't public yet."""

    OK = "ok"
    WRONG = "WRONG"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Line:
    """One check. ``detail`` is the first thing that is wrong, or empty."""

    state: State
    text: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.state:<6}{self.text}" + (f" [{self.detail}]" if self.detail else "")


class Wrong(Exception):
    """The check at hand fails; the message is its detail."""


def need(holds: bool, detail: object) -> None:
    """Raises Wrong unless it holds."""
    if not holds:
        raise Wrong(str(detail))


class Lines:
    """The lines so far."""

    def __init__(self) -> None:
        self.said: list[Line] = []

    @contextmanager
    def about(self, text: str, *, quiet: bool = False) -> Iterator[None]:
        """A check: its line is ok unless the block raises. ``quiet``: says nothing then.

        Data that isn't of the expected form fails the check it is needed for.
        """
        try:
            yield
        except Wrong as wrong:
            self.said.append(Line(State.WRONG, text, str(wrong)))
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            self.said.append(Line(State.WRONG, text, "can't be read"))
        else:
            if not quiet:
                self.said.append(Line(State.OK, text))

    def later(self, text: str) -> None:
        """What can't be checked yet."""
        self.said.append(Line(State.LATER, text))
