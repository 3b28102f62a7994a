"""F3: Redis is killed, cut off, emptied or asleep while people play: commands go on, and pages follow."""

import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
import redis

from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import seated
from tests.services import await_answer, end, free_port, listens
from tests.serving import Serving, answers, started
from tests.staging import until

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

AWAY_ACTS = 6
"""Commands while it is away."""
ASLEEP_S = 8
ANSWERED_S = 1.5
MARGIN_S = 2.0


@dataclass
class Redis:
    """A Redis of one's own that can be mistreated."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
            + ["--appendonly", "no", "--enable-debug-command", "yes", "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
        )
        await_answer(lambda: listens(self.port), self.process, "redis-server")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def say(self, *words: object) -> None:
        with redis.Redis.from_url(self.url, socket_timeout=30) as client:
            client.execute_command(*words)


def killed(server: Redis, play: Callable[[], object]) -> None:
    server.kill()
    play()
    server.start()


def cut_off(server: Redis, play: Callable[[], object]) -> None:
    for kind in ("normal", "pubsub"):
        server.say("CLIENT", "KILL", "TYPE", kind)
    play()


def emptied(server: Redis, play: Callable[[], object]) -> None:
    server.say("FLUSHALL")
    play()


def asleep(server: Redis, play: Callable[[], object]) -> None:
    words = ["redis-cli", "-p", str(server.port), "DEBUG", "SLEEP", str(ASLEEP_S)]
    sleeping = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    play()
    sleeping.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Redis]:
    running = Redis(tmp_path)
    running.start()
    yield running
    assert running.process is not None
    end(running.process)


@pytest.fixture
def site(tmp_path: Path, static_root: str, pg_url: str, server: Redis) -> Iterator[Serving]:
    with started(Serving.scaled(tmp_path, pg_url, server.url, STATIC_ROOT=static_root)) as running:
        yield running


def is_ready(site: Serving) -> bool:
    return all(answers(f"{url}/readyz") for url in site.urls)


@pytest.mark.parametrize(
    ("fault", "rounds"),
    [by_night(4, killed), by_night(4, cut_off), by_night(4, emptied), by_night(3, asleep)],
)
def test_commands_go_on_and_pages_follow_whatever_happens_to_redis(
    site: Serving,
    server: Redis,
    fault: Callable[[Redis, Callable[[], object]], None],
    rounds: int,
    seed: int,
) -> None:
    slowest = 0.0
    with seated(site, watchers=4) as crowd:
        for _round in range(rounds):
            fault(server, partial(crowd.play, AWAY_ACTS))
            back = time.monotonic()
            until("the site", partial(is_ready, site))
            for client in crowd.clients:
                if not client.hear(0.02):
                    client.come_back()
            slowest = max(slowest, time.monotonic() - back)
            crowd.play(2)
        crowd.check()
        longest = max(client.longest for client in crowd.clients)
        assert crowd.statuses <= {200, 409, 422}
    assert longest < ANSWERED_S + MARGIN_S
    what = f"Redis {fault.__name__.replace('_', ' ')}"
    note(Tried("F3", what, rounds, "A-K", slowest, seed, f"longest answer {longest:.1f} s"))
