"""Planning the next one: a day and an hour, everything else as it was; a time that can't be is asked about."""

import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse

from events.domain.evenings import add_co_host
from events.domain.series import create_series
from events.models import Event, User
from tests.events.awards import ROUND
from tests.events.factories import STARTS, by, make_event, make_user, new_id, open_event
from tests.web.browsers import browser

wall = datetime.fromisoformat
WEEK = timedelta(days=7)


@pytest.fixture
def host() -> User:
    return make_user(name="Marlow")


def path(event: Event) -> str:
    return reverse("repeat", args=[event.public_id])


def form(day: date, **changes: Any) -> dict[str, Any]:
    return {
        "title": "Friday bait",
        "starts_date": day.isoformat(),
        "starts_time": "20:00",
        "command_id": f"{new_id()}-next",
    } | changes


def fault(answer: Any, field: str) -> str:
    found = re.search(rf'id="id_{field}_error">(.*?)</div>', answer.content.decode(), re.S)
    return re.sub(r"<[^>]+>", "", found[1]).strip() if found else ""


def made_after(event: Event) -> Event:
    return Event.objects.exclude(pk=event.pk).get()


def test_the_form_starts_a_week_later_and_one_press_keeps_the_draft(host: User) -> None:
    event = open_event(host, title="Fridays 7", prizes=ROUND)
    event.series = create_series(host=host, title="Fridays")
    event.save()
    client = browser(host)
    page = client.get(path(event)).content.decode()
    next_day = (STARTS + WEEK).date()
    for said in (
        'value="Fridays 8"',
        f'value="{next_day.isoformat()}"',
        'value="20:00"',
        "On the clock of Berlin.",
        "So are 2 prizes.",
        "It belongs to Fridays.",
    ):
        assert said in page
    sent = form(next_day, title="Fridays 8")
    answers = [client.post(path(event), sent) for _press in range(2)]
    made = made_after(event)
    assert {answer["Location"] for answer in answers} == {reverse("ready", args=[made.public_id])}
    assert (made.state, made.title, made.series) == ("draft", "Fridays 8", event.series)
    assert made.starts_wall == f"{next_day.isoformat()}T20:00"
    assert [str(prize) for prize in made.prizes.all()] == ["A rod", "A hook"]
    assert "A draft for 20:00 Berlin" in client.get(answers[1]["Location"]).content.decode()


def test_another_day_and_hour_can_be_chosen(host: User) -> None:
    event = make_event(host, closes=STARTS - timedelta(minutes=15))
    day = (STARTS + timedelta(days=10)).date()
    assert browser(host).post(path(event), form(day, starts_time="19:00")).status_code == 302
    made = made_after(event)
    assert made.starts_wall == f"{day.isoformat()}T19:00"
    assert made.starts_at - made.closes_at == timedelta(minutes=15)


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"title": ""}, "title", "Give the evening a name"),
        ({"title": "\u202ebait"}, "title", "can&#x27;t be shown here"),
        ({"starts_date": ""}, "starts_date", "Choose a date"),
        ({"starts_date": "soon"}, "starts_date", "Write the date like"),
        ({"starts_time": "25:00"}, "starts_time", "Write the time like"),
        ({"starts_date": "2101-01-07"}, "starts_time", "a date in this century"),
        (
            {"starts_date": "2027-03-28", "starts_time": "02:30"},
            "starts_time",
            "The clocks skip this time that day. The next one is 2027-03-28 03:00",
        ),
        (
            {"starts_date": "2027-10-31", "starts_time": "02:30"},
            "starts_fold",
            "comes twice that day",
        ),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(
    host: User, changes: dict[str, str], field: str, said: str
) -> None:
    event = make_event(host)
    sent = form((STARTS + WEEK).date()) | changes
    answer = browser(host).post(path(event), sent)
    assert answer.status_code == 422
    assert said in fault(answer, field)
    page = answer.content.decode()
    assert f'value="{sent["starts_date"]}"' in page or not sent["starts_date"]
    assert f'value="{sent["starts_time"]}"' in page
    assert Event.objects.count() == 1


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_there_are_hold_no_evening(host: User, day: str) -> None:
    event = make_event(
        host,
        starts=wall("2027-06-06 23:55"),
        opens=wall("2027-06-01 20:00"),
        closes=wall("2027-06-07 00:05"),
    )
    sent = form(STARTS.date(), starts_date=day, starts_time="23:55")
    answer = browser(host).post(path(event), sent)
    assert answer.status_code == 422
    assert "a date in this century" in fault(answer, "starts_date")


