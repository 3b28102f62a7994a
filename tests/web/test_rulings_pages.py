"""Rulings over the pages: public to all, made by who may, and never before what changes has been seen."""

import re
from typing import Any

import pytest

from events.domain.disputes import open_dispute
from events.models import Dispute
from events.queries import results
from tests.events.awards import claim, deliver, kinds
from tests.events.factories import make_user, new_id
from tests.events.playing import committed
from tests.web.browsers import browser, device
from tests.web.winning import Played


@pytest.fixture
def played() -> Played:
    return Played().finish()


def look(played: Played, kind: str, **typed: Any) -> tuple[int, str, str]:
    """Ask what a ruling changes: the status, the page, and the mark of what it showed."""
    answer = played.host.post(played.to("rule", kind), {"look": "1", **typed})
    page = answer.content.decode()
    found = re.search(r'name="seen" value="([0-9a-f]*)"', page)
    return answer.status_code, page, found.group(1) if found else ""


def make(played: Played, kind: str, mark: str, **typed: Any) -> tuple[int, str]:
    """Press "Rule so" under what was shown with this mark: the status and the page one ends at."""
    answer = played.host.post(
        played.to("rule", kind), {"rule": "1", "seen": mark, **typed}, follow=True
    )
    return answer.status_code, answer.content.decode()


def seat(played: Played, place: int) -> str:
    return f"{played.match.public_id}/{played.entry(place).pk}"


def test_a_ruling_is_shown_before_it_is_made_and_looking_changes_nothing(played: Played) -> None:
    first, second = played.entry(1), played.entry(2)
    before = kinds(played.event)
    typed = {"entry": first.pk, "reason": "played twice"}
    status, page, mark = look(played, "disqualify", **typed)
    assert status == 200
    for said in (
        "Version 2 of the result would say:",
        f"{first.name} is disqualified in the KnockOut.",
        f"{second.name} is number 1 in the KnockOut, not 2.",
        f"First prize (A boat) does not go to {first.name} any more.",
        f"A boat can be given to {second.name} then: the next by place.",
    ):
        assert said in page
    assert kinds(played.event) == before
    first.refresh_from_db()
    assert first.status == "registered"
    status, page = make(played, "disqualify", mark, **typed)
    assert (status, "Ruled. Everybody reads it." in page) == (200, True)
    assert results.latest(played.event).number == 2
    stranger = played.page("rulings")
    assert f"disqualified {first.name}: played twice." in stranger
    assert "Result version 2" in stranger


def test_nothing_is_ruled_that_was_not_looked_at(played: Played) -> None:
    typed = {"entry": played.entry(1).pk, "reason": "played twice"}
    other = {**typed, "entry": played.entry(2).pk}
    _status, _page, mark = look(played, "disqualify", **typed)
    for sent, seen in ((typed, ""), (typed, "0" * 64), (other, mark)):
        status, page = make(played, "disqualify", seen, **sent)
        assert (status, "That isn’t what you looked at" in page) == (409, True)
    assert results.latest(played.event).number == 1


def test_a_ruling_looked_at_on_an_older_version_is_looked_at_again(played: Played) -> None:
    typed = {"entry": played.entry(3).pk, "reason": "played twice"}
    _status, _page, mark = look(played, "disqualify", **typed)
    _note, _page, note = look(played, "note", reason="the lamp went out")
    make(played, "note", note, reason="the lamp went out")
    status, page = make(played, "disqualify", mark, **typed)
    assert (status, "Version 3 of the result would say:" in page) == (409, True)
    assert results.latest(played.event).number == 2


def test_a_disqualification_is_taken_back(played: Played) -> None:
    first = played.entry(1)
    typed = {"entry": first.pk, "reason": "mistaken identity"}
    assert look(played, "reinstate", **typed)[0] == 422
    make(played, "disqualify", look(played, "disqualify", **typed)[2], **typed)
    assert look(played, "disqualify", **typed)[0] == 422
    status, page, mark = look(played, "reinstate", **typed)
    assert (status, f"First prize (A boat) goes to {first.name}." in page) == (200, True)
    make(played, "reinstate", mark, **typed)
    first.refresh_from_db()
    assert first.status == "registered"
    assert results.latest(played.event).number == 3


def test_two_of_a_round_change_places(played: Played) -> None:
    one, two = played.entry(1), played.entry(2)
    typed = {"seat": seat(played, 1), "other": seat(played, 2), "reason": "the film"}
    status, page, mark = look(played, "swap", **typed)
    assert (status, f"First prize (A boat) goes to {two.name}, not {one.name}." in page) == (
        200,
        True,
    )
    assert played.entry(1) == one
    make(played, "swap", mark, **typed)
    assert (played.entry(1), played.entry(2)) == (two, one)
    assert "change places in" in played.page("rulings")


def test_a_place_is_taken_away(played: Played) -> None:
    order = [played.entry(place) for place in (1, 2)]
    typed = {"seat": seat(played, 1), "reason": "left the hall"}
    _status, page, mark = look(played, "strike", **typed)
    assert f"{order[0].name} has no place in the KnockOut any more." in page
    make(played, "strike", mark, **typed)
    assert played.entry(1) == order[1]


