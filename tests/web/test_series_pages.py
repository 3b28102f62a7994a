"""Series: made with stated points, filled by their host, read by everybody with the standings over them."""

import csv
import io
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from events.domain.evenings import add_co_host
from events.domain.people import person_for_user
from events.domain.registration import withdraw
from events.domain.series import create_series
from events.models import Event, Person, Registration, Series, User
from events.queries.standings import SCORING, standings
from tests.events import awards
from tests.events.factories import (
    by,
    close,
    make_event,
    make_person,
    make_user,
    new_id,
    open_event,
    register,
)
from tests.web.browsers import browser, device

POINTS = {f"points_{place}": str(points) for place, points in SCORING.items()}


@pytest.fixture
def host() -> User:
    return make_user(name="Marlow")


@pytest.fixture
def fridays(host: User) -> Series:
    return create_series(host=host, title="Fridays")


def to(series: Series, name: str = "series") -> str:
    return reverse(name, args=[series.public_id])


def put(event: Event, series: Series) -> Event:
    event.series = series
    event.save(update_fields=["series"])
    return event


def evening(series: Series, people: list[Person], title: str = "Friday bait") -> Event:
    """A round with these people, played and finished, in the series."""
    event = put(open_event(series.host, title=title, prizes=awards.ROUND), series)
    for person in people:
        register(event, person)
    close(event)
    awards.play_next(event)
    return awards.finish(event)


def page(client: Client, series: Series) -> str:
    answer = client.get(to(series))
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def ranks(text: str) -> list[list[str]]:
    """The standings as they are shown: place, name, points, evenings, won, best places."""
    body = re.search(r"<tbody>(.*?)</tbody>", text, re.S)
    rows = re.findall(r"<tr>(.*?)</tr>", body[1], re.S) if body else []
    return [
        [words(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)]
        for row in rows
    ]


def fault(text: str, field: str) -> str:
    found = re.search(rf'id="id_{field}_error">(.*?)</div>', text, re.S)
    return words(found[1]) if found else ""


# ------------------------------------------------------------------------------ made by its host


def test_a_series_is_made_with_its_points(host: User) -> None:
    client = browser(host)
    sent = {"title": " Fridays  on the pier ", **POINTS, "points_first": "10", "points_door": "0"}
    answer = client.post(reverse("series-new"), sent)
    series = Series.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, to(series))
    assert (series.title, series.host) == ("Fridays on the pier", host)
    assert series.scoring == {**SCORING, "first": 10, "door": 0}
    (listed,) = re.findall(r'<dl class="scoring">(.*?)</dl>', page(client, series), re.S)
    stated = words(listed)
    assert stated == ("Main prize 5 First prize 10 Second prize 3 Third prize 2 Playing along 1")


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"title": ""}, "title", "Give the series a name"),
        ({"title": "x" * 81}, "title", "at most 80"),
        ({"title": "\u202eFridays"}, "title", "can't be shown here"),
        ({"points_main": "101"}, "points_main", "less than or equal to 100"),
        ({"points_main": "-1"}, "points_main", "greater than or equal to 0"),
        ({"points_door": ""}, "points_door", "Type a number"),
        ({"points_door": "many"}, "points_door", "whole number"),
    ],
)
def test_what_is_wrong_with_a_new_series_is_said_at_its_field(
    host: User, changes: dict[str, str], field: str, said: str
) -> None:
    answer = browser(host).post(
        reverse("series-new"), {"title": "Fridays", **POINTS, "points_second": "7"} | changes
    )
    assert answer.status_code == 422
    text = answer.content.decode().replace("&#x27;", "'")
    assert said in fault(text, field)
    assert 'name="points_second" value="7"' in text
    assert Series.objects.count() == 0


def test_a_second_press_finds_the_first_and_other_points_need_another_title(host: User) -> None:
    client, sent = browser(host), {"title": "Fridays", **POINTS}
    assert [client.post(reverse("series-new"), sent).status_code for _press in range(2)] == [
        302,
        302,
    ]
    answer = client.post(reverse("series-new"), sent | {"points_main": "9"})
    assert answer.status_code == 422
    assert "You have a series of this title" in fault(answer.content.decode(), "title")
    assert Series.objects.get().scoring["main"] == 5
    assert browser(make_user()).post(reverse("series-new"), sent).status_code == 302
    assert Series.objects.count() == 2


