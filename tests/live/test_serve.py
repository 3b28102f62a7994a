"""``manage.py serve`` as a real process: how it starts, refuses to start, and ends."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys

import pytest
import redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.bench.fanout.hall import hall
from tests.services import end, free_port
from tests.serving import ROOT, Serving, answers, started
from tests.staging import until

pytestmark = pytest.mark.served

NEW_EVENT = "from tests.events.factories import open_event; print(open_event().public_id)"
ANNOUNCE = """
from tests.events.factories import by, new_id
from events.domain.evenings import announce
from events.models import Event
event = Event.objects.get()
announce(event_id=event.public_id, by=by(event), text="To the pier", command_id="said-" + new_id())
"""


def shell(site: Serving, code: str) -> list[str]:
    return site.manage("shell", "-v", "0", "-c", code).strip().splitlines()[-1:]


def page(url: str, event_id: str, surface: str = "event") -> ClientConnection:
    address = f"ws{url.removeprefix('http')}/ws/{event_id}/?surface={surface}"
    return connect(address, origin=Origin(url), open_timeout=10)


def frame(line: ClientConnection) -> dict:
    return json.loads(line.recv(timeout=10))


def serve(*flags: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "manage.py", "serve", *flags],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_pages_see_what_another_process_changed(served: Serving):
    [event_id] = shell(served, NEW_EVENT)
    with contextlib.ExitStack() as open_pages:
        lines = [open_pages.enter_context(page(url, event_id)) for url in served.urls]
        starts = [frame(line) for line in lines]
        assert all(start["snapshot"] for start in starts)
        shell(served, ANNOUNCE)
        for line, start in zip(lines, starts, strict=True):
            push = frame(line)
            assert (push["base"], push["seq"]) == (start["seq"], start["seq"] + 1)
            assert "To the pier" in push["html"]["announcement"]


def test_a_change_is_one_publish_however_many_watch_and_goes_to_each_process_that_has_watchers(
    scaled: Serving,
):
    """Redis counts those it delivers to: the processes that subscribed to the topic, not the pages."""
    table = hall(scaled, crowd=2)
    topic = f"match/{table.match_id}"
    client = redis.Redis.from_url(scaled.environment["REDIS_URL"])
    with contextlib.ExitStack() as open_pages:
        open_pages.callback(client.close)
        open_pages.callback(table.close)

        def watch(url: str) -> ClientConnection:
            line = open_pages.enter_context(page(url, table.evening.event_id, "live"))
            frame(line)
            line.send(json.dumps({"watch": topic}))
            assert frame(line)["topic"] == topic
            return line

        def published() -> tuple[int, int]:
            """How often the next act is published, and to how many processes."""
            with client.monitor() as heard:
                seq, *_ = table.roll()
                for line in lines:
                    assert frame(line)["seq"] == seq
                client.echo("the end")
                said = [one["command"] for one in until_said(heard, "the end")]
            told = [one.split()[1] for one in said if one.upper().startswith("PUBLISH")]
            # Whatever else is published in that moment is not of this match.
            sent = [channel for channel in told if table.match_id in channel]
            (channel,) = set(sent)
            ((_channel, processes),) = client.pubsub_numsub(channel)
            return len(sent), processes

        lines = [watch(scaled.urls[0])]
        assert published() == (1, 1)
        lines += [watch(scaled.urls[0]) for _ in range(30)]
        assert published() == (1, 1)
        lines.append(watch(scaled.urls[1]))
        assert published() == (1, 2)


def until_said(heard: redis.client.Monitor, last: str) -> list[dict]:
    """What Redis was told, up to and without the command that says ``last``."""
    said: list[dict] = []
    while last not in (one := heard.next_command())["command"]:
        said.append(one)
    return said


@pytest.mark.nightly
def test_pages_are_pushed_to_and_told_of_the_end_without_the_writer(
    tmp_path, static_root, empty_site
):
    site = Serving.embedded(tmp_path, empty_site, STATIC_ROOT=static_root)
    site.entry = [sys.executable, "-m", "tests.bench.fanout.plain_site"]
    with started(site), contextlib.ExitStack() as open_pages:
        table = hall(site, crowd=2)
        open_pages.callback(table.close)
        lines = [
            open_pages.enter_context(page(site.url, table.evening.event_id, "live"))
            for _ in range(3)
        ]
        for line in lines:
            frame(line)
            line.send(json.dumps({"watch": f"match/{table.match_id}"}))
            assert frame(line)["snapshot"] is True
        seq, *_ = table.roll()
        assert [frame(line)["seq"] for line in lines] == [seq] * 3
        site.processes["web-0"].send_signal(signal.SIGTERM)
        assert [frame(line) for line in lines] == [{"bye": "restart"}] * 3


def test_end_says_goodbye_to_every_page_and_exits_in_order(embedded: Serving):
    [event_id] = shell(embedded, NEW_EVENT)
    process = embedded.processes["web-0"]
    with page(embedded.url, event_id) as line:
        assert frame(line)["snapshot"]
        process.send_signal(signal.SIGTERM)
        assert frame(line) == {"bye": "restart"}
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=10)
        assert line.close_code == 1012
    assert process.wait(timeout=20) == 0


def test_queries_are_in_no_log_line(embedded: Serving):
    [event_id] = shell(embedded, NEW_EVENT)
    with page(embedded.url, event_id) as line:
        frame(line)
    assert f"/ws/{event_id}/" in embedded.log()
    assert "surface=" not in embedded.log()


def test_port_in_use_is_said_with_what_to_do(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve("--port", str(port), VAR=str(tmp_path), PORT=str(port))
    assert done.returncode == 1
    assert f"Can't listen on 127.0.0.1:{port}" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_missing_migrations_are_said_with_what_to_do(tmp_path):
    done = serve("--port", "0", VAR=str(tmp_path))
    assert done.returncode == 1
    assert "Run: python manage.py migrate" in done.stderr
    assert "Traceback" not in done.stderr


def test_database_out_of_reach_is_said(tmp_path):
    done = serve(
        "--web",
        "--port",
        "0",
        VAR=str(tmp_path),
        DATABASE_URL="postgres://nobody@127.0.0.1:9/none",
        SECRET_KEY="for this test",
        TACKLEBOX_SEED_KEYS="dGVzdHMgb25seSwga25vd24gdG8gZXZlcnlib2R5ISE=",
    )
    assert done.returncode == 1
    assert "The database can't be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_ipv6_address_is_served_and_its_pages_get_their_line(tmp_path, static_root):
    port = free_port()
    url = f"http://[::1]:{port}"
    site = Serving.embedded(
        tmp_path, STATIC_ROOT=static_root, HOST="::1", PUBLIC_URL=url, PORT=str(port)
    )
    site.manage("migrate", "--noinput", "-v", "0")
    [event_id] = shell(site, NEW_EVENT)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=site.environment | {"PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until("the site", lambda: answers(f"{url}/readyz"))
        with page(url, event_id) as line:
            assert frame(line)["snapshot"] is True
    finally:
        end(process)
    assert process.returncode == 0
