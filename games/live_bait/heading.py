"""A sentence of a heading of Live Bait, by its key."""

from games.line import Line, Value
from games.live_bait.phrases import HEADED


def headed(key: str, **values: Value) -> Line:
    """A sentence of a heading, by its key in ``HEADED``."""
    return Line(HEADED[key], tuple(values.items()))
