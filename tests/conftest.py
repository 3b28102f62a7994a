"""Fixtures for everybody: real services and real sites. Each is started when first asked for."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.services import PATIENCE, redis_server
from tests.serving import DATABASE, ROOT, Serving, started

pytest_plugins = ["tests.append_only"]

# Speed is measured in tests/bench; a busy machine must not fail an example.
hypothesis.settings.register_profile("suite", deadline=None)
hypothesis.settings.load_profile("suite")

RUN_FOLDER = "TACKLEBOX_TEST_RUN"
RUN_PID = "TACKLEBOX_TEST_RUN_PID"
KEEPERS: list[subprocess.Popen] = []
"""Processes that outlive the worker which started them; they end with the run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-playthroughs",
        action="store_true",
        help="write the golden playthroughs anew instead of comparing with them",
    )
    parser.addoption(
        "--fault-seed",
        default="20260115",
        help="what faults and their timing are chosen from; the report names the one of a run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """One folder a test run, shared by its workers, which inherit the controller's environment."""
    if not hasattr(config, "workerinput"):
        os.environ[RUN_FOLDER] = tempfile.mkdtemp(prefix="tacklebox-run-")
        os.environ[RUN_PID] = str(os.getpid())


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(RUN_FOLDER), ignore_errors=True)


def _once_a_run(name: str, make) -> Path:
    """The file `name` of the run's folder, made by `make(path)` by whichever worker is first."""
    path = Path(os.environ[RUN_FOLDER]) / name
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            make(path)
    return path


def _start_services(addresses: Path) -> None:
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.services"]
        + ["--keep-for", os.environ[RUN_PID], "--addresses", str(addresses)],
        cwd=ROOT,
        start_new_session=True,  # an interrupt of the test run must not reach it before its end
    )
    KEEPERS.append(keeper)
    give_up = time.monotonic() + 2 * PATIENCE
    while not addresses.exists():
        if keeper.poll() is not None or time.monotonic() > give_up:
            raise RuntimeError("Redis and PostgreSQL did not start; their errors are above")
        time.sleep(0.05)


def _migrate(database: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": ""}
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--noinput", "-v", "0"],
        cwd=ROOT,
        env=environment | {"VAR": str(database.parent)},
        check=True,
    )


def _collect_static(folder: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": ""}
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"],
        cwd=ROOT,
        env=environment | {"STATIC_ROOT": str(folder), "VAR": str(folder.parent / "var")},
        check=True,
    )


@pytest.fixture(scope="session")
def services() -> dict[str, str]:
    """DATABASE_URL and REDIS_URL of real servers: those given, or started once for the run."""
    given = {name: os.environ.get(name, "") for name in ("DATABASE_URL", "REDIS_URL")}
    if all(given.values()):
        return given
    return json.loads(_once_a_run("services.json", _start_services).read_text())


@pytest.fixture(scope="session")
def pg_url(services: dict[str, str]) -> str:
    """The URL of a real PostgreSQL server, where one may create databases."""
    return services["DATABASE_URL"]


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty Redis that is this test's alone."""
    with redis_server(tmp_path) as url:
        yield url


@pytest.fixture(scope="session")
def static_root() -> str:
    """The folder with the site's collected static files, made once for the run."""
    return str(_once_a_run("static", _collect_static))


@pytest.fixture(scope="session")
def empty_site() -> Path:
    """A database of a site on which nothing happened yet, made once for the run."""
    return _once_a_run(DATABASE, _migrate)


@pytest.fixture
def embedded(tmp_path: Path, static_root: str, empty_site: Path) -> Iterator[Serving]:
    """A started site in one process on SQLite."""
    with started(Serving.embedded(tmp_path, empty_site, STATIC_ROOT=static_root)) as site:
        yield site


@pytest.fixture(scope="session")
def standing(
    tmp_path_factory: pytest.TempPathFactory, static_root: str, empty_site: Path
) -> Iterator[Serving]:
    """An embedded site that the tests of a worker share: each keeps to people and evenings of its own."""
    folder = tmp_path_factory.mktemp("standing")
    with started(Serving.embedded(folder, empty_site, STATIC_ROOT=static_root)) as site:
        yield site


@pytest.fixture
def scaled(tmp_path: Path, static_root: str, pg_url: str, redis_url: str) -> Iterator[Serving]:
    """A started site of two web processes, a worker and beat on PostgreSQL and Redis."""
    with started(Serving.scaled(tmp_path, pg_url, redis_url, STATIC_ROOT=static_root)) as site:
        yield site


@pytest.fixture(params=["embedded", pytest.param("scaled", marks=pytest.mark.nightly)])
def served_by_night(request: pytest.FixtureRequest) -> Serving:
    """The same where the second set-up waits for the night: whole games in browsers take their time."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["embedded", "scaled"])
def served(request: pytest.FixtureRequest) -> Serving:
    """A started site; the test runs once in each of the two set-ups."""
    return request.getfixturevalue(request.param)
