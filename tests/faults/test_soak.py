"""F16: evenings one after the other for a while: memory, open files and connections stay as they are."""

import time
from pathlib import Path

import pytest

from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import seated
from tests.serving import Serving
from tests.staging import rows

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

WATCHERS = 20
ACTS = 60
"""Commands at one evening."""
WARM = 0.3
"""The part of the time after which nothing may grow any more."""
MORE_KB = 20 * 1024
MORE_FILES = 30


def held(site: Serving) -> tuple[int, int, int]:
    """KB of memory, open files, and connections to the database, of the first web process."""
    process = Path(f"/proc/{site.processes['web-0'].pid}")
    memory = int((process / "status").read_text().split("VmRSS:")[1].split()[0])
    connections = 0
    if site.environment.get("DATABASE_URL"):
        sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        connections = int(rows(site, sql)[0][0])
    return memory, len(list((process / "fd").iterdir())), connections


@pytest.mark.parametrize(
    ("setup", "seconds"), [by_night(300, "breakable"), by_night(300, "breakable_pair")]
)
def test_evenings_one_after_the_other_leave_nothing_behind(
    setup: str, seconds: int, request: pytest.FixtureRequest
) -> None:
    site: Serving = request.getfixturevalue(setup)
    begun, evenings = time.monotonic(), 0
    warm = None
    while evenings < 2 or time.monotonic() - begun < seconds:
        with seated(site, watchers=WATCHERS) as crowd:
            crowd.play(ACTS, stop=lambda: time.monotonic() - begun > seconds)
            crowd.check()
        evenings += 1
        if warm is None and time.monotonic() - begun > WARM * seconds:
            warm = held(site)
    end = held(site)
    assert warm is not None
    more = f"{warm[0] >> 10} to {end[0] >> 10} MB, {warm[1]} to {end[1]} files, {warm[2]} to {end[2]} connections"
    note(Tried("F16", f"evenings for {seconds} s, {setup}", evenings, "A-K", more=more))
    assert end[0] - warm[0] < MORE_KB
    assert end[1] - warm[1] < MORE_FILES
    assert end[2] <= warm[2] + 5
