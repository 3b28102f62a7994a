"""What a ruling would change: found out without changing anything, and exactly what it then does."""

from typing import Any

import pytest

from events.domain.foreseen import Foreseen, foresee
from events.models import CommandRecord, Event, Match, Registration, Seat
from events.queries import results
from tests.events.awards import (
    ROUND,
    award,
    claim,
    deliver,
    entry_at,
    finish,
    played_knockout,
    rule,
)
from tests.events.factories import by
from tests.events.playing import committed, refused, started_match


def foreseen(event: Event, kind: str, reason: str = "played twice", **target: Any) -> Foreseen:
    with committed():
        return foresee(event_id=event.public_id, by=by(event), kind=kind, reason=reason, **target)


def everything(event: Event) -> tuple[Any, ...]:
    """All that a ruling writes to."""
    event.refresh_from_db()
    return (
        event.seq,
        event.state,
        list(event.ledger.order_by("seq").values()),
        list(event.results.values()),
        list(event.awards.order_by("pk").values()),
        list(Registration.objects.filter(event=event).order_by("pk").values()),
        list(Seat.objects.filter(match__event=event).order_by("pk").values()),
        CommandRecord.objects.filter(scope=event.topic).count(),
    )


@pytest.fixture
def match() -> Match:
    """A KnockOut of eight whose evening is over."""
    played = played_knockout(8)
    finish(played.event)
    return played


def target_of(match: Match, kind: str) -> dict[str, Any]:
    if kind == "disqualify":
        return {"registration_id": entry_at(match, 1).pk}
    if kind == "note":
        return {}
    one = {"match_id": match.public_id, "registration_id": entry_at(match, 1).pk}
    return one | ({"other_id": entry_at(match, 2).pk} if kind == "swap" else {})


@pytest.mark.parametrize("kind", ["disqualify", "swap", "strike", "note"])
def test_what_was_foreseen_is_what_the_next_version_says(match: Match, kind: str) -> None:
    event, target = match.event, target_of(match, kind)
    before = everything(event)
    seen = foreseen(event, kind, **target)
    assert everything(event) == before
    rule(event, kind, **target)
    (_version, changes), *_earlier = results.changes(event)
    assert seen.version == results.latest(event).number == 2
    assert list(seen.changes)[: len(changes)] == changes
    assert bool(changes) == (kind != "note")


def test_a_disqualification_taken_back_is_foreseen(match: Match) -> None:
    first = entry_at(match, 1)
    rule(match.event, "disqualify", registration_id=first.pk)
    before = everything(match.event)
    seen = foreseen(match.event, "reinstate", registration_id=first.pk)
    assert f"First prize (A boat) goes to {first.name}." in seen.changes
    assert everything(match.event) == before


def test_who_could_be_given_what_becomes_free_is_said_with_the_reason(match: Match) -> None:
    first, second = entry_at(match, 1), entry_at(match, 2)
    seen = foreseen(match.event, "disqualify", registration_id=first.pk)
    assert f"A boat can be given to {second.name} then: the next by place." in seen.changes
    door = award(match, "door").registration
    seen = foreseen(match.event, "disqualify", registration_id=door.pk)
    assert any(line.endswith("the first caught without a prize.") for line in seen.changes)


def test_what_was_handed_over_is_kept_and_said(match: Match) -> None:
    won = award(match, "first")
    claim(won)
    deliver(won)
    seen = foreseen(match.event, "disqualify", registration_id=won.registration_id)
    kept = f"{won.registration.name} keeps A boat: it has been handed over already."
    assert kept in seen.changes
    swap = {"other_id": entry_at(match, 2).pk, **target_of(match, "strike")}
    refused("delivered", lambda: foreseen(match.event, "swap", **swap))


def test_the_mark_names_this_ruling_of_this_result(match: Match) -> None:
    event, target = match.event, target_of(match, "disqualify")
    mark = foreseen(event, "disqualify", **target).mark
    assert foreseen(event, "disqualify", **target).mark == mark
    others = [
        foreseen(event, "disqualify", "another reason", **target).mark,
        foreseen(event, "disqualify", registration_id=entry_at(match, 2).pk).mark,
    ]
    rule(event, "note", "the lamp went out")
    others.append(foreseen(event, "disqualify", **target).mark)
    assert mark not in others
    assert len(set(others)) == 3


def test_who_sits_at_a_table_leaves_it_then_and_not_before() -> None:
    match = started_match(4, prizes=ROUND)
    entry = match.seats.get(number=0).registration
    seen = foreseen(match.event, "disqualify", registration_id=entry.pk)
    assert seen.version == 0
    assert seen.changes == (f"{entry.name} leaves the table; the match goes on.",)
    assert match.log.filter(kind="Withdrew").count() == 0
    rule(match.event, "disqualify", registration_id=entry.pk)
    assert match.log.filter(kind="Withdrew").count() == 1


def test_what_cannot_be_ruled_cannot_be_foreseen(match: Match) -> None:
    event = match.event
    assert refused("choice", lambda: foreseen(event, "forgive")).field == "kind"
    assert refused("text-missing", lambda: foreseen(event, "note", " ")).field == "reason"
    missing = refused("no-entry", lambda: foreseen(event, "disqualify", registration_id=0))
    assert missing.status == 404
    one = entry_at(match, 1).pk
    refused("not-disqualified", lambda: foreseen(event, "reinstate", registration_id=one))
