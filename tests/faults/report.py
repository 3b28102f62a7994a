"""What was tried, told at the end of the run: how often, what held, how long the slowest recovery took."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "faults.jsonl"


@dataclass(frozen=True)
class Tried:
    """One fault, tried ``count`` times. ``held``: the invariants that were looked at; ``slowest``: in seconds."""

    fault: str
    what: str
    count: int
    held: str
    slowest: float | None = None
    seed: int | None = None
    more: str = ""


def note(tried: Tried) -> None:
    """Add it to the run's report; the run's workers share one."""
    with _path().open("a") as file:
        file.write(json.dumps(asdict(tried)) + "\n")


def lines() -> list[str]:
    """The report, a line for each fault that was tried; empty where none was."""
    path = _path()
    if not path.exists():
        return []
    tried = [Tried(**json.loads(line)) for line in path.read_text().splitlines()]
    tried.sort(key=lambda one: (int(one.fault[1:]), one.what))
    return [
        f"{one.fault:<4} {one.what:<52} {one.count:>6} times  held: {one.held}"
        + ("" if one.slowest is None else f"  slowest recovery {one.slowest:.1f} s")
        + ("" if one.seed is None else f"  seed {one.seed}")
        + (f"  {one.more}" if one.more else "")
        for one in tried
    ]


def _path() -> Path:
    return Path(os.environ["TACKLEBOX_TEST_RUN"]) / FILE
