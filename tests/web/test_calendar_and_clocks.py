"""An evening in calendars and on clocks: the same instant everywhere."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
from django.urls import reverse

from events.domain.evenings import cancel_event
from events.models import Event
from tests.events.factories import by, new_id, open_event
from tests.web.browsers import browser


def entry_of(event: Event) -> Any:
    answer = browser().get(reverse("event-ics", args=[event.public_id]))
    assert answer["Content-Type"].startswith("text/calendar")
    return icalendar.Calendar.from_ical(answer.content).walk("VEVENT")[0]


def test_the_calendar_entry_is_the_evening() -> None:
    event = open_event(title="Fog, and; bells")
    entry = entry_of(event)
    assert (entry["uid"], entry["sequence"], entry["status"]) == (
        event.public_id,
        event.seq,
        "CONFIRMED",
    )
    assert (entry["summary"], entry["dtstart"].dt) == ("Fog, and; bells", event.starts_at)
    assert entry["dtend"].dt - entry["dtstart"].dt == timedelta(hours=1)
    assert str(entry["url"]).endswith(f"/{event.public_id}/")


def test_a_cancelled_evening_replaces_its_entry() -> None:
    event = open_event()
    before = entry_of(event)["sequence"]
    cancel_event(event_id=event.public_id, by=by(event), reason="Storm", command_id=new_id())
    entry = entry_of(event)
    assert entry["status"] == "CANCELLED"
    assert entry["sequence"] > before


def page(event: Event, zone: str = "", **cookies: str) -> str:
    client = browser()
    for name, value in cookies.items():
        client.cookies[name] = value
    query = {"zone": zone} if zone else {}
    return client.get(reverse("event", args=[event.public_id]), query).content.decode()


def test_the_page_shows_the_viewers_clock_beside_the_hosts() -> None:
    event = open_event(zone="Europe/Lisbon")
    Event.objects.update(starts_at=datetime(2027, 1, 15, 20, 0, tzinfo=UTC))
    text = page(event, "Asia/Tokyo")
    assert "Your time, Tokyo" in text
    assert '<p class="clockface">05:00</p><p>Saturday 16 January</p>' in text
    assert "Host’s time, Lisbon" in text
    assert '<p class="clockface">20:00</p><p>Friday 15 January</p>' in text


def test_where_clocks_agree_one_is_enough() -> None:
    event = open_event(zone="Europe/Lisbon")
    text = page(event, tb_zone="Europe%2FLisbon")
    assert "Your time, Lisbon" in text
    assert "Host’s time" not in text


def test_an_unknown_zone_shows_the_hosts_time() -> None:
    event = open_event(zone="Europe/Lisbon")
    text = page(event, "Atlantis/Deep", tb_zone="Nowhere%2FAtAll")
    assert "Your time" not in text
    assert "Host’s time, Lisbon" in text


def test_cities_of_one_name_stand_in_one_order_in_every_process() -> None:
    """Two processes of one site hash words differently, and sets with them."""
    code = "from events.queries import zones; print(zones.by_region())"
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(shown) == 1
    assert "Buenos Aires" in shown.pop()
