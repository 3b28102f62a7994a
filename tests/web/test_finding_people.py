"""The host finds anybody by name, however many there are, and takes them out."""

import re

import pytest
from django.urls import reverse

from events.models import Event
from events.queries.everyone import ROWS
from tests.events.factories import open_event, register
from tests.events.playing import started_match
from tests.web.browsers import browser


@pytest.fixture
def event() -> Event:
    """Open, with more names than a page shows."""
    event = open_event(capacity=100)
    for number in range(ROWS + 5):
        register(event, name=f"Angler {number}")
    register(event, name="Ödön")
    return event


def names(event: Event, **asked: str) -> list[str]:
    answer = browser(event.host).get(reverse("find", args=[event.public_id]), asked)
    assert answer.status_code == 200
    return re.findall(r"<b><bdi>([^<]*)</bdi></b>", answer.content.decode())


def test_everybody_is_listed_a_page_at_a_time(event: Event) -> None:
    first, second = names(event), names(event, page="2")
    assert first == [f"Angler {number}" for number in range(ROWS)]
    assert second == [f"Angler {number}" for number in range(ROWS, ROWS + 5)] + ["Ödön"]


def test_a_part_of_a_name_is_enough(event: Event) -> None:
    assert names(event, q="angler 12") == ["Angler 12"]
    assert names(event, q=" öDÖ ") == ["Ödön"]
    assert names(event, q="nobody") == []


@pytest.mark.parametrize("page", ["0", "-3", "x", "99999", "9" * 400, "\x00", "\uff11"])
def test_a_page_that_is_not_there_is_the_nearest(event: Event, page: str) -> None:
    assert names(event, page=page)


@pytest.mark.parametrize("text", ["\x00", "<script>", "' OR 1=1 --", "x" * 5000, "%"])
def test_hostile_text_finds_nobody(event: Event, text: str) -> None:
    assert [name for name in names(event, q=text) if name == "Ödön"] in ([], ["Ödön"])


def test_where_somebody_is_at_the_table_is_said() -> None:
    match = started_match(9, format="knockout")
    answer = browser(match.event.host).get(reverse("find", args=[match.event.public_id]))
    shown = answer.content.decode()
    for where, times in [("called", 6), ("number 1 in line", 1), ("number 3 in line", 1)]:
        assert len(re.findall(rf'<span class="sub">{where}</span>', shown)) == times


def test_a_name_found_is_taken_out(event: Event) -> None:
    entry = event.registrations.get(name="Angler 12")
    client = browser(event.host)
    page = client.get(reverse("find", args=[event.public_id]), {"q": "Angler 12"})
    assert f'name="entry" value="{entry.pk}"' in page.content.decode()
    client.post(
        reverse("event-command", args=[event.public_id]),
        {"command": "Remove", "entry": str(entry.pk), "reason": "twice here", "surface": "host"},
    )
    entry.refresh_from_db()
    assert entry.status == "removed"
    assert names(event, q="Angler 12") == []
