"""Two hundred nasty names, and what becomes of them in forms, pages, frames, files, mails and log lines."""

import json
import logging
import re
import unicodedata
from html.parser import HTMLParser
from typing import Any

import icalendar
import pytest
import structlog
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from config.logs import logging_config
from events.domain.lines import clean_line
from events.domain.mails import send_confirmation
from events.domain.names import LONGEST, RESERVED_WORDS, SHORTEST, clean_name, skeleton
from events.domain.people import person_for_user
from events.domain.refusal import Refusal
from events.live.fragments import render
from events.models import Event
from events.queries.exports import slug_of
from tests.events.factories import make_user, new_id, open_event, register
from tests.events.test_names import REFUSED
from tests.security.nasty_names import CORPUS, SENT
from tests.web.browsers import browser, stored

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def taken(text: str) -> str | None:
    """The name as it is shown, or None if it is refused."""
    try:
        return clean_name(text)
    except Refusal:
        return None


TAKEN = {text: name for text in CORPUS if (name := taken(text)) is not None}


def test_there_are_two_hundred_and_both_kinds() -> None:
    assert len(CORPUS) >= 200
    assert len(TAKEN) > 50
    assert len(CORPUS) - len(TAKEN) > 50
    assert not set(TAKEN) & set(REFUSED)


def test_what_is_taken_can_be_seen_counted_and_told_apart() -> None:
    for name in TAKEN.values():
        assert clean_name(name) == name
        assert {unicodedata.category(char) for char in name} & UNSEEN == set()
        assert name == " ".join(name.split())
        assert SHORTEST <= len(name) <= LONGEST * 4
        assert sum(char.isalnum() for char in name) >= SHORTEST
        marks = re.findall(r"(?:\u0300-\u036f){3,}", unicodedata.normalize("NFD", name))
        assert marks == []
        assert 0 < len(skeleton(name)) <= 128


class Read(HTMLParser):
    """What a browser would make of a page: its elements with their attributes, and the text of each bdi."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.names: list[str] = []
        self._bdi = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, tuple(sorted(name for name, _value in attrs))))
        if tag == "bdi":
            self._bdi = True
            self.names.append("")

    def handle_endtag(self, tag: str) -> None:
        self._bdi = self._bdi and tag != "bdi"

    def handle_data(self, data: str) -> None:
        if self._bdi:
            self.names[-1] += data


def enter(client: Client, event: Event, text: str) -> Any:
    """Register as a form sends it, byte by byte: also what isn't Unicode."""
    raw = text.encode("utf-8", "surrogatepass")
    sent = b"name=" + b"".join(b"%%%02x" % byte for byte in raw)
    sent += f"&command_id={new_id()}-corpus".encode()
    address = reverse("register", args=[event.public_id])
    return client.post(address, sent, content_type="application/x-www-form-urlencoded")


@pytest.fixture
def event() -> Event:
    return open_event(capacity=500)


def everybody_enters(event: Event) -> list[str]:
    """Everybody of the corpus tries to enter by the form; the names of those who got in."""
    for text in SENT:
        cache.clear()
        answer = enter(browser(), event, text)
        assert answer.status_code in (302, 422), ascii(text[:60])
    return list(event.registrations.order_by("number").values_list("name", flat=True))


def check_taken(names: list[str]) -> None:
    """The form takes what the rule takes, but for who looks like somebody in, or like who runs it."""
    skeletons = [skeleton(name) for name in names]
    assert set(names) <= set(TAKEN.values())
    assert len(set(skeletons)) == len(names) > 50
    out = set(TAKEN.values()) - set(names)
    assert {skeleton(name) for name in out} <= {*skeletons, *map(skeleton, RESERVED_WORDS)}


def texts_of(event: Event) -> dict[str, str]:
    """What is shown to whoever watches and to the host, as pages and as frames."""
    host = browser(event.host)
    readers = {"event": browser(), "live": browser(), "screen": browser(), "happened": browser()}
    texts = {
        page: client.get(reverse(page, args=[event.public_id])).content.decode()
        for page, client in (readers | {"results": browser(), "ready": host}).items()
    }
    for surface, audience in (("live", "public"), ("screen", "public"), ("event", "public")):
        html = render(event.topic, surface, audience).html
        texts[f"frame {surface}"] = " ".join(html.values())
    return texts


