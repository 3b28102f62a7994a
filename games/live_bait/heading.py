"""A heading and its parts: whose turn it is, in a title and the instruction under it."""

from dataclasses import dataclass
from typing import Literal

from games.live_bait.line import Line, Value
from games.live_bait.phrases import HEADED


@dataclass(frozen=True, slots=True)
class Headline:
    """``title``: whose turn; ``body``: the instruction under it, one or two lines.

    ``whose``: ``you`` when this audience must act, ``caught`` for a seat that is out.
    """

    whose: Literal["you", "other", "caught"]
    title: Line
    body: tuple[Line, ...]


def you(title: Line, *body: Line) -> Headline:
    """The heading of one who must act."""
    return Headline("you", title, body)


def other(title: Line, *body: Line) -> Headline:
    """The heading of one who waits or watches."""
    return Headline("other", title, body)


def headed(key: str, **values: Value) -> Line:
    """A sentence of a heading, by its key in ``HEADED``."""
    return Line(HEADED[key], tuple(values.items()))
