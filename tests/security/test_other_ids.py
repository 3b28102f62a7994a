"""Ids of one evening in the addresses and commands of another: nothing is found, nothing changes."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, reverse

from events.models import Call, Event
from events.queries.standings import SCORING
from events.urls import urlpatterns
from tests.events.factories import close, open_event, register_people
from tests.events.playing import answer_all, draw
from tests.security.rich_evening import Rich
from tests.web.browsers import browser, stored
from tests.web.tables import send

POINTS = {f"points_{place}": str(points) for place, points in SCORING.items()}
FOUND = {
    "match_id": ("match-command", "waive", "dispute", "match-log"),
    "prize_id": ("prize-picture", "picture-set", "picture-remove", "award-custom"),
    "award_id": ("claim", "deliver", "confirm", "dispute-prize", "void-award", "award-successor"),
    "dispute_id": ("rule-dispute",),
}
"""Addresses that take an id beside the evening's, by which."""


def parts(pattern: URLPattern) -> list[str]:
    return re.findall(r"<\w+:(\w+)>", str(pattern.pattern))


def test_every_address_with_a_second_id_is_tried() -> None:
    with_ids = {p.name for p in urlpatterns if "event_id" in parts(p) and len(parts(p)) > 1}
    assert with_ids - {"round", "rule"} == {name for names in FOUND.values() for name in names}


@pytest.fixture
def own() -> Rich:
    return Rich()


@pytest.fixture
def other() -> Rich:
    return Rich()


def asked(client: Client, address: str) -> list[int]:
    """What GET and POST of an address answer, as a page's script would ask; 403 for the way to sign in."""
    sent = {"command": "Pause", "surface": "host", "text": "x", "reason": "x", "ruling": "x"}
    headers = {"accept": "application/json"}
    cache.clear()
    answers: list[Any] = [client.get(address), client.post(address, sent, headers=headers)]
    to_sign_in = reverse("account_login")
    return [
        403 if answer.headers.get("Location", "").startswith(to_sign_in) else answer.status_code
        for answer in answers
    ]


NOTHING = {403, 404, 405}


def test_ids_of_another_evening_find_nothing_in_ones_own(own: Rich, other: Rich) -> None:
    before = stored()
    found = {}
    for part, names in FOUND.items():
        for name in names:
            mixed = own.ids() | {part: other.ids()[part]}
            for who, client in (("host", own.host), ("winner", own.winner)):
                args = [mixed["event_id"], mixed[part]]
                answers = asked(client, reverse(name, args=args))
                if not set(answers) <= NOTHING:
                    found[name, who] = answers
    # Forms of a prize or an award that only lead back to their page look nothing up.
    leads_back = {key: answers for key, answers in found.items() if answers[0] == 302}
    assert {key[0] for key in leads_back} <= {
        "claim",
        "deliver",
        "confirm",
        "picture-set",
        "picture-remove",
    }
    assert [key for key, answers in leads_back.items() if answers[1] not in NOTHING] == []
    assert set(found) == set(leads_back)
    assert stored() == before


def test_ones_own_ids_find_something(own: Rich) -> None:
    """The twin: with its own ids the same host and winner are answered."""
    ids = own.ids()
    seen = {
        name: max(
            client.get(reverse(name, args=[ids["event_id"], ids[part]])).status_code == 200
            for client in (own.host, own.winner)
        )
        for part, names in FOUND.items()
        for name in names
    }
    shown = {name for name, is_shown in seen.items() if is_shown}
    assert {"match-log", "prize-picture", "void-award", "rule-dispute"} <= shown


def called() -> Event:
    """An evening whose first round is drawn and whose drawn are called."""
    event = open_event()
    register_people(event, 3)
    close(event)
    draw(event)
    event.refresh_from_db()
    return event


@pytest.fixture
def playing() -> Event:
    """An evening that is played right now, in which the commands could find something."""
    event = called()
    answer_all(event)
    event.refresh_from_db()
    return event


def test_commands_of_one_evening_take_no_ids_of_another(playing: Event, other: Rich) -> None:
    call = Call.objects.filter(draw__event=called())[0]
    client, page = browser(playing.host), reverse("event-command", args=[playing.public_id])
    before = stored()
    sent: dict[str, dict[str, Any]] = {
        "Remove": {"entry": other.entry.pk},
        "PassOver": {"call": call.pk, "reason": "x"},
        "CallAgain": {"call": call.pk},
        "Deliver": {"award": other.award.pk},
        "RuleDispute": {"dispute": other.dispute.pk, "ruling": "x"},
        "Dispute": {"match": other.match.public_id, "seq": 1, "entry": other.entry.pk, "text": "x"},
        "WaivePriorWinner": {"match": other.match.public_id, "reason": "x"},
    }
    for name, fields in sent.items():
        cache.clear()
        answer = send(client, page, name, surface="host", **fields)
        assert (name, answer.status_code) == (name, 404)
    assert stored() == before


def test_a_dispute_for_somebody_of_another_evening_is_not_opened(
    playing: Event, other: Rich
) -> None:
    match = playing.matches.get()
    page = reverse("event-command", args=[playing.public_id])
    fields = {"match": match.public_id, "seq": 1, "entry": other.entry.pk, "text": "x"}
    client = browser(playing.host)
    before = stored()
    answer = send(client, page, "Dispute", surface="host", **fields)
    assert answer.status_code in (404, 422)
    assert stored() == before


@pytest.mark.parametrize("kind", ["disqualify", "reinstate", "strike", "swap"])
def test_no_ruling_is_about_somebody_of_another_evening(own: Rich, other: Rich, kind: str) -> None:
    before = stored()
    entry, match = other.entry.pk, other.match.public_id
    seats = {"seat": f"{match}/{entry}", "one": f"{match}/{entry}", "other": f"{match}/{entry}"}
    sent = {"entry": entry, "reason": "x", "confirmed": "1", **seats}
    answer = own.host.post(own.played.to("rule", kind), sent)
    assert answer.status_code in (404, 422)
    assert stored() == before


@pytest.mark.parametrize("place", ["first", "custom"])
def test_a_prize_goes_to_nobody_of_another_evening(own: Rich, other: Rich, place: str) -> None:
    before = stored()
    if place == "custom":
        address = own.played.to("award-custom", own.event.prizes.get(place="custom").pk)
    else:
        address = own.played.to("void-award", own.award.pk)
    entry = str(other.entry.pk)
    answer = own.host.post(address, {"winner": entry, "successor": entry, "entry": entry})
    assert answer.status_code == 422
    assert stored() == before


def test_an_evening_of_another_host_is_put_in_no_series_of_mine(own: Rich, other: Rich) -> None:
    made = own.host.post(reverse("series-new"), {"title": "Mine"} | POINTS)
    before = stored()
    answer = own.host.post(
        f"{made['Location']}evenings/", {"event": other.event.public_id, "command_id": "a-put"}
    )
    assert answer.status_code in (403, 404, 422)
    assert stored() == before


def test_public_ids_are_random_and_long(own: Rich) -> None:
    for public_id in (own.event.public_id, own.match.public_id, own.entry.person.public_id):
        assert re.fullmatch(r"[a-z2-7]{26}", public_id), "128 bits in base32"
    assert re.fullmatch(r"[a-z2-7]{10}", own.award.claim_code), "50 bits, and 60 guesses a minute"