def test_no_name_of_the_corpus_makes_an_element_on_any_page_or_in_any_frame(event: Event) -> None:
    names = everybody_enters(event)
    check_taken(names)
    shown: set[str] = set()
    for page, text in texts_of(event).items():
        read = Read(text)
        shown |= {name.strip() for name in read.names}
        for element, attributes in read.elements:
            assert element not in ("img", "iframe", "base", "style", "math", "plaintext"), page
            assert not [a for a in attributes if a.startswith(("on", "hx-on"))], (page, element)
            assert (element, attributes) != ("script", ()), page
    assert len(set(names) & shown) > 20, "the names are shown, each in a bdi of its own"
    for page in ("list-json", "proof-data"):
        listed = browser().get(reverse(page, args=[event.public_id])).content
        assert isinstance(json.loads(listed), dict)


def test_markup_that_wasnt_escaped_would_be_found() -> None:
    assert ("img", ("onerror", "src")) in Read("<bdi><img src=x onerror=a()></bdi>").elements
    assert Read("<bdi>&lt;img src=x&gt;</bdi>").names == ["<img src=x>"]


def test_a_file_is_named_by_letters_and_dashes_only() -> None:
    for text in SENT:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug_of(text).strip("-")), ascii(text)
        assert len(slug_of(text)) <= 40


def title_of(text: str) -> str | None:
    try:
        return clean_line(text, field="title", longest=80, needed=True)
    except Refusal:
        return None


TITLES = [title for text in SENT if (title := title_of(text)) is not None]


def test_a_mail_says_who_sends_it_and_no_text_becomes_a_header() -> None:
    assert len(TITLES) > 100
    user = make_user(email="guest@fish.example")
    event = open_event()
    entry = register(event, person_for_user(user), name="Tansy")
    for title in TITLES:
        Event.objects.filter(pk=event.pk).update(title=title)
        send_confirmation({"registration": entry.pk})
    assert len(mail.outbox) == len(TITLES)
    for sent, title in zip(mail.outbox, TITLES, strict=True):
        message = sent.message()
        assert message["From"] == "Tacklebox <tacklebox@localhost>"
        assert message["To"] == "guest@fish.example"
        assert set(message.keys()) == {
            "Content-Type", "MIME-Version", "Content-Transfer-Encoding", "Subject", "From", "To",
            "Date", "Message-ID",
        }  # fmt: skip
        assert sent.subject == title


def test_a_calendar_holds_one_evening_whatever_it_is_called(event: Event) -> None:
    address = reverse("event-ics", args=[event.public_id])
    for title in TITLES:
        Event.objects.filter(pk=event.pk).update(title=title)
        answer = browser().get(address)
        calendar: Any = icalendar.Calendar.from_ical(answer.content)
        assert [str(entry["summary"]) for entry in calendar.walk("VEVENT")] == [
            title.removeprefix("\ufeff")
        ]
        assert answer["Content-Disposition"] == 'attachment; filename="evening.ics"'


def test_a_line_of_the_log_stays_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    formatter = dict(logging_config(level="INFO", for_people=False)["formatters"]["structured"])
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=formatter["foreign_pre_chain"], processors=formatter["processors"]
        )
    )
    logger = logging.getLogger("tacklebox.corpus")
    logger.addHandler(handler)
    logger.propagate = False
    texts = [text for text in SENT if not re.search("[\ud800-\udfff]", text)]
    for text in texts:
        logger.warning("said %s", text)
    logger.removeHandler(handler)
    lines = capsys.readouterr().err.splitlines()
    assert [json.loads(line)["event"] for line in lines] == [f"said {text}" for text in texts]


def test_no_name_is_written_to_the_log_at_all(
    event: Event, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        for name in ("Tansy Marlow", "Tansy Marlow", "host"):
            enter(browser(), event, name)
    assert "Tansy" not in caplog.text
    assert event.registrations.count() == 1


def test_a_refused_name_changes_nothing_and_is_given_back_as_text(event: Event) -> None:
    before = stored()["events.Registration"]
    answer = enter(browser(), event, "</bdi><img src=x onerror=a()>" + "x" * 30)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "<img" not in page
    assert "&lt;img src=x" in page
    assert stored()["events.Registration"] == before
