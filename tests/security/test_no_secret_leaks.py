"""What would let its reader in stands in no log line, no error report and no dump of settings."""

import json
import logging
from contextlib import closing
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import RequestFactory
from django.urls import reverse
from django.views.debug import ExceptionReporter

from config.logs import hide_secrets
from events.domain import people
from events.models import Event
from events.server import log_access
from events.views.access import DEVICE_COOKIE
from tests.events.factories import make_user, open_event, register
from tests.serving import Serving
from tests.visitor import Visitor
from tests.web.browsers import browser, device

PASSWORD = "swordfish"
URL = f"postgres://tackle:{PASSWORD}@db.example.org/box"


@pytest.mark.parametrize(
    "path",
    [
        "/resume/T0ken_-x/",
        "/accounts/password/reset/key/7-c0ffee-T0ken_-x/",
        "/accounts/confirm-email/MQ:1xyz:T0ken_-x/",
    ],
)
def test_an_address_that_lets_in_is_blanked_wherever_it_stands(path: str) -> None:
    said: dict[str, Any] = {"event": f"Not Found: {path}", "path": path, "status": 404}
    line = hide_secrets(None, "info", said)
    assert "T0ken" not in json.dumps(line)
    assert line["path"].startswith(path[:8])
    assert line["path"].endswith("/[hidden]/")
    assert line["status"] == 404


def test_other_addresses_stay_readable() -> None:
    line = hide_secrets(None, "info", {"event": "http complete", "path": "/abc/resume-link/"})
    assert line["path"] == "/abc/resume-link/"


@pytest.mark.served
def test_a_resume_link_that_was_opened_is_in_no_log(embedded: Serving) -> None:
    with closing(Visitor(embedded.url)) as visitor:
        assert visitor.get("/resume/T0ken-that-is-none/").status == 404
        assert visitor.get("/join/000000x/").status == 404
    logs = embedded.log("web-0")
    assert "/join/000000x/" in logs, "the log is where it would be"
    assert "T0ken" not in logs


def report(request: Any, **local: Any) -> str:
    """The page that DEBUG shows of a fault, with everything it holds."""
    try:
        raise RuntimeError("a fault of ours")
    except RuntimeError as fault:
        reporter = ExceptionReporter(request, type(fault), fault, fault.__traceback__)
    return reporter.get_traceback_html() + reporter.get_traceback_text()


def test_a_report_of_a_fault_holds_no_password_and_no_cookie(settings: LazySettings) -> None:
    settings.DEBUG = True
    settings.DATABASE_URL = settings.REDIS_URL = settings.CELERY_BROKER_URL = URL
    settings.CHANNEL_LAYERS = {"default": {"CONFIG": {"hosts": [{"address": URL}]}}}
    settings.CACHES = settings.CACHES | {"other": {"LOCATION": URL}}
    settings.EMAIL_CONFIG = {"EMAIL_HOST_PASSWORD": PASSWORD}
    settings.SEED_KEYS = ["5eed-key"]
    settings.SECRET_KEY = "53cret-key"
    request = RequestFactory().get("/", headers={"cookie": f"{DEVICE_COOKIE}=d3vice; session=s3s"})
    seen = report(request)
    assert "DATABASE_URL" in seen, "settings are in it"
    for secret in (PASSWORD, "5eed-key", "53cret-key", "d3vice", "s3s"):
        assert secret not in seen


def test_a_traceback_in_the_log_holds_no_value(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = open_event()
    person, client = device()
    secret = client.cookies[DEVICE_COOKIE].value
    assert people.identify(user=None, secret=secret) == person

    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the evening can't be read")

    monkeypatch.setattr("events.views.evening_pages.page_context", broken)
    client.raise_request_exception = False
    assert client.get(reverse("event", args=[event.public_id])).status_code == 500
    text = "".join(logging.Formatter().format(record) for record in caplog.records)
    assert "the evening can't be read" in text
    assert secret not in text


def test_an_access_line_has_no_query(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        log_access("http", "complete", {"path": "/x/?code=perch", "status": 200, "method": "GET"})
    assert "/x/" in caplog.text
    assert "perch" not in caplog.text


def test_no_page_but_the_back_room_tells_an_address(client: Any) -> None:
    host, guest = make_user(email="host@fish.example"), make_user(email="guest@fish.example")
    event = open_event(host)
    person = people.person_for_user(guest)
    register(event, person, name="Tansy")
    for name in ("event", "live", "screen", "results", "happened", "proof-data", "list-json"):
        page = browser().get(reverse(name, args=[event.public_id])).content.decode()
        assert "fish.example" not in page
    console = browser(host).get(reverse("ready", args=[event.public_id])).content.decode()
    assert "guest@fish.example" not in console
    organiser = browser(make_user(is_staff=True, is_superuser=True))
    rows = organiser.get(reverse("admin:events_user_changelist")).content.decode()
    assert "guest@fish.example" in rows


@pytest.fixture
def contact(settings: LazySettings) -> None:
    settings.SECURITY_CONTACT = "mailto:holes@fish.example"


def test_where_to_report_is_said_to_machines(contact: None) -> None:
    answer = browser().get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[0] == "Contact: mailto:holes@fish.example"
    assert [line.split(":")[0] for line in lines[1:]] == [
        "Expires",
        "Preferred-Languages",
        "Canonical",
    ]
    assert Event.objects.count() == 0
