"""Planning an evening in one form: what is wrong is said at its field, and nothing typed is lost."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from events.models import Event, EventStaff, User
from tests.events.factories import STARTS, make_event, make_user, new_id, open_event
from tests.web.browsers import browser

DAY = STARTS.date().isoformat()


@pytest.fixture
def host() -> User:
    return make_user(name="Marlow")


def form(**changes: Any) -> dict[str, Any]:
    """What a browser sends for a plan with one round and both prizes."""
    return {
        "title": "Harbour Lights",
        "welcome": "One number to avoid.",
        "game": "live-bait",
        "starts_date": DAY,
        "starts_time": "20:00",
        "zone": "Europe/Lisbon",
        "opens": "now",
        "closes": "usual",
        "capacity": "30",
        "entry_mode": "open",
        "format": "prize-every-round",
        "rounds": "1",
        "rule_duel": "on",
        "rule_roll_s": "30",
        "rule_answer_s": "90",
        "prize_1_main_title": "Lantern trophy",
        "prize_1_main_from": "Odile",
        "prize_1_door_title": "Bait tin",
        "command_id": f"{new_id()}-plan",
    } | changes


def plan(host: User, **changes: Any) -> Any:
    return browser(host).post(reverse("evening-new"), form(**changes))


def fault(answer: Any, field: str) -> str:
    """The sentence at a field of the page, or nothing."""
    found = re.search(rf'id="id_{field}_error">(.*?)</div>', answer.content.decode(), re.S)
    return re.sub(r"<[^>]+>", "", found[1]).strip() if found else ""


def to(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


def test_one_form_makes_a_draft_with_everything_in_it(host: User) -> None:
    answer = plan(host)
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, to("ready", event))
    assert (event.title, event.zone, event.starts_wall) == (
        "Harbour Lights",
        "Europe/Lisbon",
        f"{DAY}T20:00",
    )
    assert event.closes_at - event.starts_at == timedelta(minutes=10)
    assert (event.options["duel"], event.options["roll_s"], event.answer_s) == (True, 30, 90)
    assert [str(prize) for prize in event.prizes.all()] == ["Lantern trophy", "Bait tin"]


def test_a_double_click_makes_one(host: User) -> None:
    sent = form()
    client = browser(host)
    for _ in range(2):
        client.post(reverse("evening-new"), sent)
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"title": ""}, "title", "Give the evening a name"),
        ({"starts_date": "someday"}, "starts_date", "Write the date like"),
        ({"starts_time": "25:00"}, "starts_time", "Write the time like"),
        ({"zone": "Atlantis/Deep"}, "zone", "Choose a city from the list"),
        (
            {"starts_date": "2027-03-28", "starts_time": "01:30"},
            "starts_time",
            "The clocks skip this time",
        ),
        ({"starts_date": "2027-10-31", "starts_time": "01:30"}, "starts_fold", "comes twice"),
        ({"opens": "at"}, "opens_date", "Choose a date"),
        (
            {"opens": "at", "opens_date": DAY, "opens_time": "21:00"},
            "opens_time",
            "open before it closes",
        ),
        ({"closes": "at", "closes_date": DAY, "closes_time": ""}, "closes_time", "Choose a time"),
        ({"capacity": "1"}, "capacity", "greater than or equal to 2"),
        ({"rounds": "99"}, "rounds", "less than or equal to 12"),
        ({"entry_mode": "code", "entry_code": ""}, "entry_code", "Type the code"),
        ({"entry_mode": "code", "entry_code": "ab"}, "entry_code", "at least 4 characters"),
        (
            {"prize_1_door_title": "", "prize_1_door_from": "Kit"},
            "prize_1_door_title",
            "Name the prize",
        ),
        ({"rule_roll_s": "7"}, "rule_roll_s", "Select a valid choice"),
        ({"game": "chess"}, "game", "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    host: User, changes: Any, field: str, words: str
) -> None:
    answer = plan(host, **changes)
    assert answer.status_code == 422
    assert words in fault(answer, field)
    page = answer.content.decode()
    assert 'value="Lantern trophy"' in page
    assert ('value="Harbour Lights"' in page) == ("title" not in changes)
    assert Event.objects.count() == 0


def test_a_time_that_comes_twice_is_asked_about_and_then_taken(host: User) -> None:
    twice = {"starts_date": "2027-10-31", "starts_time": "01:30"}
    asked = plan(host, **twice).content.decode()
    assert "The first 01:30 (UTC+01:00)" in asked
    assert "The second 01:30 (UTC+00:00)" in asked
    assert plan(host, **twice, starts_fold="1").status_code == 302
    assert Event.objects.get().starts_at.hour == 1


def test_more_rounds_show_more_prizes_and_keep_what_was_typed(host: User) -> None:
    page = plan(host, rounds="3", rows="1")
    assert page.status_code == 200
    text = page.content.decode()
    assert 'name="prize_3_door_title"' in text
    assert 'name="prize_4_main_title"' not in text
    assert 'value="Lantern trophy"' in text
    assert Event.objects.count() == 0


def test_a_rehearsal_has_no_prizes_and_loses_none_in_silence(host: User) -> None:
    refused = plan(host, rehearsal="on")
    assert refused.status_code == 422
    assert fault(refused, "rehearsal") == (
        "Nothing can be won at a rehearsal. Take the prizes out or make it a real evening."
    )
    page = refused.content.decode()
    assert 'value="Lantern trophy"' in page
    assert "data-stays" in page
    assert not Event.objects.exists()
    without = dict.fromkeys(("prize_1_main_title", "prize_1_main_from", "prize_1_door_title"), "")
    assert plan(host, rehearsal="on", **without).status_code == 302
    assert Event.objects.get().prizes.count() == 0


def test_a_draft_that_becomes_a_rehearsal_keeps_its_prizes_until_they_are_taken_out(
    host: User,
) -> None:
    plan(host)
    event = Event.objects.get()
    refused = browser(host).post(to("evening-edit", event), form(rehearsal="on"))
    assert fault(refused, "rehearsal") != ""
    event.refresh_from_db()
    assert (event.rehearsal, event.prizes.count()) == (False, 2)


def test_house_rules_are_folded_and_say_how_many_are_the_hosts_own(host: User) -> None:
    def said(page: str) -> str:
        found = re.search(r'<details class="fold" id="rules"[^>]*><summary><span>(.*?)<', page)
        assert found is not None
        return found[1]

    client = browser(host)
    assert said(client.get(reverse("evening-new")).content.decode()) == "As it is usually played"
    plan(host, rule_duel="off", rule_roll_s="30", rule_answer_s="90")
    page = client.get(to("evening-edit", Event.objects.get())).content.decode()
    assert said(page) == "3 rules of your own"
    wrong = client.post(reverse("evening-new"), form(rule_roll_s="31")).content.decode()
    assert re.search(r'id="rules" data-open-wide open>', wrong)


def test_a_host_without_a_name_is_asked_in_the_same_form() -> None:
    host = make_user(name="")
    client = browser(host)
    assert 'name="host_name"' in client.get(reverse("evening-new")).content.decode()
    refused = client.post(reverse("evening-new"), form(host_name="admin"))
    assert refused.status_code == 422
    client.post(reverse("evening-new"), form(host_name="Marlow"))
    host.refresh_from_db()
    assert host.name == "Marlow"


def test_an_untouched_form_changes_nothing(host: User) -> None:
    event = open_event(host, zone="Europe/Lisbon")
    client = browser(host)
    page = client.get(to("evening-edit", event)).content.decode()
    sent = {
        name: value
        for name, value in re.findall(r'name="([a-z_0-9]+)"[^>]*? value="([^"]*)"', page)
        if not name.startswith(("csrf", "rows"))
    }
    sent |= {
        "starts_date": DAY, "starts_time": "20:00", "zone": "Europe/Lisbon", "opens": "at",
        "closes": "usual", "entry_mode": "open", "game": "live-bait", "rounds": "1", "capacity": "30",
        "format": "prize-every-round", "entropy_mode": "none",
    }  # fmt: skip
    sent |= dict(re.findall(r'name="(rule_[a-z_]+)" value="([^"]+)"[^>]*checked', page))
    seq = Event.objects.get().seq
    answer = client.post(to("evening-edit", event), sent)
    assert answer.status_code == 302, answer.content.decode()
    assert Event.objects.get().seq == seq


def test_what_cannot_change_any_more_is_said_at_its_field(host: User) -> None:
    event = open_event(host)
    sent = form(
        zone="Europe/Berlin", prize_1_main_title="", prize_1_main_from="", prize_1_door_title=""
    )
    opened = event.opens_at.astimezone(ZoneInfo("Europe/Berlin"))
    sent |= {
        "opens": "at",
        "opens_date": opened.date().isoformat(),
        "opens_time": f"{opened:%H:%M}",
    }
    sent |= {
        "capacity": "10",
        "title": event.title,
        "welcome": "",
        "rule_roll_s": "20",
        "rule_answer_s": "60",
    }
    answer = browser(host).post(to("evening-edit", event), sent)
    assert answer.status_code == 422
    assert "only be more" in fault(answer, "capacity")


def test_publishing_shows_the_address_and_the_seal(host: User) -> None:
    event = make_event(host)
    client = browser(host)
    client.post(to("publish", event), {"command_id": "publish-now"})
    event.refresh_from_db()
    assert event.state == Event.State.PUBLISHED
    assert f"/{event.public_id}/</code>" in client.get(to("ready", event)).content.decode()
    page = browser().get(to("event", event)).content.decode()
    assert event.ledger.get(kind="seals").data["hash"] in page


def test_an_evening_in_the_past_is_not_published(host: User) -> None:
    event = make_event(host)
    Event.objects.update(starts_at=event.created_at - timedelta(days=1))
    client = browser(host)
    answer = client.post(to("publish", event), {"command_id": "publish-now"})
    assert answer.status_code == 422
    assert "still to come" in answer.content.decode()
    assert "needed" in client.get(to("ready", event)).content.decode()


def test_a_co_host_is_added_by_address_and_sees_the_draft(host: User) -> None:
    event, helper = make_event(host), make_user(name="Odile")
    client = browser(host)
    refused = client.post(
        to("co-host", event), {"email": "nobody@example.org", "command_id": "add-nobody"}
    )
    assert refused.status_code == 422
    assert 'id="cohost_email_error"' in refused.content.decode()
    client.post(to("co-host", event), {"email": helper.email, "command_id": "add-helper"})
    assert EventStaff.objects.get().user == helper
    assert browser(helper).get(to("ready", event)).status_code == 200


def test_practice_players_fill_a_rehearsal_and_nothing_else(host: User) -> None:
    rehearsal, real = open_event(host, rehearsal=True), open_event(host)
    client = browser(host)
    client.post(to("practice", rehearsal), {"count": "6", "command_id": "practice-six"})
    assert rehearsal.registrations.count() == 6
    refused = client.post(to("practice", real), {"count": "6", "command_id": "practice-six"})
    assert refused.status_code == 422
    assert real.registrations.count() == 0
    client.post(to("close", rehearsal), {"command_id": "close-now"})
    rehearsal.refresh_from_db()
    assert rehearsal.state == Event.State.CLOSED


def test_cancelling_needs_a_reason(host: User) -> None:
    event = open_event(host)
    client = browser(host)
    refused = client.post(to("cancel", event), {"reason": "", "command_id": "cancel-now"})
    assert refused.status_code == 422
    assert 'id="cancel_reason_error"' in refused.content.decode()
    client.post(to("cancel", event), {"reason": "Storm", "command_id": "cancel-now"})
    event.refresh_from_db()
    assert event.state == Event.State.CANCELLED


def test_the_dashboard_puts_what_is_being_played_first(host: User) -> None:
    for number in range(3):
        open_event(host, title=f"Evening {number}")
    Event.objects.filter(title="Evening 2").update(state=Event.State.RUNNING)
    page = browser(host).get(reverse("dashboard")).content.decode()
    heading = re.search(r'<h1[^>]*id="t-h">(.*?)</h1>', page)
    assert heading is not None
    assert heading[1] == "Evening 2"


@pytest.mark.parametrize("count", [1, 6])
def test_the_dashboard_asks_as_often_for_many_as_for_one(
    host: User, count: int, django_assert_max_num_queries: Any
) -> None:
    for number in range(count):
        open_event(host, title=f"Evening {number}")
    client = browser(host)
    with django_assert_max_num_queries(20):
        assert client.get(reverse("dashboard")).status_code == 200


@pytest.mark.parametrize(
    ("format_", "shown", "hidden"),
    [
        ("heats-and-final", "prize_0_third_title", "prize_1_main_title"),
        ("knockout", "prize_0_door_title", "rule_pick_s"),
        ("prize-every-round", "prize_1_door_title", "prize_0_first_title"),
    ],
)
def test_a_format_shows_its_own_rules_and_prizes(
    host: User, format_: str, shown: str, hidden: str
) -> None:
    page = plan(host, format=format_, rows="1").content.decode()
    assert f'name="{shown}"' in page
    assert f'name="{hidden}"' not in page
    assert page.count('class="rulecard"') == len(re.findall(r'name="rule_[^>]*checked', page))
    assert Event.objects.count() == 0


def test_a_knockout_is_planned_with_its_rules_and_prizes(host: User) -> None:
    answer = plan(
        host,
        format="knockout",
        rule_knockout_duel="on",
        prize_0_first_title="Lantern trophy",
        prize_0_door_title="Bait tin",
    )
    event = Event.objects.get()
    assert answer["Location"] == to("ready", event)
    assert (event.game, event.format, event.rounds) == ("knockout", "knockout", 1)
    assert event.options == {"duel": True, "roll_s": 30}
    assert [(prize.round, prize.place) for prize in event.prizes.all()] == [
        (0, "first"),
        (0, "door"),
    ]
    page = browser(host).get(to("ready", event)).content.decode()
    assert "With all 30 places taken: about " in page
    edited = browser(host).get(to("evening-edit", event)).content.decode()
    assert re.search(r'name="rule_knockout_duel" value="on"[^>]*checked', edited)


def test_heats_are_planned_with_a_number_of_their_own(host: User) -> None:
    plan(host, format="heats-and-final", heats="5", rule_try_again="off")
    event = Event.objects.get()
    assert (event.format, event.heats, event.try_again, event.game) == (
        "heats-and-final",
        5,
        False,
        "live-bait",
    )
    assert fault(plan(host, format="heats-and-final", heats="9"), "heats") != ""


def test_an_evening_that_is_a_knockout_can_become_one_of_rounds_again(host: User) -> None:
    event = make_event(host, format="knockout", zone="Europe/Lisbon")
    sent = form() | {"format": "prize-every-round", "rule_winners_leave": "off"}
    assert browser(host).post(to("evening-edit", event), sent).status_code == 302
    event.refresh_from_db()
    assert (event.game, event.format, event.winners_leave) == (
        "live-bait",
        "prize-every-round",
        False,
    )
