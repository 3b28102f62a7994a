"""A KnockOut of 500 beside one of 6: what a roll costs at the start and at the end of each.

A roll may cost more where more people look at it; it must not cost more for how many play or for how long they have.
So each figure stands beside that of the small table in the same run, and is given for each page as well.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

import pytest

from tests.bench.counted_site import FILE
from tests.bench.crowded import Hall, Pressed
from tests.bench.table import kept
from tests.serving import Serving, started
from tests.staging import Evening, stage

pytestmark = [pytest.mark.bench, pytest.mark.served]

SMALL, LARGE = 6, 500
WATCHERS = 20
ROLLS = 30
"""Presses that count at the start and at the end of a match."""
LEFT = 7
"""People left in the large match when its end is measured."""
PATIENT = {"opening_s": 600, "roll_s": 600, "choose_s": 600}
"""House rules under which no clock runs out."""


@dataclass(frozen=True)
class Cost:
    """What the presses of one stretch cost in the middle: ms, bytes, templates rendered and queries made."""

    what: str
    pages: int
    entries: int
    presses: list[Pressed]
    drawn: dict[int, dict]

    def line(self) -> tuple[str, ...]:
        pushes = [self.drawn[one.seq] for one in self.presses if one.seq in self.drawn]
        size = median(one.sent for one in self.presses)
        return (
            self.what,
            str(self.entries),
            f"{1000 * median(one.own for one in self.presses):.0f}",
            f"{1000 * median(one.last for one in self.presses):.0f}",
            f"{size / 1024:.0f}",
            f"{size / self.pages:.0f}",
            f"{mean(one['renders'] for one in pushes):.1f}",
            f"{mean(one['queries'] for one in pushes):.1f}",
            f"{median(one['ms'] for one in pushes):.0f}",
        )


TITLES = (
    "match",
    "entries",
    "own ms",
    "last ms",
    "KiB",
    "bytes/page",
    "renders",
    "queries",
    "draw ms",
)


@contextmanager
def site(folder: Path, static_root: str) -> Iterator[Serving]:
    folder.mkdir()
    one = Serving.embedded(folder, STATIC_ROOT=static_root)
    one.entry = [sys.executable, "-m", "tests.bench.counted_site"]
    with started(one):
        yield one


def measured(one: Serving, count: int) -> list[Cost]:
    """The first and the last presses of a KnockOut of so many, from when its roll is called."""
    evening = stage(
        one, format="knockout", capacity=LARGE, options=PATIENT, answer_s=600, crowd=count
    )
    with Hall(evening, list(evening.devices), WATCHERS) as hall:
        while (pressed := hall.press()) and pressed.command != "CallRoll":
            pass
        if count <= LEFT:
            whole = list(iter(hall.press, None))
            half = len(whole) // 2
            start, end = whole[:half][:ROLLS], whole[half:][-ROLLS:]
        else:
            start = [pressed for _press in range(ROLLS) if (pressed := hall.press())]
            play_down(evening)
            hall.catch_up()
            end = list(iter(hall.press, None))[-ROLLS:]
    drawn = {
        line["seq"]: line
        for line in map(json.loads, (one.folder / FILE).read_text().splitlines())
        if line["what"] == "push" and line["topic"].startswith("match/")
    }
    pages = len(hall.pages)
    return [
        Cost(f"{count}, start", pages, start[-1].seq, start, drawn),
        Cost(f"{count}, end", pages, end[-1].seq, end, drawn),
    ]


def play_down(evening: Evening) -> None:
    code = f"from tests.seeding import play_down; play_down({evening.event_id!r}, {LEFT})"
    evening.site.manage("shell", "-v", "0", "-c", code)


def test_a_roll_costs_what_it_changes_and_no_more(tmp_path: Path, static_root: str) -> None:
    """Printed and kept in var/bench/crowd.txt."""
    found: list[Cost] = []
    for count in (SMALL, LARGE):
        with site(tmp_path / str(count), static_root) as one:
            found += measured(one, count)
    title = (
        f"One press at a KnockOut, with {WATCHERS} who watch; each player has a page of their own:"
    )
    print(kept("crowd", title, [TITLES, *(cost.line() for cost in found)]))
