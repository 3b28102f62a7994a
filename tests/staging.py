"""Evenings on a served site, from outside it: made, moved on in time, and read as they are stored.

A test that drives a browser or another process can't use this process's own database connection:
what it reads and moves here is the served site's database itself.
"""

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import psycopg

from tests.serving import Serving

EMAIL, PASSWORD = "marlow@example.org", "tackle box on the pier"
PRIZES = [(1, "main", "Lantern trophy"), (1, "door", "Bait tin")]
PATIENCE = 60.0
"""Seconds after which something that should happen counts as not happening."""

T = TypeVar("T")


@dataclass(frozen=True)
class Evening:
    """An evening on `site`; its addresses are relative to whichever process is asked."""

    site: Serving
    event_id: str
    devices: tuple[str, ...] = ()
    """The secrets of a seeded crowd's devices."""

    @property
    def path(self) -> str:
        return f"/{self.event_id}/"

    def url(self, page: str = "", process: int = 0) -> str:
        """The address of `page` ("", "live/", "host/" …) on one of the web processes."""
        return f"{self.site.urls[process % len(self.site.urls)]}{self.path}{page}"


def stage(site: Serving, **plan: Any) -> Evening:
    """A published evening that is open now; ``plan`` as `tests.seeding.evening` takes it."""
    known = {"email": EMAIL, "password": PASSWORD} | plan
    code = f"from tests.seeding import evening; evening(**{known!r})"
    printed = site.manage("shell", "-v", "0", "-c", code).strip().splitlines()[-1]
    made = json.loads(printed)
    return Evening(site, made["event_id"], tuple(made["devices"]))


def rows(site: Serving, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """What a query says in the site's database, on a connection of its own; ``%s`` in either."""
    url = site.environment.get("DATABASE_URL", "")
    if url:
        with psycopg.connect(url) as postgres:
            cursor = postgres.execute(sql, values)
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(site.folder / "tacklebox.sqlite3", timeout=20)) as lite, lite:
        return lite.execute(sql.replace("%s", "?"), values).fetchall()


def stored(site: Serving, at: datetime) -> Any:
    """An instant as the site's database keeps it."""
    if site.environment.get("DATABASE_URL", ""):
        return at
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def close_in(evening: Evening, seconds: float) -> datetime:
    """Move the closing instant to so many seconds from now; when that is."""
    at = datetime.now(UTC) + timedelta(seconds=seconds)
    rows(
        evening.site,
        "UPDATE events_event SET closes_at = %s WHERE public_id = %s",
        stored(evening.site, at),
        evening.event_id,
    )
    return at


def state_of(evening: Evening) -> str:
    """The event's state as it is stored."""
    sql = "SELECT state FROM events_event WHERE public_id = %s"
    return str(rows(evening.site, sql, evening.event_id)[0][0])


def until(what: str, look: Callable[[], T], patience: float = PATIENCE) -> T:
    """Look again and again until there is something to see; what was seen.

    Raises AssertionError, naming what was waited for, after ``patience`` seconds.
    """
    give_up = time.monotonic() + patience
    while not (seen := look()):
        if time.monotonic() > give_up:
            raise AssertionError(f"waited {patience:.0f} s in vain for {what}")
        time.sleep(0.02)
    return seen
