"""A whole site of real server processes on loopback, for tests that need one.

`Serving.embedded(folder)` is one process on SQLite; `Serving.scaled(folder, pg_url, redis_url)` is
several web processes, a Celery worker and beat on PostgreSQL and Redis. Both have a folder of their
own, free ports, and logs that tests can read.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.services import end, free_port

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "tacklebox.sqlite3"
PATIENCE = 90.0
"""Seconds that a site may take to be ready; the machine may be busy with other tests."""
OURS = {
    *("DATABASE_URL", "DEBUG", "DJANGO_SETTINGS_MODULE", "EMAIL_URL", "HOST", "PORT", "PUBLIC_URL"),
    *("PYTEST_CURRENT_TEST", "PYTEST_VERSION", "REDIS_URL", "SECRET_KEY", "TACKLEBOX_PROCESSES"),
    *("TACKLEBOX_FAULT_POINTS", "TACKLEBOX_SEED_KEYS", "TRUSTED_PROXY_COUNT", "VAR"),
}
"""Variables that a site must not inherit from the test run."""


def new_database(server_url: str) -> str:
    """Create an empty database on the server of `server_url`; its URL."""
    name = f"served_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))


@dataclass
class Serving:
    """One site: its processes by name (`web-0`, `web-1`, `worker`, `beat`), commands and ports."""

    folder: Path
    environment: dict[str, str]
    ports: list[int]
    side: dict[str, list[str]] = field(default_factory=dict)
    web_flags: list[str] = field(default_factory=list)
    entry: list[str] = field(default_factory=lambda: [sys.executable, "manage.py"])
    processes: dict[str, subprocess.Popen] = field(default_factory=dict)
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    """What some processes have in their environment and others don't, by their names."""
    migrated: bool = False
    front: str = ""
    """Where a proxy answers for all of the web processes; "": there is none."""

    @classmethod
    def embedded(cls, folder: Path, empty: Path | None = None, /, **environment: str) -> "Serving":
        """One process on SQLite, in `folder`; `environment` adds to or replaces its variables.

        `empty` is a database to begin with a copy of, which takes less time than every migration.
        """
        if empty is not None:
            shutil.copy(empty, folder / DATABASE)
        return cls(
            folder, cls._environment(folder, environment), [free_port()], migrated=empty is not None
        )

    @classmethod
    def scaled(
        cls, folder: Path, pg_url: str, redis_url: str, web: int = 2, **environment: str
    ) -> "Serving":
        """`web` web processes, a worker and beat, with a fresh database on the server of `pg_url`.

        `redis_url` must be this site's alone: topics of two sites on one Redis would mix.
        """
        common = {
            "DATABASE_URL": new_database(pg_url),
            "REDIS_URL": redis_url,
            "SECRET_KEY": "known to everybody: for tests only",
            "TACKLEBOX_SEED_KEYS": "dGVzdHMgb25seSwga25vd24gdG8gZXZlcnlib2R5ISE=",
            "TACKLEBOX_PROCESSES": str(web),
        }
        celery = [sys.executable, "-m", "celery", "--app", "config.celery"]
        return cls(
            folder,
            cls._environment(folder, common | environment),
            [free_port() for _ in range(web)],
            side={
                "worker": [*celery, "worker", "--pool", "threads", "--concurrency", "2"],
                "beat": [*celery, "beat", "--schedule", str(folder / "beat")],
            },
            web_flags=["--web"],
        )

    @staticmethod
    def _environment(folder: Path, own: dict[str, str]) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in OURS}
        return inherited | {"VAR": str(folder), "PYTHONUNBUFFERED": "1"} | own

    @property
    def urls(self) -> list[str]:
        """Where each web process answers people, without a slash at the end: the proxy, or it itself."""
        return [self.front or direct for direct in self.direct]

    @property
    def direct(self) -> list[str]:
        """Where each web process itself answers."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def url(self) -> str:
        """Where the first web process answers."""
        return self.urls[0]

    def manage(self, *arguments: str) -> str:
        """Run a management command against this site; what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment | {"PORT": str(self.ports[0])},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self, *names: str) -> None:
        """Start the named processes, or all that don't run; return when the site is ready.

        Raises RuntimeError, with the logs, when one of them ends or takes too long.
        """
        if not self.processes and not self.migrated:
            self.manage("migrate", "--noinput", "-v", "0")
        for name in names or self._commands():
            if name not in self.processes or self.processes[name].poll() is not None:
                self._launch(name)
        self._await_ready()

    def stop(self, *names: str) -> None:
        """Stop the named processes, or all, in the orderly way."""
        for name in names or list(self.processes):
            end(self.processes[name])

    def kill9(self, *names: str) -> None:
        """Kill the named processes, or all, without warning."""
        for name in names or list(self.processes):
            self.processes[name].kill()
            self.processes[name].wait()

    def restart(self, *names: str) -> None:
        """Stop and start the named processes, or all, on the same ports."""
        self.stop(*names)
        self.start(*names)

    def pause(self, name: str) -> None:
        """Freeze a process, as a machine that hangs does; `resume` lets it go on."""
        self.processes[name].send_signal(signal.SIGSTOP)

    def resume(self, name: str) -> None:
        self.processes[name].send_signal(signal.SIGCONT)

    def log(self, name: str | None = None) -> str:
        """What the named process has written so far, or all of them."""
        names = [name] if name else list(self._commands())
        paths = [self.folder / f"{each}.log" for each in names]
        return "\n".join(path.read_text() for path in paths if path.exists())

    def _commands(self) -> dict[str, list[str]]:
        serve = [*self.entry, "serve", *self.web_flags, "--host", "127.0.0.1"]
        web = {
            f"web-{place}": [*serve, "--port", str(port)] for place, port in enumerate(self.ports)
        }
        return web | self.side

    def _launch(self, name: str) -> None:
        port = self.ports[int(name.removeprefix("web-"))] if name.startswith("web") else 0
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                self._commands()[name],
                cwd=ROOT,
                env=self.environment
                | {"PORT": str(port or self.ports[0])}
                | self.own.get(name, {}),
                stdout=log,
                stderr=log,
            )

    def _await_ready(self) -> None:
        give_up = time.monotonic() + PATIENCE
        waiting = [
            (name, f"{self.direct[int(name.removeprefix('web-'))]}/readyz")
            for name, process in self.processes.items()
            if name.startswith("web") and process.poll() is None
        ]
        while waiting:
            waiting = [(name, url) for name, url in waiting if not answers(url)]
            ended = [name for name, _ in waiting if self.processes[name].poll() is not None]
            if ended or (waiting and time.monotonic() > give_up):
                state = f"ended: {ended}" if ended else f"not ready: {waiting}"
                raise RuntimeError(f"the site did not start, {state}\n{self.log()}")
            time.sleep(0.05)


def answers(url: str) -> bool:
    """Whether `url` answers 200 just now."""
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return bool(response.status == 200)
    except OSError:  # URLError and HTTPError are kinds of it
        return False


@contextlib.contextmanager
def started(site: Serving) -> Iterator[Serving]:
    """The site, started; killed at the end, whatever happened."""
    try:
        site.start()
        yield site
    finally:
        # Its folder is thrown away with it, so nobody waits for an orderly end; that has tests of its own.
        site.kill9()