def test_a_start_that_comes_twice_is_asked_about_and_then_taken(host: User) -> None:
    event = make_event(host)
    twice = {"starts_date": "2027-10-31", "starts_time": "02:30"}
    client = browser(host)
    page = client.post(path(event), form(STARTS.date(), **twice)).content.decode()
    assert "The second 02:30 (UTC+01:00)" in page
    assert "closes_time" not in page
    sent = form(STARTS.date(), **twice, starts_fold="1")
    assert client.post(path(event), sent).status_code == 302
    assert made_after(event).starts_at.isoformat() == "2027-10-31T01:30:00+00:00"


def test_an_opening_that_the_clocks_skip_is_asked_about_by_itself(host: User) -> None:
    """Registration opened at half past two on the Sunday; a week later the clocks skip that."""
    event = make_event(host, starts=wall("2027-03-21 20:00"), opens=wall("2027-03-21 02:30"))
    client, day = browser(host), date(2027, 3, 28)
    assert "opens_time" not in client.get(path(event)).content.decode()
    answer = client.post(path(event), form(day))
    assert answer.status_code == 422
    assert "The next one is 2027-03-28 03:00" in fault(answer, "opens_time")
    page = answer.content.decode()
    assert re.search(r'name="opens_time" value="02:30"', page)
    assert re.search(r'name="opens_date" value="2027-03-28"', page)
    sent = form(day, opens_date="2027-03-28", opens_time="03:00")
    assert client.post(path(event), sent).status_code == 302
    assert made_after(event).opens_at.isoformat() == "2027-03-28T01:00:00+00:00"


def test_only_the_host_plans_the_next_one(host: User) -> None:
    event, helper = open_event(host), make_user()
    add_co_host(event_id=event.public_id, by=by(event), email=helper.email, command_id=new_id())
    sent = form((STARTS + WEEK).date())
    for user in (helper, make_user(), make_user(is_staff=True)):
        assert browser(user).post(path(event), sent).status_code == 403
    assert Event.objects.count() == 1
    assert browser(host).post(path(event), sent).status_code == 302


def test_the_evenings_own_pages_lead_there(host: User) -> None:
    event = open_event(host)
    ready = browser(host).get(reverse("ready", args=[event.public_id])).content.decode()
    results = browser(host).get(reverse("results", args=[event.public_id])).content.decode()
    for page in (ready, results):
        assert path(event) in page
    others = browser().get(reverse("results", args=[event.public_id])).content.decode()
    assert path(event) not in others


def test_whoever_is_about_to_plan_what_is_there_already_reads_so(host: User) -> None:
    series = create_series(host=host, title="Fridays")
    first, second = make_event(host, title="One"), make_event(host, title="Two")
    for event, days in ((first, 0), (second, 7)):
        Event.objects.filter(pk=event.pk).update(
            series=series, starts_at=event.starts_at + timedelta(days=days)
        )
    client = browser(host)
    text = client.get(path(first)).content.decode()
    assert "Two is there already." in text
    assert path(second) in text
    assert "is there already." not in client.get(path(second)).content.decode()
    behind = client.get(reverse("series", args=[series.public_id])).content.decode()
    assert (path(first) in behind, path(second) in behind) == (False, True)
