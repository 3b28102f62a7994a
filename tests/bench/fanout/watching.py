"""The client that stands for all watchers: `watchers.c`, compiled here, in a process of its own."""

import json
import resource
import select
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.fanout import cpu
from tests.serving import ROOT

SOURCE = Path(__file__).with_name("watchers.c")
FOLDER = ROOT / "var" / "bench"
PATIENCE = 120.0
"""Seconds until every watcher must be there, or have what was sent."""
NOTE = struct.Struct("=IIq")
CORE = 1


@dataclass(frozen=True)
class Line:
    """How a watcher comes to a server: its path, what it says at the first frame, and what counts as being there."""

    path: str = "/"
    origin: str = ""
    hellos: tuple[str, ...] = ()
    beat: str = ""
    every: float = 10.0
    there: str = ""
    mark: str = ""


def heartbeat(*topics: str) -> str:
    """What a page of ours says every ten seconds, as one that has everything: others are closed after thirty."""
    return json.dumps({"ping": 1, "have": dict.fromkeys(topics, 2**53 - 1)})


@dataclass(frozen=True)
class Note:
    """A frame: which watcher had it, its seq, and when (monotonic seconds)."""

    watcher: int
    seq: int
    at: float


@dataclass
class Watchers:
    """So many watchers of one server. `counted` holds what they counted, once they have ended."""

    process: subprocess.Popen
    file: Path
    count: int
    stalled: int
    failed: int = 0
    reached: int = 0
    counted: dict[str, Any] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    def wait(self, frames: int, patience: float = PATIENCE) -> bool:
        """Wait until so many more frames were noted; False if that took too long."""
        self.reached += frames
        self._say(f"reach {self.reached}")
        return self._hear(patience) == "reached"

    def mark(self) -> None:
        """Count from here."""
        self.reached = 0
        self._say("mark")
        assert self._hear(PATIENCE) == "marked"

    def end(self) -> None:
        self._say("end")
        self.counted = json.loads(self._hear(PATIENCE))
        self.process.wait(PATIENCE)
        notes = NOTE.iter_unpack(self.file.read_bytes())
        self.notes = [Note(watcher, seq, at / 1e9) for watcher, seq, at in notes]

    def _say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def _hear(self, patience: float) -> str:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], patience)
        return self.process.stdout.readline().decode().strip() if ready else ""


def program() -> Path:
    """The client, compiled if its source is newer. Raises CalledProcessError without a C compiler."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = FOLDER / "watchers"
    if not made.exists() or made.stat().st_mtime < SOURCE.stat().st_mtime:
        subprocess.run(["cc", "-O2", "-o", str(made), str(SOURCE)], check=True)
    return made


def raise_limit() -> None:
    """Let this process, and those it starts, hold as many connections as the system allows."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextmanager
def watching(
    port: int, count: int, line: Line, folder: Path, *, at_once: int = 64, stalled: int = 0
) -> Iterator[Watchers]:
    """So many watchers, all there; ended with the block. Raises AssertionError if some don't get there."""
    raise_limit()
    file = folder / f"notes-{port}"
    options = {"-o": line.origin, "-b": line.beat, "-e": line.every, "-c": at_once}
    options |= {"-t": line.there, "-m": line.mark, "-s": stalled, "-f": file}
    arguments = [str(part) for pair in options.items() if pair[1] != "" for part in pair]
    for hello in line.hellos:
        arguments += ["-h", hello]
    process = subprocess.Popen(
        [program(), *arguments, str(port), str(count), line.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    watchers = Watchers(process, file, count, stalled)
    try:
        cpu.pin(process.pid, CORE)
        said = watchers._hear(PATIENCE).split()
        assert said[:1] == ["there"], f"not every watcher got to port {port}: {said}"
        watchers.failed = int(said[2])
        yield watchers
        if not watchers.counted:
            watchers.end()
    finally:
        process.kill()
        process.communicate()
