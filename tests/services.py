"""Real Redis and PostgreSQL for a test run, on loopback, in a temporary folder.

    python -m tests.services -- pytest tests/events

starts both, runs the command with DATABASE_URL and REDIS_URL set, stops both and exits with the
command's code. With `--keep-for PID --addresses FILE` it writes the addresses to FILE as JSON and
keeps both running until that process is gone.
"""

import argparse
import contextlib
import json
import os
import pwd
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE = 30.0
"""Seconds that a service may take to answer."""

PORTS = (12_000, 32_000)


class Missing(RuntimeError):
    """A program that the tests need isn't installed."""


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on just now.

    From below those that systems give to outgoing connections: one of these could take it before
    the server that it is meant for.
    """
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            port = random.randrange(*PORTS)
            probe.bind(("127.0.0.1", port))
            return port


def await_answer(answers, process: subprocess.Popen, what: str) -> None:
    """Return when `answers()` is true; raise if `process` ends first or takes too long."""
    give_up = time.monotonic() + PATIENCE
    while not answers():
        if process.poll() is not None:
            raise RuntimeError(f"{what} ended at once, with code {process.returncode}")
        if time.monotonic() > give_up:
            raise RuntimeError(f"{what} did not answer within {PATIENCE:.0f} s")
        time.sleep(0.03)


def listens(port: int) -> bool:
    """Whether somebody accepts connections on this port of 127.0.0.1."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def end(process: subprocess.Popen) -> None:
    """Ask the process to stop; kill it when it doesn't within 15 s (commands get 10)."""
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """A Redis of one's own that keeps nothing; yields its URL."""
    program = shutil.which("redis-server")
    if program is None:
        raise Missing("redis-server")
    port = free_port()
    with (folder / "redis.log").open("ab") as log:
        process = subprocess.Popen(
            [program, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
            + ["--appendonly", "no", "--dir", str(folder)],
            stdout=log,
            stderr=log,
        )
    try:
        await_answer(lambda: listens(port), process, "redis-server")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        end(process)


def postgres_programs() -> Path:
    """The folder with initdb and postgres; the newest where there are several."""
    on_path = shutil.which("initdb")
    if on_path and Path(on_path).resolve().with_name("postgres").exists():
        return Path(on_path).resolve().parent
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4])
    )
    if not found:
        raise Missing("postgresql (initdb)")
    return found[-1].parent


@dataclass
class Postgres:
    """A PostgreSQL of one's own, in a folder and on a port of its own; `start` it first.

    PostgreSQL refuses to run as root, so root lends it to the account `postgres`, or `nobody`. Nothing of it outlives
    the machine; ``keeps_commits``: what was committed outlives the server, which costs time.
    """

    keeps_commits: bool = False
    folder: Path = field(
        default_factory=lambda: Path(tempfile.mkdtemp(prefix="tacklebox-postgres-"))
    )
    port: int = field(default_factory=free_port)
    process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        """The URL of its empty database."""
        return f"postgres://tacklebox@127.0.0.1:{self.port}/tacklebox"

    def make(self) -> None:
        """Make its folder's contents and its empty database, and leave it running."""
        if account := self._account():
            os.chown(self.folder, account["user"], account["group"])
        self._run("initdb", "-D", self._data, "-U", "tacklebox", "-A", "trust", "-E", "UTF8")
        self.start()
        self._run(
            "createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tacklebox", "tacklebox"
        )

    def start(self) -> None:
        """Start it, and return when it answers."""
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
            "max_connections": 300,
            "fsync": "off",
            # It would count the rows of tests that were rolled back, and plan the next ones' queries for
            # empty tables: a long test then reads thousands of dead rows at each step.
            "autovacuum": "off",
            "synchronous_commit": "on" if self.keeps_commits else "off",
            "full_page_writes": "off",
        }
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(postgres_programs() / "postgres"), "-D", self._data, *words],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                **self._account(),
            )
        ready = [str(postgres_programs() / "pg_isready"), "-q", "-h", "127.0.0.1"]
        ready += ["-p", str(self.port), "-d", "postgres"]
        await_answer(lambda: subprocess.run(ready).returncode == 0, self.process, "postgres")

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop it: SIGINT is "fast" and doesn't wait for clients, SIGQUIT is "immediate", as by a crash."""
        if self.process is None:
            return
        self.process.send_signal(number)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        more = ["--locale=C.UTF-8", "--no-sync"] if program == "initdb" else []
        with (self.folder / "log").open("ab") as log:
            subprocess.run(
                [str(postgres_programs() / program), *arguments, *more],
                check=True,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                **self._account(),
            )

    def _account(self) -> dict[str, Any]:
        if os.getuid() != 0:
            return {}
        names = {entry.pw_name for entry in pwd.getpwall()}
        entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


@contextlib.contextmanager
def postgres_server(*, keeps_commits: bool = False) -> Iterator[Postgres]:
    """A PostgreSQL that runs, and is gone at the end with all that it kept."""
    server = Postgres(keeps_commits)
    try:
        server.make()
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)


@contextlib.contextmanager
def both() -> Iterator[dict[str, str]]:
    """Redis and PostgreSQL; yields the environment variables that name them."""
    with (
        tempfile.TemporaryDirectory(prefix="tacklebox-redis-") as folder,
        redis_server(Path(folder)) as redis_url,
        postgres_server() as postgres,
    ):
        yield {"DATABASE_URL": postgres.url, "REDIS_URL": redis_url}


def keep_for(pid: int, addresses: Path) -> None:
    """Keep both running until process `pid` is gone; `addresses` appears whole or not at all."""
    watched = os.pidfd_open(pid)
    with both() as environment:
        draft = addresses.with_suffix(".draft")
        draft.write_text(json.dumps(environment))
        draft.rename(addresses)
        select.select([watched], [], [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep-for", type=int, metavar="PID")
    parser.add_argument("--addresses", type=Path, metavar="FILE")
    parser.add_argument("command", nargs="*")
    arguments = parser.parse_args()
    # As an exception, so that what was started is stopped on the way out.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    if arguments.keep_for:
        keep_for(arguments.keep_for, arguments.addresses)
        return 0
    with both() as environment:
        return subprocess.run(arguments.command, env=os.environ | environment).returncode


if __name__ == "__main__":
    sys.exit(main())
