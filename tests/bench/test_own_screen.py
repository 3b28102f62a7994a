"""From the click to the roller's own screen and to the last of many who watch, by POST, in both set-ups.

The roller's screen is the answer to the POST; a watcher's is the frame on a socket. Client and watchers are processes
of their own, whose CPU is told beside the figures.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.fanout import cpu
from tests.bench.fanout.watching import Line, heartbeat, watching
from tests.bench.playing import Course, courses, play
from tests.bench.report import of, report, spread
from tests.serving import Serving, started

pytestmark = [pytest.mark.bench, pytest.mark.served]

WATCHERS = (100, 500, 1000, 5000) if of(1, 0) else (100, 500)
ROLLS = of(300, 60)
WARM = of(60, 20)
"""Requests before those that count."""
PAUSE = 0.05
"""Seconds between a roll's answer and the next click: the watchers have it by then."""
CROWD = 100


def line(site: Serving, course: Course) -> Line:
    """How its watchers come: to the evening's live page, and to the match from there."""
    return Line(
        path=f"/ws/{course.event_id}/?surface=live",
        origin=site.url,
        hellos=(json.dumps({"watch": f"match/{course.match_id}"}),),
        beat=heartbeat(f"event/{course.event_id}", f"match/{course.match_id}"),
        there='"topic":"match/',
        mark='"topic":"match/',
    )


def measured(setup: str, site: Serving, watchers: int, folder: Path) -> dict[str, Any]:
    """One evening with so many who watch it."""
    (course,) = courses(site, 1, CROWD, WARM + ROLLS)
    web = site.processes["web-0"].pid
    with watching(site.ports[0], watchers, line(site, course), folder) as crowd:
        play(site, [course.take(WARM)], pause=PAUSE)
        crowd.mark()
        rolls = course.take(ROLLS)
        before = cpu.seconds(web)
        played = play(site, [rolls], pause=PAUSE)
        site_cpu = cpu.seconds(web) - before
        crowd.wait(watchers * len(played.answers), patience=10)
    last: dict[int, float] = {}
    for note in crowd.notes:
        last[note.seq] = max(last.get(note.seq, 0.0), note.at)
    # Of rolls that were pushed together the newest stands for all of them.
    reached = [last[seq] for seq in sorted(last)]
    clicked = {seq: one.sent for seq, one in zip(rolls.seqs, played.answers, strict=True)}
    lasts = [
        at - clicked[seq] for seq, at in zip(sorted(last), reached, strict=True) if seq in clicked
    ]
    assert len(lasts) > len(rolls.seqs) // 2
    return {
        "set-up": setup,
        "watchers": watchers,
        "rolls": len(played.answers),
        **spread("own", played.times),
        **spread("last", lasts),
        "site ms/roll": 1000 * site_cpu / len(played.answers),
        "client ms/roll": played.client_ms,
    }


def test_a_roll_reaches_its_own_screen_and_the_last(
    tmp_path: Path, static_root: str, pg_url: str, redis_url: str
) -> None:
    """Printed and kept in var/bench/own_screen.txt and .json."""
    found = []
    for number, watchers in enumerate(WATCHERS):
        lite, post = tmp_path / f"lite{number}", tmp_path / f"post{number}"
        lite.mkdir()
        post.mkdir()
        sites = {
            "SQLite FULL": Serving.embedded(lite, STATIC_ROOT=static_root),
            "PostgreSQL + Redis": Serving.scaled(
                post, pg_url, redis_url, web=1, STATIC_ROOT=static_root
            ),
        }
        for setup, site in sites.items():
            site.entry = [sys.executable, "-m", "tests.bench.unlimited_site"]
            with started(site):
                found.append(measured(setup, site, watchers, site.folder))
    title = "From the click on Roll to the roller's own screen, and to the last who watches:"
    print(report("own_screen", title, found))
