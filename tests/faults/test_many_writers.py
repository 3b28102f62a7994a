"""F14: forty write to one SQLite at once while it is backed up: nobody is told that it is locked."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.counts import by_night
from tests.faults.history import History
from tests.faults.invariants import broken
from tests.faults.report import Tried, note
from tests.faults.stored import read
from tests.serving import DATABASE, Serving
from tests.staging import Evening, stage
from tests.visitor import Visitor, forms_in

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

WRITERS = 40


def back_up(site: Serving, folder: Path, stop: threading.Event) -> int:
    """Copy the database as SQLite's own backup does, again and again; how often."""
    done = 0
    while not stop.is_set():
        with (
            closing(sqlite3.connect(site.folder / DATABASE)) as source,
            closing(sqlite3.connect(folder / f"backup-{done % 2}")) as target,
        ):
            source.backup(target, pages=50, sleep=0.01)
        done += 1
    return done


def write(evening: Evening, number: int, until: float) -> list[float]:
    """Enter, then change one's name until the time is up; how long each took."""
    took: list[float] = []
    with closing(Visitor(evening.site.url)) as person:
        page = person.register(evening.path, f"Guest {number}")
        while not took or time.monotonic() < until:
            form = next(one for one in forms_in(page.text) if "rename" in one.action)
            begun = time.monotonic()
            page = person.enter(form, f"Guest {number} {'kx'[len(took) % 2]}")
            took.append(time.monotonic() - begun)
            assert page.status == 200, page.text[:2000]
    return took


@pytest.mark.parametrize("seconds", [by_night(60)])
def test_forty_write_at_once_under_a_backup_and_nobody_meets_a_lock(
    breakable: Serving, tmp_path: Path, seconds: int
) -> None:
    evening = stage(breakable, capacity=WRITERS)
    stop = threading.Event()
    with ThreadPoolExecutor(WRITERS + 1) as threads:
        backups = threads.submit(back_up, breakable, tmp_path, stop)
        until = time.monotonic() + seconds
        jobs = [threads.submit(write, evening, number, until) for number in range(WRITERS)]
        try:
            took = sorted(second for job in jobs for second in job.result())
        finally:
            stop.set()
        copies = backups.result()
    assert "locked" not in breakable.log()
    assert broken(History(), read(breakable)) == []
    assert copies > 1
    p99 = took[int(len(took) * 0.99)]
    more = f"{copies} backups, p99 {p99:.2f} s, longest {took[-1]:.2f} s"
    note(Tried("F14", f"{WRITERS} writers at once for {seconds} s", len(took), "A-K", more=more))