def test_the_list_shows_ones_own_and_an_organiser_everybodys(host: User, fridays: Series) -> None:
    other = create_series(host=make_user(name="Odile"), title="Mondays")
    put(make_event(host), fridays)
    mine = browser(host).get(reverse("series-list")).content.decode()
    assert "Fridays" in mine
    assert "1 evening" in mine
    assert "Mondays" not in mine
    organisers = browser(make_user(is_staff=True)).get(reverse("series-list")).content.decode()
    assert {to(one) in organisers for one in (fridays, other)} == {True}


# --------------------------------------------------------------------- which evenings belong to it


def test_an_evening_is_taken_in_and_out_from_the_series_page(host: User, fridays: Series) -> None:
    event = make_event(host, title="Harbour Lights")
    client = browser(host)
    assert f'value="{event.public_id}"' in page(client, fridays)
    answer = client.post(to(fridays, "series-put"), {"event": event.public_id})
    assert (answer.status_code, answer["Location"]) == (302, to(fridays))
    event.refresh_from_db()
    assert event.series == fridays
    taken = page(client, fridays)
    assert f'value="{event.public_id}"' not in taken
    out = reverse("evening-series", args=[event.public_id])
    assert out in taken
    answer = client.post(out, {"series": ""})
    assert (answer.status_code, answer["Location"]) == (302, to(fridays))
    event.refresh_from_db()
    assert event.series is None


def test_the_series_is_chosen_from_the_evening(host: User, fridays: Series) -> None:
    event = make_event(host)
    client, path = browser(host), reverse("evening-series", args=[event.public_id])
    assert "Fridays" in client.get(path).content.decode()
    assert client.post(path, {"series": fridays.public_id})["Location"] == to(fridays)
    event.refresh_from_db()
    assert event.series == fridays
    assert f'<option value="{fridays.public_id}" selected>' in client.get(path).content.decode()
    assert [line.data for line in event.ledger.filter(kind="edited")] == [{"changed": ["series"]}]


def test_only_evenings_and_series_of_ones_own_go_together(host: User, fridays: Series) -> None:
    stranger, theirs = make_user(), make_event()
    event = make_event(host)
    mondays = create_series(host=stranger, title="Mondays")
    answers = {
        "another's evening": browser(host).post(
            to(fridays, "series-put"), {"event": theirs.public_id}
        ),
        "another's series": browser(host).post(
            reverse("evening-series", args=[event.public_id]), {"series": mondays.public_id}
        ),
        "by another": browser(stranger).post(to(fridays, "series-put"), {"event": event.public_id}),
        "no evening": browser(host).post(to(fridays, "series-put"), {}),
        "no series": browser(host).post(
            reverse("series-put", args=["nowhere"]), {"event": event.public_id}
        ),
    }
    assert {what: answer.status_code for what, answer in answers.items()} == {
        "another's evening": 422,
        "another's series": 422,
        "by another": 403,
        "no evening": 422,
        "no series": 404,
    }
    assert "Choose an evening of your own" in answers["another's evening"].content.decode()
    assert "Choose one of your own series" in answers["another's series"].content.decode()
    assert Event.objects.exclude(series=None).count() == 0


def test_a_co_host_does_not_say_which_series_an_evening_belongs_to(
    host: User, fridays: Series
) -> None:
    event, helper = put(make_event(host), fridays), make_user()
    add_co_host(event_id=event.public_id, by=by(event), email=helper.email, command_id=new_id())
    path = reverse("evening-series", args=[event.public_id])
    assert browser(helper).post(path, {"series": ""}).status_code == 403
    assert browser(host).post(path, {"series": ""}).status_code == 302


# ------------------------------------------------------------------------------ read by everybody


def test_drafts_stand_there_for_the_host_alone(host: User, fridays: Series) -> None:
    put(make_event(host, title="Planned"), fridays)
    put(open_event(host, title="Published"), fridays)
    assert "Planned" in page(browser(host), fridays)
    for client in (browser(), device()[1], browser(make_user())):
        seen = page(client, fridays)
        assert ("Planned" in seen, "Published" in seen) == (False, True)
        assert "Take it in" not in seen
        assert "Take out" not in seen


def test_standings_name_points_evenings_best_places_and_each_version(
    host: User, fridays: Series
) -> None:
    people = [make_person() for _ in range(4)]
    first, second = evening(fridays, people, "One"), evening(fridays, people, "Two")
    awards.rule(second, "note", reason="the lamp went out")
    text = page(browser(), fridays)
    assert ranks(text) == [
        [
            str(row.place),
            row.name,
            str(row.points),
            str(row.evenings),
            str(row.wins),
            ", ".join(map(str, row.best)),
        ]
        for row in standings(fridays)
    ]
    assert len(ranks(text)) == 4
    behind = text[text.index('id="b-h"') : text.index("</ol>")]
    assert re.findall(r"result version (\d)", behind) == ["2", "1"]
    assert "after 2 evenings" in text
    for event in (first, second):
        assert event.awards.get(place="main").registration.name in behind


