"""The proxy's configuration, started as it stands in the repository before two web processes."""

import contextlib
import gzip
import http.client
import json
import re
import socket
import ssl
import warnings
from contextlib import closing
from functools import partial
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from events.live import frames
from tests.operations.proxy import TEMPLATE, Proxy
from tests.staging import Evening, rows, until
from tests.visitor import Answer, Live, Visitor

pytestmark = [pytest.mark.served]

GUESSES_A_MINUTE = 60
OF_THE_PROXY = "A form may hold 1 MB"
"""What the proxy's own page says."""


def ask(proxy: Proxy, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    """The answer to one GET through the proxy."""
    connection = http.client.HTTPSConnection(urlsplit(proxy.site.front).netloc, timeout=30)
    with closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()


def closing_of(line: ClientConnection, seconds: float) -> int:
    """The code with which the line is closed, waiting so long for whatever comes next."""
    try:
        while True:
            line.recv(timeout=seconds)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def shown(line: Live) -> bool:
    line.hear(0.1)
    return "status" in line.html


@pytest.mark.nightly
def test_a_page_comes_over_https_with_cookies_of_this_host_alone(behind: Proxy) -> None:
    with closing(Visitor(behind.site.front)) as visitor:
        assert visitor.get("/").status == 200
        assert visitor.get("/accounts/login/").status == 200
        assert set(visitor.cookies) == {"__Host-csrf"}
    answer, _page = ask(behind, "/")
    assert answer.headers["Strict-Transport-Security"] == "max-age=2592000"
    assert answer.headers["Server"] == "nginx"


@pytest.mark.nightly
def test_plain_http_is_sent_to_https(behind: Proxy) -> None:
    with closing(Visitor(f"http://127.0.0.1:{behind.http_port}")) as visitor:
        answer = visitor.get("/join/1234/?from=poster")
    assert (answer.status, answer.location) == (
        308,
        f"{behind.site.front}/join/1234/?from=poster",
    )


@pytest.mark.nightly
def test_somebody_registers_and_their_line_brings_what_changes(
    behind: Proxy, evening: Evening
) -> None:
    with closing(Visitor(behind.site.front)) as one, closing(Visitor(behind.site.front)) as two:
        assert one.register(evening.path, "Osric").status == 200
        line = Live(one, evening.event_id, "event")
        line.open()
        until("the first frame", partial(shown, line))
        seq = line.seqs[f"event/{evening.event_id}"]
        assert two.register(evening.path, "Tansy").status == 200
        until(
            "Tansy's news", lambda: line.hear(0.1) and line.seqs[f"event/{evening.event_id}"] > seq
        )
        line.shut()


@pytest.mark.nightly
def test_a_line_is_ended_by_the_site_and_not_by_the_proxy(behind: Proxy, evening: Evening) -> None:
    """Both timeouts are far longer than the silence after which the site says so."""
    timeouts = re.findall(r"proxy_(?:read|send)_timeout (\d+)m;", TEMPLATE.read_text())
    assert timeouts == ["10", "10"]
    with closing(Visitor(behind.site.front)) as visitor:
        line = Live(visitor, evening.event_id, "event")
        line.open()
        assert line.line is not None
        for _message in range(100):  # too fast for anybody
            line.line.send(json.dumps({"ping": 1, "have": {}}))
        assert closing_of(line.line, 20) == frames.TOO_FAST


@pytest.mark.nightly
def test_a_line_that_falls_silent_hears_so_from_the_site(behind: Proxy, evening: Evening) -> None:
    with closing(Visitor(behind.site.front)) as visitor:
        line = Live(visitor, evening.event_id, "event")
        line.open()
        assert line.line is not None
        assert closing_of(line.line, 60) == frames.SILENT


def guess(url: str, pin: int) -> Answer:
    """Try a PIN from an address that the guesser made up."""
    address = urlsplit(url)
    kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    with closing(kind(address.netloc, timeout=30)) as connection:
        forged = {"X-Forwarded-For": f"198.51.100.{pin % 250}", "X-Forwarded-Proto": "https"}
        connection.request("GET", f"/join/{pin:06}/", headers=forged)
        answer = connection.getresponse()
        return Answer(answer.status, answer.read().decode())


@pytest.mark.nightly
def test_a_forged_address_doesnt_count(behind: Proxy) -> None:
    through = [guess(behind.site.front, pin).status for pin in range(GUESSES_A_MINUTE + 5)]
    # The window may have turned once in between.
    assert through.count(429) >= 1 or through.count(404) > GUESSES_A_MINUTE
    assert 429 in [guess(behind.site.front, pin).status for pin in range(GUESSES_A_MINUTE + 5)]


@pytest.mark.nightly
def test_past_the_proxy_a_forged_address_would_count(behind: Proxy) -> None:
    """The twin: so nobody else may reach the processes."""
    statuses = [guess(behind.site.direct[0], pin).status for pin in range(GUESSES_A_MINUTE + 5)]
    assert set(statuses) == {404}


@pytest.mark.nightly
def test_a_forged_scheme_doesnt_count(behind: Proxy) -> None:
    """Or the site would answer as over HTTPS somebody who isn't."""
    answer, _body = ask(behind, "/", **{"X-Forwarded-Proto": "http"})
    assert answer.status == 200, "believed, it would send us to HTTPS for ever"


@pytest.mark.nightly
def test_a_form_of_a_megabyte_is_the_most(behind: Proxy) -> None:
    with closing(Visitor(behind.site.front)) as visitor:
        visitor.get("/accounts/login/")
        over = visitor.post("/accounts/login/", {"login": "x" * (1024 * 1024 + 1)})
        assert (over.status, OF_THE_PROXY in over.text) == (413, True)
        under = visitor.post("/accounts/login/", {"login": "x" * 200_000})
        assert under.status == 200, "refused by the form, not by the proxy"


@pytest.mark.nightly
def test_a_picture_may_be_larger(behind: Proxy, evening: Evening) -> None:
    with closing(Visitor(behind.site.front)) as visitor:
        visitor.sign_in()
        path = f"{evening.path}prize/1/picture/set/"
        under = visitor.post(path, {"note": "x" * (1024 * 1024 + 1)})
        over = visitor.post(path, {"note": "x" * (3 * 1024 * 1024 + 1)})
        said = [OF_THE_PROXY in answer.text for answer in (under, over)]
        assert said == [False, True], "the first is refused by the site, which takes no such field"


@pytest.mark.nightly
def test_static_files_come_from_the_folder(behind: Proxy) -> None:
    _answer, page = ask(behind, "/")
    named = re.search(rb'href="(/static/css/base\.[0-9a-f]{12}\.css)"', page)
    assert named is not None
    path = named[1].decode()
    answer, packed = ask(behind, path, **{"Accept-Encoding": "gzip"})
    _plain, css = ask(behind, path)
    assert gzip.decompress(packed) == css
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Type"] == "text/css; charset=utf-8"
    unnamed, _css = ask(behind, "/static/css/base.css")
    assert unnamed.headers["Cache-Control"] == "public, max-age=60"
    assert ask(behind, "/static/no-such.css")[0].status == 404
    assert ask(behind, "/static/../manage.py")[0].status in (400, 404)


@pytest.mark.nightly
def test_the_numbers_of_a_process_are_not_told_here(behind: Proxy) -> None:
    assert ask(behind, "/metrics")[0].status == 404
    with closing(Visitor(behind.site.direct[0])) as nearby:
        assert nearby.get("/metrics").status == 200


def test_while_one_process_is_gone_the_other_serves(behind: Proxy, evening: Evening) -> None:
    site, names = behind.site, ("Bram", "Ilka", "Wren", "Juno")
    site.kill9("web-0")
    try:
        assert {ask(behind, evening.path)[0].status for _time in range(10)} == {200}
        for name in names:
            with closing(Visitor(site.front)) as visitor:
                assert visitor.register(evening.path, name).status == 200
                line = Live(visitor, evening.event_id, "event")
                line.open()
                until("the first frame", partial(shown, line))
                line.shut()
    finally:
        site.start("web-0")
    sql = "SELECT name FROM events_registration r JOIN events_event e ON e.id = event_id WHERE public_id = %s"
    assert {name for (name,) in rows(site, sql, evening.event_id)} >= set(names)


@pytest.mark.nightly
def test_while_all_are_gone_a_page_says_so_and_comes_again(behind: Proxy, evening: Evening) -> None:
    site = behind.site
    site.kill9("web-0", "web-1")
    try:
        answer, page = ask(behind, evening.path)
        assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
        assert b"Nothing is lost" in page
    finally:
        site.start()
    until("the proxy to find them", lambda: ask(behind, evening.path)[0].status == 200)


@pytest.mark.nightly
def test_tls_older_than_1_2_is_refused(behind: Proxy) -> None:
    address = urlsplit(behind.site.front)
    old = ssl.create_default_context()
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    for context, speaks in ((ssl.create_default_context(), True), (old, False)):
        with socket.create_connection((address.hostname, address.port), timeout=30) as raw:
            refused = contextlib.nullcontext() if speaks else pytest.raises(ssl.SSLError)
            with refused, context.wrap_socket(raw, server_hostname=address.hostname):
                pass
