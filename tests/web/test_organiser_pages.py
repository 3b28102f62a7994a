"""The organiser's page: every evening with where it stands, filters that say what is wrong with them, what is owed."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from events.domain.disputes import open_dispute
from events.domain.evenings import PrizeLine, add_co_host
from events.domain.series import create_series
from events.models import Award, Event, Prize, User
from tests.events import awards
from tests.events.factories import by, make_event, make_user, new_id, open_event, register
from tests.events.playing import committed, started_match
from tests.web.browsers import browser, device

PATH = reverse("organise")


@pytest.fixture
def organiser() -> User:
    return make_user(is_staff=True, name="Ilka")


def titled(title: str, host: User | None = None, **changes: Any) -> Event:
    return make_event(host, title=title, **changes)


def page(client: Client, **asked: Any) -> str:
    answer = client.get(PATH, asked)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(text: str) -> list[str]:
    """The titles of the evenings on the page, in order."""
    listed = re.search(r'<ol class="evenings" data-many>(.*?)</ol>', text, re.S)
    rows = re.findall(r'<div class="what"><b><a [^>]*>(.*?)</a></b>', listed[1]) if listed else []
    return [str(row) for row in rows]


def handed_over(text: str) -> list[str]:
    """What is still to hand over, as it is told."""
    listed = re.search(r'<ul class="owed">(.*?)</ul>', text, re.S)
    items = re.findall(r"<li[^>]*>(.*?)</li>", listed[1], re.S) if listed else []
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in items]


def fault(text: str, field: str) -> str:
    found = re.search(rf'id="id_{field}_error">(.*?)</div>', text, re.S)
    return re.sub(r"<[^>]+>", "", found[1]).strip() if found else ""


def won(event: Event, title: str, state: str = Award.State.AWARDED) -> Award:
    """A prize of this evening that somebody on its list has won."""
    prize = Prize.objects.create(event=event, round=0, place="custom", title=title, label=title)
    return Award.objects.create(
        event=event,
        prize=prize,
        place="custom",
        registration=register(event),
        state=state,
        awarded_at=event.created_at,
        claimed_at=event.created_at,
        delivered_at=event.created_at,
    )


def test_an_organiser_sees_every_evening_and_a_host_those_they_run(organiser: User) -> None:
    anna, ben = make_user(), make_user()
    titled("Of Anna", anna)
    helped = titled("Of Ben", ben)
    titled("Of Ben alone", ben)
    add_co_host(event_id=helped.public_id, by=by(helped), email=anna.email, command_id=new_id())
    assert set(shown(page(browser(organiser)))) == {"Of Anna", "Of Ben", "Of Ben alone"}
    assert set(shown(page(browser(anna)))) == {"Of Anna", "Of Ben"}
    assert set(shown(page(browser(ben)))) == {"Of Ben", "Of Ben alone"}
    assert shown(page(browser(make_user()))) == []


def test_whoever_is_not_signed_in_is_asked_to(organiser: User) -> None:
    titled("Hidden")
    for client in (browser(), device()[1]):
        answer = client.get(PATH)
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")
    locked = make_user(is_staff=True, is_active=False)
    assert browser(locked).get(PATH).status_code == 302


def test_a_row_says_where_an_evening_stands() -> None:
    match = awards.played_round(4)
    awards.finish(match.event)
    awards.claim(awards.award(match, "main"))
    text = page(browser(match.event.host))
    row = re.sub(r"<[^>]+>", " ", text[text.index("data-many") : text.index('id="owed"')])
    for words in ("Finished", "4 of 30 entered", "result version 1", "2 prizes to hand over"):
        assert words in row
    assert "disputed" not in row
    awards.rule(match.event, "note", reason="the lamp went out")
    assert "result version 2" in page(browser(match.event.host))


def test_each_filter_narrows(organiser: User) -> None:
    anna = make_user(name="Anna")
    series = create_series(host=anna, title="Fridays")
    early, late = (open_event(anna, title=title) for title in ("Early", "Late"))
    other = titled("Other")
    Event.objects.filter(pk=early.pk).update(series=series, starts_wall="2026-05-01T23:30")
    Event.objects.filter(pk=late.pk).update(starts_wall="2026-05-02T00:15")
    Event.objects.filter(pk=other.pk).update(starts_wall="2026-06-01T20:00")
    won(late, "A rod", Award.State.DISPUTED)
    won(early, "A hook", Award.State.CONFIRMED)
    claimed = open_event(title="Claimed")
    Event.objects.filter(pk=claimed.pk).update(starts_wall="2026-06-02T20:00")
    won(claimed, "A mug", Award.State.CLAIMED)
    client = browser(organiser)
    questions: dict[str, dict[str, Any]] = {
        "nothing": {},
        "state": {"state": "draft"},
        "host": {"host": anna.pk},
        "series": {"series": series.public_id},
        "since": {"since": "2026-05-02"},
        "until": {"until": "2026-05-01"},
        "a day": {"since": "2026-05-02", "until": "2026-05-02"},
        "undelivered": {"undelivered": "on"},
        "disputed": {"disputed": "on"},
        "two": {"undelivered": "on", "host": anna.pk},
        "none": {"state": "draft", "host": anna.pk},
    }
    found = {
        question: sorted(shown(page(client, **asked))) for question, asked in questions.items()
    }
    assert found == {
        "nothing": ["Claimed", "Early", "Late", "Other"],
        "state": ["Other"],
        "host": ["Early", "Late"],
        "series": ["Early"],
        "since": ["Claimed", "Late", "Other"],
        "until": ["Early"],
        "a day": ["Late"],
        "undelivered": ["Claimed", "Late"],
        "disputed": ["Late"],
        "two": ["Late"],
        "none": [],
    }
    assert "No evening fits this." in page(client, state="draft", host=anna.pk)


def test_an_open_dispute_at_a_table_is_counted_until_it_is_ruled_on() -> None:
    match = started_match(3)
    host = browser(match.event.host)
    assert shown(page(host, disputed="on")) == []
    with committed():
        dispute = open_dispute(
            match_id=match.public_id,
            text="I rolled in time",
            command_id=new_id(),
            person=match.seats.all()[0].registration.person,
        )
    assert shown(page(host, disputed="on")) == [match.event.title]
    assert "1 open dispute at a table" in page(host)
    dispute.ruled_at = dispute.opened_at
    dispute.save()
    assert shown(page(host, disputed="on")) == []


@pytest.mark.parametrize(
    ("asked", "field", "words"),
    [
        ({"state": "asleep"}, "state", "Choose one from the list"),
        ({"host": "999999"}, "host", "Choose one from the list"),
        ({"host": "nobody"}, "host", "Choose one from the list"),
        ({"series": "x"}, "series", "Choose one from the list"),
        ({"since": "yesterday"}, "since", "Write the date like"),
        ({"until": "2026-02-30"}, "until", "Write the date like"),
        ({"since": "2026-05-02", "until": "2026-05-01"}, "until", "isn’t before the first"),
        ({"since": "0001-01-01", "until": "9999-12-31", "state": "x"}, "state", "Choose one"),
    ],
)
def test_a_filter_that_cannot_be_is_told_at_its_field_and_the_rest_is_shown(
    organiser: User, asked: dict[str, str], field: str, words: str
) -> None:
    """The evening starts after 2026-05-02, so each of the others alone lets it through."""
    titled("Here")
    text = page(browser(organiser), **asked)
    assert words in fault(text, field)
    assert shown(text) == ["Here"]


def test_another_hosts_name_is_no_choice_for_a_host(organiser: User) -> None:
    anna, ben = make_user(name="Anna"), make_user(name="Ben")
    titled("Of Anna", anna)
    titled("Of Ben", ben)
    assert "Ben" in page(browser(organiser))
    assert "Ben" not in page(browser(anna))
    assert "Choose one from the list" in fault(page(browser(anna), host=ben.pk), "host")


def test_what_is_owed_is_listed_across_evenings_the_longest_wait_first(organiser: User) -> None:
    one, two = open_event(title="One"), open_event(title="Two")
    rod, mug, hook = won(one, "A rod"), won(two, "A mug", "claimed"), won(two, "A hook", "disputed")
    won(one, "A boat", Award.State.DELIVERED)
    won(one, "A reel", Award.State.VOID)
    won(two, "A line", Award.State.RETURNED)
    Award.objects.filter(pk=hook.pk).update(
        awarded_at=rod.awarded_at - timedelta(days=3), reason="It never came"
    )
    Award.objects.filter(pk=mug.pk).update(awarded_at=rod.awarded_at + timedelta(hours=1))
    told = handed_over(page(browser(organiser)))
    assert [line.split(" to ")[0] for line in told] == ["A hook", "A rod", "A mug"]
    assert f"to {hook.registration.name}" in told[0]
    assert "disputed" in told[0]
    assert "“ It never came ”" in told[0]
    assert "not claimed yet" in told[1]
    assert "claimed" in told[2]
    assert "not claimed" not in told[2]
    assert [line.split(" to ")[0] for line in handed_over(page(browser(one.host)))] == ["A rod"]
    links = re.findall(r'href="([^"]+)">(?:One|Two)</a>', page(browser(organiser)))
    assert f"{reverse('results', args=[two.public_id])}#award-{mug.pk}" in links


def test_a_prize_that_is_delivered_leaves_the_list() -> None:
    match = awards.played_round(4)
    awards.finish(match.event)
    main = awards.award(match, "main")
    host = browser(match.event.host)
    assert len(handed_over(page(host))) == 2
    awards.claim(main)
    awards.deliver(main)
    assert [line.split(" to ")[0] for line in handed_over(page(host))] == ["A hook"]


def test_both_lists_have_pages_that_keep_the_filters(organiser: User) -> None:
    host = make_user()
    for number in range(26):
        event = open_event(host, title=f"Evening {number}")
        won(event, f"Prize {number}")
    client = browser(organiser)
    first = page(client, host=host.pk)
    assert len(shown(first)) == 25
    assert len(handed_over(first)) == 12
    following = re.search(r'href="(\?[^"]*page=2)"', first)
    assert following is not None
    second = client.get(PATH + following[1].replace("&amp;", "&")).content.decode()
    assert len(shown(second)) == 1
    assert not set(shown(first)) & set(shown(second))
    assert f'<option value="{host.pk}" selected>' in second
    assert len(handed_over(page(client, host=host.pk, prizes=3))) == 2
    for odd in ("0", "-1", "99", "two", ""):
        assert client.get(PATH, {"page": odd, "prizes": odd}).status_code == 200


def test_it_asks_the_database_as_often_for_25_evenings_as_for_5(organiser: User) -> None:
    def asked(client: Client) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(client)
        return len(queries)

    def add(count: int) -> None:
        for _number in range(count):
            host = make_user()
            event = open_event(host, prizes=(PrizeLine(1, "main", "A rod"),))
            event.series = create_series(host=host, title="Fridays")
            event.save()
            won(event, "A mug")

    client = browser(organiser)
    add(5)
    few = asked(client)
    add(20)
    assert len(shown(page(client))) == 25
    assert asked(client) == few
