"""Redis is away for a while in the scaled set-up: commands go on, pages lag a little, and all heals by itself."""

import subprocess
import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from tests.services import await_answer, end, free_port, listens
from tests.serving import Serving, answers, started
from tests.staging import stage, until
from tests.visitor import Live, Visitor, command_id

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

LAG_S = 4.0
MARGIN_S = 4.0
"""For a machine that runs other tests at the same time."""


def redis(folder: Path, port: int) -> subprocess.Popen:
    process = subprocess.Popen(
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
        + ["--appendonly", "no", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    await_answer(lambda: listens(port), process, "redis-server")
    return process


def end_all(processes: list[subprocess.Popen]) -> None:
    for process in processes:
        end(process)


def shows(page: Live, text: str) -> bool:
    return page.hear(0.05) and text in page.html.get("announcement", "")


def test_commands_go_on_and_pages_follow_without_redis(
    tmp_path: Path, static_root: str, pg_url: str
) -> None:
    port = free_port()
    with ExitStack() as doors:
        running = [redis(tmp_path, port)]
        doors.callback(end_all, running)
        address = f"redis://127.0.0.1:{port}/0"
        site = doors.enter_context(
            started(Serving.scaled(tmp_path, pg_url, address, STATIC_ROOT=static_root))
        )
        evening = stage(site)
        host = doors.enter_context(closing(Visitor(site.urls[0])))
        host.sign_in()
        host.get(f"{evening.path}host/")
        pages = []
        for number, url in enumerate(site.urls):
            person = doors.enter_context(closing(Visitor(url)))
            person.register(evening.path, f"Guest {number}")
            page = Live(person, evening.event_id)
            page.open()
            doors.callback(page.shut)
            until("the page", partial(_heard, page))
            pages.append(page)

        def announce(text: str) -> float:
            """Announce it, see it on every page; how long the slowest of them took."""
            fields = {"command": "Announce", "args": "{}", "text": text, "surface": "host"}
            fields["command_id"] = command_id()
            begun = time.monotonic()
            assert host.post(f"{evening.path}do/", fields, json_wanted=True).status == 200
            for page in pages:
                until(f"{text} on a page", partial(shows, page, text))
            return time.monotonic() - begun

        announce("All is well")
        running[0].kill()
        running[0].wait()
        lags = [announce(f"Redis is away, {number}") for number in range(4)]
        with closing(Visitor(site.urls[1])) as late:
            assert "on the list as" in late.register(evening.path, "Latecomer").text
            late.sign_in()
            assert late.get("/readyz").status == 503
        running.append(redis(tmp_path, port))
        until("both processes to be ready", partial(_all_ready, site))
        announce("All is well again")
        assert max(lags) < LAG_S + MARGIN_S


def _heard(page: Live) -> bool:
    return page.hear(0.1) and "announcement" in page.html


def _all_ready(site: Serving) -> bool:
    return all(answers(f"{url}/readyz") for url in site.urls)
