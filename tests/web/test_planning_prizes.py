"""What can be won, in the evening's form: every part of every prize kept, special ones, locked once it counts."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.domain.evenings import PrizeLine, add_co_host, plan_of
from events.domain.series import create_series, put_in_series
from events.models import Event, Series, User
from tests.events.awards import PODIUM, ROUND
from tests.events.factories import by, make_event, make_user, new_id, open_event
from tests.web.browsers import browser
from tests.web.sent import form_on
from tests.web.test_planning_pages import fault, form, to

SAID = "Carved by hand. It is said to glow, but only for who has won it."
STORY = PrizeLine(0, "custom", "A mug", "Otto", "Best story", SAID)
CHEER = PrizeLine(0, "custom", "A whistle", label="Loudest cheer")


@pytest.fixture
def host() -> User:
    return make_user(name="Marlow")


def with_words(lines: tuple[PrizeLine, ...]) -> tuple[PrizeLine, ...]:
    return tuple(replace(line, announced=f"{SAID} {line.place}") for line in lines)


def special(number: int, **texts: str) -> dict[str, str]:
    return {f"special_{number}_{part}": text for part, text in texts.items()}


def plan(host: User, **changes: Any) -> Any:
    return browser(host).post(reverse("evening-new"), form(**changes))


def page_of(client: Client, event: Event) -> str:
    return client.get(to("evening-edit", event)).content.decode()


@pytest.mark.parametrize(
    ("format_", "lines"),
    [
        ("prize-every-round", ROUND),
        ("heats-and-final", PODIUM),
        ("knockout", PODIUM),
    ],
)
def test_a_plan_with_everything_that_is_saved_untouched_is_unchanged(
    host: User, format_: str, lines: tuple[PrizeLine, ...]
) -> None:
    event = make_event(
        host, format=format_, prizes=(*with_words(lines), STORY, CHEER), claim_days=21
    )
    series = create_series(host=host, title="Fridays")
    put_in_series(event_id=event.public_id, by=by(event), series=series, command_id=new_id())
    client = browser(host)
    sent = form_on(page_of(client, event), "plan")
    before, seq = plan_of(event), Event.objects.get().seq
    answer = client.post(to("evening-edit", event), sent)
    assert answer.status_code == 302, fault(answer, "title")
    event = Event.objects.get()
    assert (plan_of(event), event.seq, event.series) == (before, seq, series)
    sent["prize_1_main_announced" if lines is ROUND else "prize_0_first_announced"] = "Other words"
    client.post(to("evening-edit", event), sent | {"command_id": f"{new_id()}-other"})
    assert Event.objects.get().ledger.latest("seq").data == {"changed": ["prizes"]}


def test_one_form_makes_every_part_of_every_prize(host: User) -> None:
    plan(
        host,
        claim_days="30",
        prize_1_main_announced=SAID,
        **special(1, **{"label": "Best story", "title": "A mug", "from": "Otto"}),
        **special(4, label="Loudest cheer", title="A whistle", announced="Heard it?"),
    )
    event = Event.objects.get()
    assert plan_of(event).prizes == (
        PrizeLine(1, "main", "Lantern trophy", "Odile", announced=SAID),
        PrizeLine(1, "door", "Bait tin"),
        PrizeLine(0, "custom", "A mug", "Otto", "Best story"),
        PrizeLine(0, "custom", "A whistle", "", "Loudest cheer", "Heard it?"),
    )
    assert event.claim_days == 30


def test_a_press_adds_a_special_prize_and_keeps_what_was_typed(host: User) -> None:
    first = plan(host, rows="special")
    page = first.content.decode()
    assert (first.status_code, 'name="special_1_label"' in page) == (200, True)
    assert 'name="special_2_label"' not in page
    second = plan(host, rows="special", **special(1, label="Best story")).content.decode()
    sent = form_on(second, "plan")
    assert (sent["special_1_label"], sent["special_2_label"]) == ("Best story", "")
    assert sent["prize_1_main_title"] == "Lantern trophy"
    assert Event.objects.count() == 0


def test_a_press_takes_a_special_prize_out_and_leaves_the_others(host: User) -> None:
    both = special(1, label="Best story", title="A mug") | special(2, label="Loudest cheer")
    sent = form_on(plan(host, rows="drop-1", **both).content.decode(), "plan")
    assert "special_1_label" not in sent
    assert sent["special_2_label"] == "Loudest cheer"


def many(count: int) -> dict[str, str]:
    rows = [special(n, label=f"Deed {n}", title=f"Prize {n}") for n in range(1, count + 1)]
    return {name: text for row in rows for name, text in row.items()}


def test_there_are_ten_special_prizes_at_most(host: User) -> None:
    nine, ten = (plan(host, rows="1", **many(count)).content.decode() for count in (9, 10))
    assert ('value="special"' in nine, 'value="special"' in ten) == (True, False)
    assert "special_11_label" not in plan(host, rows="special", **many(10)).content.decode()
    refused = plan(host, **many(11))
    assert refused.status_code == 422
    assert "at most 10 special prizes" in fault(refused, "special_11_label")
    assert 'value="Deed 11"' in refused.content.decode()
    assert plan(host, **many(10)).status_code == 302
    assert Event.objects.get().prizes.filter(place="custom").count() == 10


@pytest.mark.parametrize(
    ("texts", "field", "words"),
    [
        (special(1, title="A mug"), "special_1_label", "Say what it is for"),
        (special(1, label="Best story"), "special_1_title", "Name the prize"),
        (special(1, announced="What for?"), "special_1_label", "Say what it is for"),
        (special(1, label="x" * 49, title="A mug"), "special_1_label", "at most 48"),
        (special(1, label="a\u202eb", title="A mug"), "special_1_label", "Type it by hand"),
        (
            special(1, label="Best story", title="A mug")
            | special(2, label="BEST  story", title="A cup"),
            "special_2_label",
            "what it alone is for",
        ),
        ({"prize_1_main_announced": "x" * 241}, "prize_1_main_announced", "at most 240"),
        (
            {"prize_1_door_title": "", "prize_1_door_announced": "A tin"},
            "prize_1_door_title",
            "Name the prize",
        ),
        ({"claim_days": "0"}, "claim_days", "greater than or equal to 1"),
        ({"claim_days": "91"}, "claim_days", "less than or equal to 90"),
        ({"claim_days": "soon"}, "claim_days", "whole number"),
        ({"series": "new", "new_series": " "}, "new_series", "Give the series a title"),
        ({"series": "new", "new_series": "x" * 81}, "new_series", "at most 80"),
        ({"series": "nobody-has-this"}, "series", "one of the host’s own series"),
    ],
)
def test_what_is_wrong_with_a_prize_is_said_at_its_field(
    host: User, texts: dict[str, str], field: str, words: str
) -> None:
    answer = plan(host, **texts)
    assert (answer.status_code, words in fault(answer, field)) == (422, True)
    sent = form_on(answer.content.decode(), "plan")
    assert {name: sent.get(name) for name in texts if name != "series"} == {
        name: text for name, text in texts.items() if name != "series"
    }
    assert (Event.objects.count(), Series.objects.count()) == (0, 0)


def locked(host: User) -> tuple[Client, Event, dict[str, str]]:
    event = open_event(host, prizes=(*ROUND, STORY), claim_days=21)
    client = browser(host)
    return client, event, form_on(page_of(client, event), "plan")


def test_prizes_are_shown_locked_with_the_reason_once_registration_has_opened(host: User) -> None:
    client, event, _sent = locked(host)
    page = page_of(client, event)
    assert "so the prizes stay as they are" in page
    assert page.count(" readonly") == 4 + 3 + 1  # two of a round, one with its parts, the days
    assert 'value="special"' not in page
    assert "so the prizes stay as they are" not in page_of(client, make_event(host, prizes=ROUND))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"prize_1_main_title": "Something cheaper"}, "prize_1_main_title"),
        ({"prize_1_door_announced": "Never mind"}, "prize_1_door_announced"),
        ({"special_1_from": "Nobody"}, "special_1_from"),
        (special(2, label="Late idea", title="A cup"), "special_2_label"),
        ({"claim_days": "1"}, "claim_days"),
    ],
)
def test_a_prize_that_is_changed_all_the_same_is_refused_at_its_field(
    host: User, changes: dict[str, str], field: str
) -> None:
    client, event, sent = locked(host)
    seq, before = Event.objects.get().seq, plan_of(event)
    answer = client.post(to("evening-edit", event), sent | changes)
    assert answer.status_code == 422
    assert "registration has opened" in fault(answer, field)
    assert next(iter(changes.values())) in answer.content.decode()
    assert (Event.objects.get().seq, plan_of(event)) == (seq, before)


def test_what_may_still_change_is_saved_beside_locked_prizes(host: User) -> None:
    client, event, sent = locked(host)
    answer = client.post(to("evening-edit", event), sent | {"welcome": "Mind the gap."})
    assert answer.status_code == 302
    assert Event.objects.get().welcome == "Mind the gap."


def test_an_evening_is_put_in_a_series_of_the_hosts_or_in_a_new_one(host: User) -> None:
    own = create_series(host=host, title="Fridays")
    create_series(host=make_user(), title="Somebody else's")
    page = browser(host).get(reverse("evening-new")).content.decode()
    assert ("Fridays" in page, "Somebody else" in page) == (True, False)
    plan(host, series=own.public_id)
    plan(host, series="new", new_series="Mondays")
    plan(host, series="new", new_series="Fridays")
    plan(host, series="", new_series="Not asked for")
    titles = [event.series and event.series.title for event in Event.objects.order_by("pk")]
    assert titles == ["Fridays", "Mondays", "Fridays", None]
    assert Series.objects.filter(host=host).count() == 2


def test_a_series_is_chosen_by_the_host_and_left_alone_by_a_co_host(host: User) -> None:
    event, helper = make_event(host), make_user(name="Odile")
    series = create_series(host=host, title="Fridays")
    put_in_series(event_id=event.public_id, by=by(event), series=series, command_id=new_id())
    add_co_host(event_id=event.public_id, by=by(event), email=helper.email, command_id=new_id())
    for who, sent_along, left in (
        (helper, True, series),
        (host, False, series),
        (host, True, None),
    ):
        client = browser(who)
        sent = form_on(page_of(client, event), "plan")
        assert ("series" in sent) == (who == host)
        sent |= {"series": ""} if sent_along else {}
        if not sent_along:
            del sent["series"]
        client.post(to("evening-edit", event), sent | {"command_id": f"{new_id()}-series"})
        assert Event.objects.get().series == left


def test_the_days_to_claim_stay_where_none_are_sent(host: User) -> None:
    event = make_event(host, claim_days=21, zone="Europe/Lisbon")
    assert browser(host).post(to("evening-edit", event), form()).status_code == 302
    assert Event.objects.get().claim_days == 21


def test_players_read_what_can_be_won_in_full(host: User) -> None:
    event = open_event(host, prizes=(*with_words(ROUND), STORY), rounds=2, claim_days=1)
    page = browser().get(to("event", event)).content.decode()
    shown = page[page.index('id="prizes"') : page.index("</dl>", page.index('id="prizes"'))]
    for words in (
        "Round 1, main prize", "A rod", "Anna", f"{SAID} main", "Round 1, door prize", "Best story", "Otto",
    ):  # fmt: skip
        assert words in shown
    assert shown.index("A rod") < shown.index("A hook") < shown.index("A mug")
    assert "Who wins one has 1 day to claim it." in page