def test_what_cannot_be_ruled_is_said_at_its_field(played: Played) -> None:
    one = seat(played, 1)
    other = seat(Played(), 1)
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("note", {"reason": ""}, "reason"),
        ("note", {"reason": "x" * 241}, "reason"),
        ("disqualify", {"entry": played.entry(1).pk, "reason": "x" * 121}, "reason"),
        ("disqualify", {"entry": "", "reason": "x"}, "entry"),
        ("disqualify", {"entry": "7000000", "reason": "x"}, "entry"),
        ("disqualify", {"entry": "x" * 30, "reason": "x"}, "entry"),
        ("swap", {"seat": one, "other": other, "reason": "x"}, "other"),
        ("swap", {"seat": one, "other": "nonsense", "reason": "x"}, "other"),
        ("strike", {"seat": other, "reason": "x"}, "seat"),
    ]
    for kind, typed, at in wrong:
        status, page, _mark = look(played, kind, **typed)
        assert (status, f'id="id_{at}_error"' in page) == (422, True), (kind, typed)
        if len(typed["reason"]) > 1:
            assert typed["reason"] in page
    same = look(played, "swap", seat=one, other=one, reason="x")
    assert (same[0], "different places" in same[1]) == (422, True)
    assert played.host.get(played.to("rule", "forgive")).status_code == 404
    assert results.latest(played.event).number == 1


def test_a_change_of_what_was_handed_over_is_refused_when_it_is_looked_at(played: Played) -> None:
    award = played.award("first")
    claim(award)
    deliver(award)
    status, page, _mark = look(
        played, "swap", seat=seat(played, 1), other=seat(played, 2), reason="the film"
    )
    assert (status, "handed over" in page) == (422, True)
    _status, page, _mark = look(played, "disqualify", entry=played.entry(1).pk, reason="twice")
    assert f"{played.entry(1).name} keeps A boat: it has been handed over already." in page


def test_during_the_evening_the_result_at_its_end_says_so() -> None:
    played = Played()
    typed = {"entry": played.entry(1).pk, "reason": "played twice"}
    _status, page, mark = look(played, "disqualify", **typed)
    assert "The result at the end of the evening would say:" in page
    assert f"{played.entry(1).name} is not drawn any more." in page
    make(played, "disqualify", mark, **typed)
    assert results.latest(played.event).number == 0
    assert f"disqualified {played.entry(1).name}" in played.page("rulings")


def test_everybody_reads_rulings_and_only_who_may_makes_them(played: Played) -> None:
    organiser = browser(make_user(is_staff=True))
    address = played.to("rule", "note")
    for client in (played.host, organiser):
        assert address in played.page("rulings", client=client)
        assert client.get(address).status_code == 200
    for client in (browser(), device()[1], played.winner(played.award("first"))):
        assert address not in played.page("rulings", client=client)
        assert client.get(address).status_code == 403
        assert client.post(address, {"reason": "x", "look": "1"}).status_code == 403


def test_a_repeated_press_rules_once(played: Played) -> None:
    typed = {"reason": "the lamp went out", "command_id": "one-intention"}
    mark = look(played, "note", **typed)[2]
    make(played, "note", mark, **typed)
    make(played, "note", mark, **typed)
    assert results.latest(played.event).number == 2


# ------------------------------------------------------------------------------ disputes


@pytest.fixture
def disputed() -> tuple[Played, Dispute]:
    """A KnockOut that is over, the evening not, and somebody who says that it wasn't right."""
    played = Played()
    with committed():
        dispute = open_dispute(
            match_id=played.match.public_id,
            text="I rolled <in time>",
            command_id=new_id(),
            person=played.entry(4).person,
        )
    return played, dispute


def test_a_dispute_is_listed_with_both_times_and_what_it_is_about(
    disputed: tuple[Played, Dispute],
) -> None:
    played, dispute = disputed
    page = played.page("rulings")
    assert "“I rolled &lt;in time&gt;”" in page
    assert f"<bdi>{played.entry(4).name}</bdi>, the KnockOut" in page
    assert dispute.received_at is not None
    assert "not known" in page
    assert played.to("rule-dispute", dispute.pk) not in page
    assert played.to("rule-dispute", dispute.pk) in played.page("rulings", client=played.host)
    Dispute.objects.filter(pk=dispute.pk).update(sent_at=dispute.received_at)
    page = played.page("rulings")
    assert ("0.000 s after" in page, "not known" in page) == (True, False)
    assert "1</b> dispute is open." in played.page("results")


def test_an_open_dispute_is_ruled_on_once_and_with_words(disputed: tuple[Played, Dispute]) -> None:
    played, dispute = disputed
    played.finish()
    address = played.to("rule-dispute", dispute.pk)
    empty = played.host.post(address, {"command_id": "an-intention"})
    assert (empty.status_code, 'id="id_ruling_error"' in empty.content.decode()) == (422, True)
    assert browser().post(address, {"ruling": "x"}).status_code == 403
    assert Played().finish().host.post(address, {"ruling": "x"}).status_code == 403
    answer = played.host.post(address, {"ruling": "It came too late"}, follow=True)
    assert "It came too late" in answer.content.decode()
    again = played.host.post(address, {"ruling": "No, it didn’t"})
    assert (again.status_code, "ruled on already" in again.content.decode()) == (409, True)
    dispute.refresh_from_db()
    assert dispute.ruling == "It came too late"
    assert "It came too late" in played.page("rulings")


def test_a_dispute_of_another_evening_is_not_found(disputed: tuple[Played, Dispute]) -> None:
    _played, dispute = disputed
    other = Played()
    assert other.host.get(other.to("rule-dispute", dispute.pk)).status_code == 404
    assert other.host.post(other.to("rule-dispute", dispute.pk), {"ruling": "x"}).status_code == 404
