"""Rulings: each makes the result's next version, and whatever reads a result reads that one."""

import csv
import io
import json
from typing import Any

import pytest

from events.domain import rulings, successors
from events.domain import series as series_domain
from events.models import Award, Event, Match, Registration
from events.queries import exports, history, outcome, results, standings
from events.queries.programme import next_round
from tests.events.awards import (
    ROUND,
    award,
    claim,
    deliver,
    entry_at,
    finish,
    kinds,
    play_next,
    played_knockout,
    played_round,
    rule,
)
from tests.events.factories import by, new_id, register
from tests.events.playing import (
    answer_all,
    awaited,
    committed,
    drawn_event,
    play_to_end,
    refused,
    started_match,
)

State = Award.State


def in_series(event: Event):
    series = series_domain.create_series(host=event.host, title="Fridays")
    return series, series_domain.put_in_series(
        event_id=event.public_id, by=by(event), series=series, command_id=new_id()
    )


def rows(raw: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"))))


def read_everywhere(event: Event, entry: Registration) -> dict[str, object]:
    """What each reader says about one entry: version, best place and the titles of its prizes."""
    event = Event.objects.get(pk=event.pk)
    stored = json.loads(exports.result_json(event))
    in_json = [
        prize["prize"]
        for round_ in stored["rounds"]
        for prize in round_["prizes"]
        if prize["reg"] == entry.reg
    ]
    places = [row for row in rows(exports.places_csv(event)) if row["entry"] == entry.reg]
    prizes = [row for row in rows(exports.prizes_csv(event)) if row["entry"] == entry.reg]
    past = next(one for one in history.history_of(entry.person) if one.entry == entry)
    page = results.own(results.latest(event), entry)
    return {
        "version": {
            stored["version"],
            results.latest(event).number,
            past.version,
            *(int(row["version"]) for row in places),
        },
        "places": {str(page.place or ""), str(past.place or ""), *(row["place"] for row in places)},
        "json": in_json,
        "csv": [row["prize"] for row in prizes],
        "profile": [str(award.prize) for award in past.prizes],
        "page": [prize["prize"] for prize in page.prizes],
    }


def test_disqualifying_a_winner_after_the_end_blocks_delivery_and_every_reader_agrees() -> None:
    match = played_knockout(8)
    series, event = in_series(match.event)
    first, runner_up = entry_at(match, 1), entry_at(match, 2)
    won = award(match, "first")
    claim(won)
    finish(event)
    assert read_everywhere(event, first) == {
        "version": {1},
        "places": {"1"},
        "json": ["A boat"],
        "csv": ["A boat"],
        "profile": ["A boat"],
        "page": ["A boat"],
    }
    assert standings.standings(series)[0].name == first.name

    rule(event, "disqualify", registration_id=first.pk)
    refused("disqualified", lambda: deliver(won))
    won.refresh_from_db()
    assert (won.state, won.reason) == (State.VOID, "played twice")
    assert successors.propose_successor(won) == runner_up
    out = read_everywhere(event, first)
    assert out == {
        "version": {2},
        "places": {""},
        "json": [],
        "csv": [],
        "profile": [],
        "page": [],
    }
    assert read_everywhere(event, runner_up)["places"] == {"1"}
    table = standings.standings(series)
    assert first.name not in [row.name for row in table]
    before, after = results.versions(event)
    assert f"{first.name} is disqualified in the KnockOut." in results.difference(
        before.data, after.data
    )
    assert f"{runner_up.name} is number 1 in the KnockOut, not 2." in results.difference(
        before.data, after.data
    )

    with committed():
        successors.award_successor(
            event_id=event.public_id,
            by=by(event),
            award_id=won.pk,
            registration_id=runner_up.pk,
            reason="moves up",
            command_id=new_id(),
        )
    assert read_everywhere(event, runner_up) == {
        "version": {3},
        "places": {"1"},
        "json": ["A boat"],
        "csv": ["A boat"],
        "profile": ["A boat"],
        "page": ["A boat"],
    }
    assert (standings.standings(series)[0].name, standings.standings(series)[0].wins) == (
        runner_up.name,
        1,
    )


def test_a_winner_who_is_not_disqualified_gets_it_delivered() -> None:
    match = played_knockout(8)
    won = award(match, "first")
    claim(won)
    finish(match.event)
    rule(match.event, "disqualify", registration_id=entry_at(match, 2).pk)
    deliver(won)
    assert won.state == State.DELIVERED


def test_what_was_delivered_before_stays_delivered() -> None:
    match = played_round()
    won = award(match, "main")
    claim(won)
    deliver(won)
    rule(match.event, "disqualify", registration_id=won.registration_id)
    won.refresh_from_db()
    assert won.state == State.DELIVERED


def test_a_disqualification_is_taken_back_with_what_was_lost_by_it() -> None:
    match = played_knockout(8)
    first = entry_at(match, 1)
    won = award(match, "first")
    claim(won)
    event = finish(match.event)
    rule(event, "disqualify", registration_id=first.pk)
    assert (
        refused("not-active", lambda: rule(event, "disqualify", registration_id=first.pk)).status
        == 409
    )
    rule(event, "reinstate", "mistaken identity", registration_id=first.pk)
    won.refresh_from_db()
    first.refresh_from_db()
    assert (won.state, first.status) == (State.CLAIMED, "registered")
    before, _during, after = results.versions(event)
    assert results.difference(before.data, after.data) == []
    assert (
        refused(
            "not-disqualified", lambda: rule(event, "reinstate", registration_id=first.pk)
        ).status
        == 409
    )


def test_nobody_disqualified_is_drawn_again_and_everybody_else_is() -> None:
    event = drawn_event(14, rounds=3)
    match = play_first(event)
    out = entry_at(match, 3)
    left = event.registrations.exclude(seats__match=match).first()
    assert left is not None
    rule(event, "disqualify", registration_id=left.pk)
    coming = next_round(event)
    assert coming is not None
    eligible = {pk for pool in coming.pools for pk in pool.eligible}
    assert left.pk not in eligible
    assert len(eligible - {entry.pk for entry in match_entries(match)}) == 7
    rule(event, "disqualify", registration_id=out.pk)
    drawn = play_next(event)
    assert not {left.pk, out.pk} & {seat.registration_id for seat in drawn.seats.all()}


def play_first(event: Event) -> Match:
    return play_to_end(answer_all(event))


def match_entries(match: Match) -> list[Registration]:
    return [seat.registration for seat in match.seats.select_related("registration")]


def test_somebody_disqualified_at_the_table_leaves_it_and_wins_nothing_there() -> None:
    match = started_match(4, prizes=ROUND)
    entry = match.seats.get(number=0).registration
    rule(match.event, "disqualify", registration_id=entry.pk)
    assert 0 not in [getattr(who, "seat", None) for who, _choices in awaited(match)]
    play_to_end(match)
    standing = match.awards.exclude(state=State.VOID)
    assert entry.pk not in standing.values_list("registration_id", flat=True)
    assert standing.count() >= 1
    assert match.log.filter(kind="Withdrew").count() == 1


def test_who_is_disqualified_cannot_come_back_under_another_name() -> None:
    match = played_round()
    entry = entry_at(match, 1)
    rule(match.event, "disqualify", registration_id=entry.pk)
    Event.objects.filter(pk=match.event_id).update(state="published")
    Event.objects.filter(pk=match.event_id).update(closes_at="2100-01-01T00:00:00Z")
    assert refused("removed", lambda: register(match.event, entry.person)).status == 403


def test_two_change_places_and_what_they_won_by_them() -> None:
    match = played_knockout(8)
    one, two = entry_at(match, 1), entry_at(match, 2)
    event = finish(match.event)
    rule(
        event, "swap", "the camera says so",
        match_id=match.public_id, registration_id=one.pk, other_id=two.pk,
    )  # fmt: skip
    assert (entry_at(match, 1), entry_at(match, 2)) == (two, one)
    assert award(match, "first").registration == two
    assert award(match, "second").registration == one
    before, after = results.versions(event)
    assert results.difference(before.data, after.data) == [
        f"{two.name} is number 1 in the KnockOut, not 2.",
        f"{one.name} is number 2 in the KnockOut, not 1.",
        f"First prize (A boat) goes to {two.name}, not {one.name}.",
        f"Second prize (A rod) goes to {one.name}, not {two.name}.",
    ]
    rule(
        event, "swap", "the other camera",
        match_id=match.public_id, registration_id=one.pk, other_id=two.pk,
    )  # fmt: skip
    assert award(match, "first").registration == one
    assert results.difference(before.data, results.latest(event).data) == []


def test_places_whose_prize_was_handed_over_do_not_change() -> None:
    match = played_knockout(8)
    won = award(match, "first")
    claim(won)
    deliver(won)
    target: dict[str, Any] = {"match_id": match.public_id, "registration_id": entry_at(match, 1).pk}
    other = entry_at(match, 2).pk
    refused("delivered", lambda: rule(match.event, "swap", other_id=other, **target))
    refused("delivered", lambda: rule(match.event, "strike", **target))
    assert entry_at(match, 1) == won.registration


def test_a_struck_place_lets_the_others_move_up() -> None:
    match = played_knockout(8)
    event = finish(match.event)
    order = [entry_at(match, place) for place in (1, 2, 3)]
    rule(event, "strike", match_id=match.public_id, registration_id=order[0].pk)
    assert [entry_at(match, place) for place in (1, 2)] == order[1:]
    assert award(match, "first").state == State.VOID
    assert successors.propose_successor(award(match, "first")) == order[1]
    assert f"{order[0].name} has no place in the KnockOut any more." in results.changes(event)[0][1]


def test_a_note_makes_a_version_that_changes_nothing() -> None:
    event = finish(played_round().event)
    rule(event, "note", "the lamp went out at nine")
    assert [version.reason for version in results.versions(event)] == [
        "",
        "the lamp went out at nine",
    ]
    assert results.changes(event)[0][1] == []
    assert kinds(event)[-2:] == ["noted", "result"]


def test_a_ruling_during_the_evening_makes_no_version_of_its_own() -> None:
    match = played_round()
    rule(match.event, "note", "early")
    assert results.latest(match.event).number == 0
    event = finish(match.event)
    assert [version.number for version in results.versions(event)] == [1]


def test_what_cannot_be_ruled_is_refused() -> None:
    match = played_round()
    event, running = match.event, started_match(3)
    one, two = entry_at(match, 1), entry_at(match, 2)
    table: dict[str, Any] = {"match_id": match.public_id, "registration_id": one.pk}
    assert refused("choice", lambda: rule(event, "forgive")).field == "kind"
    assert refused("text-missing", lambda: rule(event, "note", " ")).field == "reason"
    assert refused("no-match", lambda: rule(running.event, "swap", **table)).status == 404
    refused("same-place", lambda: rule(event, "swap", other_id=one.pk, **table))
    assert refused("no-seat", lambda: rule(event, "swap", other_id=0, **table)).status == 404
    going_on: dict[str, Any] = {"match_id": running.public_id, "registration_id": 0}
    refused("match-goes-on", lambda: rule(running.event, "strike", **going_on))
    assert refused("no-entry", lambda: rule(event, "disqualify", registration_id=0)).status == 404
    assert kinds(event).count("corrected") == 0
    rule(event, "swap", other_id=two.pk, **table)
    assert kinds(event).count("corrected") == 1


@pytest.mark.parametrize("kind", ["note", "disqualify"])
def test_a_repeated_ruling_is_done_once(kind: str) -> None:
    event = finish(played_round().event)
    entry = event.registrations.all()[0]
    for _again in range(2):
        with committed():
            rulings.ruling(
                event_id=event.public_id,
                by=by(event),
                kind=kind,
                reason="once",
                command_id="one intention",
                registration_id=entry.pk if kind == "disqualify" else None,
            )
    assert [version.number for version in results.versions(event)] == [1, 2]


def test_the_rounds_of_a_page_are_those_of_the_same_version() -> None:
    match = played_knockout(8)
    event = finish(match.event)
    first = entry_at(match, 1)
    (before,) = outcome.rounds_of(event)
    assert before.placed[0].registration == first
    rule(event, "disqualify", registration_id=first.pk)
    (after,) = outcome.rounds_of(event)
    assert after.placed[0].registration == entry_at(match, 2)
    assert [
        (row.registration, row.state) for row in after.unplaced if row.registration == first
    ] == [(first, "disqualified")]
    (as_it_was,) = outcome.rounds_of(event, results.versions(event)[0])
    assert as_it_was.placed[0].registration == first
