"""F6: a process whose clock is wrong decides nothing by it: the database's clock does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import seated
from tests.serving import Serving, started

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

LIBRARIES = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib")


def wrong_by(offset: str) -> dict[str, str]:
    """What a process needs in its environment to have a clock that is wrong by so much."""
    for folder in LIBRARIES:
        library = Path(folder) / "faketime" / "libfaketimeMT.so.1"
        if library.exists():
            more = {"FAKETIME": offset, "DONT_FAKE_MONOTONIC": "1"}
            return {"LD_PRELOAD": str(library)} | more
    pytest.skip("needs libfaketime: apt-get install faketime")


@pytest.fixture
def site(
    request: pytest.FixtureRequest, tmp_path: Path, static_root: str, pg_url: str, redis_url: str
) -> Iterator[Serving]:
    site = Serving.scaled(tmp_path, pg_url, redis_url, STATIC_ROOT=static_root)
    site.own["web-1"] = wrong_by(request.param)
    with started(site) as running:
        yield running


@pytest.mark.parametrize(
    ("site", "acts"),
    [by_night(40, "+90s"), by_night(40, "-90s"), by_night(40, "+25h"), by_night(40, "-0.2s")],
    indirect=["site"],
)
def test_one_of_two_processes_has_a_wrong_clock_and_nobody_is_timed_out(
    site: Serving, acts: int, seed: int, request: pytest.FixtureRequest
) -> None:
    with seated(site, watchers=2) as crowd:
        crowd.play(min(acts, 60))
        crowd.check()
        kinds = [line.kind for log in crowd.stored().logs for line in log.lines]
    assert "TimedOut" not in kinds
    offset = request.node.callspec.params["site"]
    note(Tried("F6", f"one of two processes is {offset} off", acts, "A-K", seed=seed))
