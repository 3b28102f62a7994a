"""Results: who won what, how it gets to them, and everything that happened, in words."""

import re
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from events.domain.evenings import PrizeLine, finish_event
from events.models import Event, LedgerEntry, Match, Person
from events.queries.happenings import SENTENCES, happenings
from tests.events.factories import by, close, make_user, new_id, open_event, register
from tests.events.playing import answer_all, draw, play_to_end
from tests.web.browsers import browser, device

PRIZES = (PrizeLine(1, "main", "Lantern trophy", "Odile"), PrizeLine(1, "door", "Bait tin"))


class Won:
    """A finished evening of one round with both prizes, and a browser for each player."""

    def __init__(self) -> None:
        self.event: Event = open_event(prizes=PRIZES)
        self.browsers: dict[int, Client] = {}
        for name in ("Kit", "Wren", "Bram"):
            person, client = device()
            register(self.event, person, name=name)
            self.browsers[person.pk] = client
        close(self.event)
        draw(self.event)
        self.match: Match = play_to_end(answer_all(self.event))
        finish_event(event_id=self.event.public_id, by=by(self.event), command_id=new_id())
        self.event.refresh_from_db()

    def winner(self, place: str) -> Person:
        return self.event.awards.get(place=place).registration.person

    def to(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.public_id, *args])


@pytest.fixture
def won() -> Won:
    return Won()


def test_the_results_name_the_winners_and_their_prizes(won: Won) -> None:
    page = browser().get(won.to("results")).content.decode()
    for award in won.event.awards.select_related("registration", "prize"):
        assert f"<bdi>{award.registration.name}</bdi>" in page
        assert str(award.prize) in page
    assert "2 prizes awarded, 0 claimed, 0 delivered" in page
    assert "Claim it" not in page
    assert "Mark delivered" not in page


def test_the_record_shows_each_time_on_the_clock_it_names(won: Won) -> None:
    """An aware time is turned into the server's zone by a template unless it is told not to."""
    client = browser()
    client.cookies["tb_zone"] = "Asia%2FTokyo"
    for address, at in (
        (won.to("happened"), won.event.ledger.order_by("seq")[0].at),
        (won.to("match-log", won.match.public_id), won.match.log.order_by("seq")[0].at),
    ):
        page = client.get(address).content.decode()
        first = (
            page.index("Tokyo"),
            page.index(f">{at.astimezone(ZoneInfo('Asia/Tokyo')):%H:%M:%S}<"),
        )
        assert first == tuple(sorted(first))


def test_the_winner_claims_the_host_delivers_and_the_evening_settles(won: Won) -> None:
    host = browser(won.event.host)
    for award in won.event.awards.all():
        client = won.browsers[award.registration.person_id]
        assert "Claim it" in client.get(won.to("results")).content.decode()
        client.post(won.to("claim", award.pk), {"command_id": f"claim-{award.pk}-now"})
        assert "Mark delivered" in host.get(won.to("results")).content.decode()
        host.post(won.to("deliver", award.pk), {"command_id": f"deliver-{award.pk}-now"})
    won.event.refresh_from_db()
    assert [award.state for award in won.event.awards.all()] == ["delivered", "delivered"]
    assert won.event.state == Event.State.SETTLED
    assert (
        "2 prizes awarded, 2 claimed, 2 delivered" in host.get(won.to("results")).content.decode()
    )


def test_nobody_else_claims_a_prize_or_delivers_one(won: Won) -> None:
    main = won.event.awards.get(place="main")
    other = next(client for pk, client in won.browsers.items() if pk != main.registration.person_id)
    assert other.post(won.to("claim", main.pk)).status_code == 403
    assert other.post(won.to("deliver", main.pk)).status_code == 403
    assert browser(make_user()).post(won.to("deliver", main.pk)).status_code == 403
    unclaimed = browser(won.event.host).post(won.to("deliver", main.pk))
    assert unclaimed.status_code == 422
    assert "claimed this prize yet" in unclaimed.content.decode()
    main.refresh_from_db()
    assert main.state == "awarded"


def test_a_prize_of_another_evening_is_not_found(won: Won) -> None:
    other = Won()
    award = other.event.awards.get(place="main")
    client = won.browsers[won.winner("main").pk]
    assert client.post(won.to("claim", award.pk)).status_code == 404
    assert client.get(won.to("match-log", other.match.public_id)).status_code == 404


def test_everything_that_happened_is_told_in_order(won: Won) -> None:
    page = browser().get(won.to("happened")).content.decode()
    told = [line.text for line in happenings(won.event)]
    assert len(told) == won.event.seq
    assert all(told)
    found = re.findall(r"<p>(.*?)</p></li>", page, re.S)
    assert len(found) == won.event.seq
    assert "Kit registered as number 1." in page
    assert "Registration closed and the list was frozen with 3 names." in page


def test_the_match_is_told_roll_by_roll(won: Won) -> None:
    page = browser().get(won.to("match-log", won.match.public_id)).content.decode()
    assert "The match began." in page
    assert page.count("<time") > 10


