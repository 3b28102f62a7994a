"""F13, F15: the disk is full or can't be written, and the power goes: nothing is half done, and all goes on."""

import random
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from tests.faults.clients import Crowd
from tests.faults.counts import by_night
from tests.faults.history import History
from tests.faults.invariants import broken
from tests.faults.report import Tried, note
from tests.faults.stored import read
from tests.faults.test_kill_points import seated
from tests.serving import DATABASE, Serving, started

pytestmark = [pytest.mark.served, pytest.mark.fault]

AN_EVENING = 50
"""Power cuts at one evening, during at most so many acts:"""
MOST_ACTS = 50
SMALL = "size=24m"
"""Room for the database, its journal and the logs of an evening."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of its own that is full soon."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", SMALL, "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"needs the right to mount a tmpfs: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Write until nothing more fits."""
    with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(b"\0" * 4096)


def refused_until(crowd: Crowd, mend: Callable[[], None]) -> None:
    """Somebody's command is answered 503 again and again; once mended it is judged, under the same id."""
    client, form = crowd.turn()
    assert client.act(form) == 503
    assert [client.retry() for _again in range(5)] == [503] * 5
    mend()
    crowd.retry_until_answered()
    assert client.statuses[-1] in (
        200,
        409,
        422,
    )  # what their page showed may have been old by a push


@pytest.mark.night
def test_a_full_disk_is_503_and_nothing_is_half_done(
    small_disk: Path, static_root: str, empty_site: Path
) -> None:
    site = Serving.embedded(small_disk, empty_site, STATIC_ROOT=static_root)
    with started(site), seated(site) as crowd:
        fill(small_disk)
        refused_until(crowd, (small_disk / "filler").unlink)
        crowd.play(6)
        crowd.check()
    note(Tried("F13", "disk full, SQLite", 1, "A-K"))


def set_read_only(site: Serving, word: str) -> None:
    """Let the site's database take no writing, ``on`` or ``off``; its connections begin anew."""
    name = site.environment["DATABASE_URL"].rsplit("/", 1)[1]
    with psycopg.connect(site.environment["DATABASE_URL"], autocommit=True) as postgres:
        postgres.execute("SET default_transaction_read_only = off")
        postgres.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {word}')
        postgres.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = %s AND pid <> pg_backend_pid()",
            [name],
        )


@pytest.mark.night
def test_a_database_that_is_read_only_is_503_and_goes_on_when_it_can_be_written(
    scaled: Serving,
) -> None:
    with seated(scaled) as crowd:
        set_read_only(scaled, "on")
        refused_until(crowd, lambda: set_read_only(scaled, "off"))
        crowd.play(6)
        crowd.check()
    note(Tried("F13", "database read-only, PostgreSQL", 1, "A-K"))


class PowerCuts:
    """Copies of a site's disk as it is at random moments, while people play on."""

    def __init__(self, site: Serving, folder: Path, chance: random.Random) -> None:
        self.site, self.folder, self.chance = site, folder, chance
        self.taken: list[tuple[Path, float]] = []

    def take(self, count: int) -> None:
        for number in range(count):
            time.sleep(
                self.chance.uniform(0.02, 0.12)
            )  # the moment is what is tried, not waited for
            copy = self.folder / f"cut-{number}"
            copy.mkdir()
            process = self.site.processes["web-0"]
            process.send_signal(signal.SIGSTOP)  # nothing is written between the two files
            at = time.monotonic()
            try:
                for name in (DATABASE, f"{DATABASE}-wal"):
                    shutil.copy(self.site.folder / name, copy / name)
            finally:
                process.send_signal(signal.SIGCONT)
            self.taken.append((copy, at))


@pytest.mark.parametrize("cuts", [20, by_night(200)])
def test_after_a_power_cut_every_acknowledged_command_is_there(
    breakable: Serving, tmp_path: Path, seed: int, cuts: int
) -> None:
    folder = tmp_path / "cuts"
    folder.mkdir()
    power = PowerCuts(breakable, folder, random.Random(seed))
    checked = 0
    for begun in range(0, cuts, AN_EVENING):
        with seated(breakable) as crowd:
            checked += cut_under(crowd, power, min(AN_EVENING, cuts - begun))
            crowd.check()
    assert checked > 0
    note(Tried("F15", "power cut, SQLite", cuts, "A-K", seed=seed, more=f"{checked} looked for"))


def cut_under(crowd: Crowd, power: PowerCuts, cuts: int) -> int:
    """Cut the power so often while people play; how many acknowledged commands were found again."""
    cutting = threading.Thread(target=power.take, args=(cuts,))
    cutting.start()
    crowd.play(MOST_ACTS, stop=lambda: not cutting.is_alive())
    cutting.join()
    found = 0
    for copy, at in power.taken:
        found += found_again(copy, at, crowd.history)
        shutil.rmtree(copy)
    power.taken.clear()
    return found


def found_again(copy: Path, at: float, history: History) -> int:
    """Raise AssertionError unless the copy is sound and holds what was acknowledged before it; how many that was."""
    acknowledged = {one.id for one in history.said("ok") if one.told < at}
    with closing(sqlite3.connect(copy / DATABASE)) as lite:
        assert lite.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = {id_ for (id_,) in lite.execute("SELECT command_id FROM events_commandrecord")}
    assert acknowledged - found == set()
    stored = read(Serving(copy, {}, []))
    assert broken(History(), stored) == []
    return len(acknowledged)
