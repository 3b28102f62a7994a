"""Figures of a bench: printed as a table, and kept in var/bench as text and as JSON with when and how."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Any

from tests.bench.table import at, kept
from tests.serving import ROOT

FULL = bool(os.environ.get("FULL"))
"""Whether the counts are those that the figures are published from; the others only show that the bench works."""


def of(full: int, small: int) -> int:
    """A count: the first by ``FULL=1``, else the second."""
    return full if FULL else small


def report(name: str, title: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """The table of these rows, whose keys are its columns; written to var/bench/<name>.txt and .json."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    lines = [columns, *([_shown(row.get(column)) for column in columns] for row in rows)]
    text = kept(name, title, lines)
    told = {"bench": name, "title": title, **_taken(), "rows": list(rows)}
    file = ROOT / "var" / "bench" / f"{name}.json"
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return text


def spread(what: str, seconds: Sequence[float]) -> dict[str, float]:
    """The median and the 99th of a hundred, in milliseconds, as columns."""
    times = [1000 * one for one in seconds]
    return {
        f"{what} p50 ms": round(median(times), 1) if times else 0.0,
        f"{what} p99 ms": round(at(99, times), 1),
    }


def _shown(value: Any) -> str:
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def _taken() -> dict[str, Any]:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    )
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": f"make bench{' FULL=1' if FULL else ''}",
        "commit": commit.stdout.strip(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        "kernel": platform.release(),
    }