def test_opened_seals_stand_beside_what_they_open_to(won: Won) -> None:
    page = browser().get(won.to("seals")).content.decode()
    for seed in won.event.seeds.all():
        assert seed.commitment in page
        assert seed.opened in page


def test_ones_own_evenings_are_listed_with_places_and_prizes(won: Won) -> None:
    client = won.browsers[won.winner("main").pk]
    page = client.get(reverse("history")).content.decode()
    assert won.event.title in page
    assert "<b>Lantern trophy</b> · yours until" in page
    assert won.event.title not in browser().get(reverse("history")).content.decode()


def test_the_results_ask_as_often_for_many_as_for_few(
    won: Won, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(16):
        browser().get(won.to("results"))


DATA: dict[str, dict[str, Any]] = {
    "created": {"title": "Friday"},
    "edited": {"changed": ["title", "closes_at"]},
    "published": {"closes_at": "2027-01-01T20:10:00+00:00"},
    "seals": {"hash": "ab" * 32, "draws": 32, "matches": 64},
    "opened": {},
    "registered": {"name": "Kit", "number": 3, "status": "waiting"},
    "renamed": {"name": "Kit", "before": "Wren"},
    "withdrawn": {"name": "Kit"},
    "removed": {"name": "Kit", "reason": "asked to"},
    "promoted": {"name": "Kit"},
    "frozen": {"count": 1, "root": "cd" * 32},
    "drawn": {"draw": 1, "round": 1, "places": 1, "names": ["Kit", "Wren"]},
    "called": {"name": "Kit", "reserve": True},
    "here": {"name": "Kit"},
    "passed": {"name": "Kit", "reason": "no answer in time"},
    "round-empty": {"round": 1, "here": 0},
    "match-made": {"round": 1, "match": "m", "seats": [{"name": "Kit"}, {"name": "Wren"}]},
    "match-started": {"round": 1},
    "match-ended": {"round": 1, "match": "m", "places": [[1, "Kit"], [2, "Wren"]]},
    "awarded": {"round": 1, "place": "door", "prize": "Bait tin", "name": "Kit"},
    "claimed": {"prize": "Bait tin", "name": "Kit"},
    "delivered": {"prize": "Bait tin", "name": "Kit"},
    "confirmed": {"prize": "Bait tin", "name": "Kit"},
    "disputed": {"prize": "Bait tin", "name": "Kit", "text": "It never came"},
    "returned": {"prize": "Bait tin", "name": "Kit"},
    "voided": {"place": "main", "prize": "Rod", "name": "Kit", "reason": "played twice"},
    "result": {"version": 2, "reason": "played twice"},
    "disqualified": {"name": "Kit", "reason": "played twice"},
    "reinstated": {"name": "Kit", "reason": "it was a cousin"},
    "corrected": {"ruling": "swap", "round": 1, "names": ["Kit", "Wren"], "reason": "the film"},
    "noted": {"reason": "the lamp went out"},
    "dispute-opened": {"name": "Kit", "said": "I rolled in time"},
    "dispute-ruled": {"name": "Kit", "ruling": "It came a second late"},
    "waived": {"round": 1, "match": "m", "reason": "agreed by all"},
    "announced": {"text": "Five minutes"},
    "clocks-moved": {"seconds": 22},
    "finished": {"rounds": 2},
    "settled": {},
    "cancelled": {"reason": "Storm"},
    "hosted": {"user": 1, "name": "Odile"},
}


@pytest.mark.parametrize("kind", sorted(SENTENCES))
def test_every_kind_of_entry_is_a_sentence(won: Won, kind: str) -> None:
    seq = won.event.seq + 1
    LedgerEntry.objects.create(
        event=won.event,
        seq=seq,
        kind=kind,
        data=DATA[kind],
        by=by(won.event),
        at=won.event.starts_at,
    )
    said = happenings(won.event)[-1].text
    assert said.endswith((".", "”"))
    assert "%(" not in said
    if "name" in DATA[kind]:
        assert DATA[kind]["name"] in said


def test_every_kind_the_domain_writes_has_a_sentence() -> None:
    source = "".join(path.read_text() for path in Path("events/domain").glob("*.py"))
    written = set(re.findall(r'(?:ledger|Ledger\([^)]*\))\.append\(\s*"([a-z-]+)"', source))
    recorded = set(re.findall(r'_record\(ledger, "([a-z-]+)"', source))
    assert written | recorded | {"here", "passed"} <= set(SENTENCES)
    assert {
        "created",
        "published",
        "registered",
        "drawn",
        "called",
        "awarded",
    } <= written | recorded


def test_the_dashboard_says_what_is_still_to_hand_over(won: Won) -> None:
    host = browser(won.event.host)
    assert "2 prizes to hand over" in host.get(reverse("dashboard")).content.decode()
    won.event.awards.update(state="delivered")
    assert "all delivered" in host.get(reverse("dashboard")).content.decode()