def test_best_places_are_one_an_evening_and_a_heat_is_none(host: User, fridays: Series) -> None:
    event = put(open_event(host, prizes=awards.PODIUM, format="heats-and-final", heats=2), fridays)
    for _person in range(6):
        register(event)
    close(event)
    for _round in range(3):
        awards.play_next(event)
    awards.finish(event)
    best = {row.name: row.best for row in standings(fridays)}
    final = {
        seat.registration.name: (seat.place,)
        for seat in event.matches.get(round__kind="final").seats.all()
    }
    assert best == {name: final.get(name, ()) for name in best}
    assert len(final) < len(best)


def test_whoever_is_disqualified_gets_nothing_and_the_page_says_the_new_version(
    fridays: Series,
) -> None:
    people = [make_person() for _ in range(4)]
    event = evening(fridays, people)
    winner = event.awards.get(place="main").registration
    assert winner.name in [row[1] for row in ranks(page(browser(), fridays))]
    awards.rule(event, "disqualify", registration_id=winner.pk)
    text = page(browser(), fridays)
    assert winner.name not in [row[1] for row in ranks(text)]
    assert len(ranks(text)) == 3
    assert "result version 2" in text


def test_a_person_is_counted_once_by_device_and_account_under_the_latest_name(
    fridays: Series,
) -> None:
    """They came on a device, signed in on it later, and withdrew and registered again in between."""
    person = make_person()
    first = put(open_event(fridays.host, prizes=awards.ROUND), fridays)
    for name in ("Kit", "Kit again"):
        register(first, person, name=name)
        if name == "Kit":
            withdraw(event_id=first.public_id, person=person, command_id=new_id())
    for _other in range(2):
        register(first)
    close(first)
    awards.play_next(first)
    awards.finish(first)
    signed_in = person_for_user(make_user(), person)
    assert signed_in == person
    second = put(open_event(fridays.host, prizes=awards.ROUND), fridays)
    register(second, signed_in, name="Kit of the pier")
    for _other in range(2):
        register(second)
    close(second)
    awards.play_next(second)
    awards.finish(second)
    mine = [row for row in standings(fridays) if row.person == person.pk]
    assert [(row.name, row.evenings, len(row.best)) for row in mine] == [("Kit of the pier", 2, 2)]
    assert Registration.objects.filter(person=person).count() == 3
    assert "Kit again" not in page(browser(), fridays).split("</table>")[0]


def test_the_table_as_a_file_is_safe_for_spreadsheets(fridays: Series) -> None:
    people = [make_person() for _ in range(3)]
    event = evening(fridays, people)
    Registration.objects.filter(event=event, number=1).update(name="=1+1")
    answer = browser().get(to(fridays, "series-csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="fridays-standings.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert {row["name"] for row in rows} == {
        "'=1+1" if row.name == "=1+1" else row.name for row in standings(fridays)
    }
    assert "'=1+1" in {row["name"] for row in rows}
    assert [row["points"] for row in rows] == [str(row.points) for row in standings(fridays)]
    assert {row["versions"] for row in rows} == {"v1"}


def test_no_such_series_is_a_page_that_says_so() -> None:
    for name in ("series", "series-csv"):
        assert browser().get(reverse(name, args=["nowhere"])).status_code == 404


def test_the_page_asks_as_often_for_many_evenings_as_for_one(fridays: Series) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(browser(), fridays)
        return len(queries)

    people = [make_person() for _ in range(3)]
    evening(fridays, people)
    put(open_event(fridays.host), fridays)
    few = asked()
    for _number in range(3):
        evening(fridays, people)
        put(open_event(fridays.host), fridays)
    assert asked() == few
    assert standings(fridays)[0].evenings == 4


def test_an_empty_series_says_what_will_stand_there(fridays: Series) -> None:
    text = page(browser(), fridays)
    assert "After the first evening everybody stands here." in text
    assert ranks(text) == []
    empty: Any = browser().get(to(fridays, "series-csv")).content.decode("utf-8-sig")
    assert empty.splitlines() == ["place,name,points,evenings,wins,best places,versions"]
