"""``manage.py serve`` as a real process: how it starts, refuses to start, and ends."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.services import end, free_port
from tests.serving import ROOT, Serving, answers
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


def page(url: str, event_id: str) -> ClientConnection:
    address = f"ws{url.removeprefix('http')}/ws/{event_id}/?surface=event"
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
