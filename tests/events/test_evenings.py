"""An evening's life: planned, edited, published, announced at, cancelled or finished."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from events.domain import evenings
from events.domain.draws import draw_round
from events.domain.evenings import Plan, PrizeLine, plan_of
from events.domain.refusal import Refusal
from events.models import Award, Event, Match, Round
from events.queries import clock
from events.queries import evenings as evening_queries
from tests.events.factories import (
    STARTS,
    by,
    close,
    closed_event,
    last_line,
    make_event,
    make_plan,
    make_user,
    new_id,
    open_event,
    register_people,
)

MAIN, DOOR = PrizeLine(1, "main", "A rod", "Ada"), PrizeLine(1, "door", "A float")
HOUR = timedelta(hours=1)


def kinds(event: Event) -> list[str]:
    return [line.kind for line in event.ledger.all()]


def command(event: Event, name: str, **changes: Any) -> Any:
    """One of the domain's verbs, as the event's host."""
    request = {"event_id": event.public_id, "by": by(event), "command_id": new_id()}
    return getattr(evenings, name)(**(request | changes))


def edit(event: Event, **changes: Any) -> Event:
    event.refresh_from_db()
    return command(event, "edit_event", plan=replace(plan_of(event), **changes))


def refused_edit(event: Event, **changes: Any) -> Refusal:
    before = list(Event.objects.filter(pk=event.pk).values())
    with pytest.raises(Refusal) as refused:
        edit(event, **changes)
    assert list(Event.objects.filter(pk=event.pk).values()) == before
    return refused.value


def opening_later(**changes: Any) -> Event:
    """A published event whose registration opens an hour before it starts."""
    return open_event(opens=STARTS - HOUR, **changes)


def test_a_draft_keeps_the_plan() -> None:
    host = make_user()
    plan = make_plan(
        welcome="Bring a float",
        capacity=12,
        entry_mode="code",
        entry_code="Pike 7",
        rounds=2,
        options={"duel": False, "roll_s": 15},
        answer_s=90,
        prizes=(DOOR, MAIN),
    )
    event = make_event(host, **{f: getattr(plan, f) for f in Plan.__dataclass_fields__})
    event.refresh_from_db()
    assert (event.state, event.host, kinds(event)) == ("draft", host, ["created"])
    closes = plan.starts + timedelta(minutes=10)
    assert plan_of(event) == replace(plan, prizes=(MAIN, DOOR), closes=closes)


def test_a_repeated_command_makes_one_draft() -> None:
    host, command_id = make_user(), new_id()
    first = evenings.create_event(host=host, plan=make_plan(), command_id=command_id)
    again = evenings.create_event(host=host, plan=make_plan(), command_id=command_id)
    assert (first, Event.objects.count()) == (again, 1)


def test_an_evening_closes_ten_past_its_hour_unless_told_otherwise() -> None:
    event = make_event()
    assert event.closes_at - event.starts_at == timedelta(minutes=10)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 81}, "title"),
        ({"title": "An\u202ena"}, "title"),
        ({"title": "A\x00b"}, "title"),
        ({"welcome": "x" * 241}, "welcome"),
        ({"zone": "Mars/Phobos"}, "zone"),
        ({"capacity": 1}, "capacity"),
        ({"capacity": 501}, "capacity"),
        ({"capacity": True}, "capacity"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 13}, "rounds"),
        ({"answer_s": 9}, "answer_s"),
        ({"entry_mode": "secret"}, "entry_mode"),
        ({"entry_mode": "code"}, "entry_code"),
        ({"entry_mode": "code", "entry_code": "abc"}, "entry_code"),
        ({"format": "swiss"}, "format"),
        ({"game": "chess"}, "game"),
        ({"options": {"roll_s": 4}}, "roll_s"),
        ({"options": {"duel": "yes"}}, "duel"),
        ({"options": {"cheat": True}}, "options"),
        ({"options": {"prior_winners": [0]}}, "options"),
        ({"prizes": (replace(MAIN, round=2),)}, "prizes"),
        ({"prizes": (replace(MAIN, place="second"),)}, "prizes"),
        ({"prizes": (replace(MAIN, title=" "),)}, "prizes"),
        ({"prizes": (MAIN, MAIN)}, "prizes"),
        ({"rehearsal": True, "prizes": (MAIN,)}, "prizes"),
        ({"closes": STARTS - timedelta(days=8)}, "closes"),
        ({"closes": STARTS + timedelta(hours=13)}, "closes"),
        ({"opens": STARTS + HOUR}, "opens"),
        ({"starts": datetime(2027, 3, 28, 2, 30)}, "starts"),  # noqa: DTZ001 local times are naive
        ({"starts": datetime(2027, 10, 31, 2, 30)}, "starts"),  # noqa: DTZ001 local times are naive
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_plan_that_cannot_be_is_refused_at_its_field(changes: dict, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        make_event(**changes)
    assert refused.value.field == field
    assert Event.objects.count() == 0


def test_a_draft_can_change_in_everything() -> None:
    event = make_event(prizes=(MAIN,))
    edit(
        event,
        title="Saturday bait",
        rehearsal=True,
        prizes=(),
        rounds=3,
        zone="Asia/Tokyo",
        capacity=5,
        closes=None,
    )
    event.refresh_from_db()
    assert (event.title, event.rehearsal, event.zone, event.prizes.count()) == (
        "Saturday bait",
        True,
        "Asia/Tokyo",
        0,
    )
    assert event.closes_at - event.starts_at == timedelta(minutes=10)
    assert last_line(event).data["changed"] == [
        "capacity",
        "closes_at",
        "prizes",
        "rehearsal",
        "rounds",
        "starts_at",
        "title",
        "zone",
    ]


def test_an_edit_that_changes_nothing_is_not_told() -> None:
    event = open_event(prizes=(MAIN, DOOR))
    seq = event.seq
    assert edit(event).seq == seq


def test_a_rehearsal_never_gets_prizes_and_prizes_never_a_rehearsal() -> None:
    assert refused_edit(make_event(rehearsal=True), prizes=(MAIN,)).field == "prizes"
    assert refused_edit(make_event(prizes=(MAIN,)), rehearsal=True).field == "prizes"
    assert refused_edit(opening_later(), rehearsal=True).field == "rehearsal"
    assert refused_edit(open_event(rehearsal=True), rehearsal=False).field == "rehearsal"
    assert refused_edit(open_event(rehearsal=True), prizes=(MAIN,)).field == "prizes"


def test_until_registration_opens_a_published_evening_can_change() -> None:
    event = opening_later(prizes=(MAIN,))
    edited = edit(event, title="Other", prizes=(MAIN, DOOR), capacity=10, options={"duel": False})
    assert (edited.title, edited.prizes.count(), edited.capacity) == ("Other", 2, 10)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": "Other"}, "title"),
        ({"prizes": ()}, "prizes"),
        ({"prizes": (replace(MAIN, title="A rod!"),)}, "prizes"),
        ({"prizes": (MAIN, DOOR)}, "prizes"),
        ({"capacity": 29}, "capacity"),
        ({"entry_mode": "email"}, "entry_mode"),
        ({"options": {"duel": False}}, "options"),
        ({"answer_s": 30}, "answer_s"),
        ({"starts": STARTS + HOUR}, "starts"),
        ({"closes": STARTS}, "closes"),
        ({"closes": STARTS + HOUR}, "closes"),
        ({"rounds": 1, "prizes": (MAIN,)}, "rounds"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_once_registration_has_opened_the_evening_stays_as_told(changes: dict, field: str) -> None:
    event = open_event(prizes=(MAIN, PrizeLine(2, "main", "A reel")), rounds=2)
    assert refused_edit(event, **changes).field == field


def test_welcome_and_rounds_can_change_to_the_end() -> None:
    event = closed_event(2, prizes=(MAIN,))
    edited = edit(event, welcome="Hello", rounds=3)
    assert (edited.welcome, edited.rounds) == ("Hello", 3)
    assert refused_edit(event, capacity=40).field == "capacity"


def test_more_places_let_people_in_from_the_line() -> None:
    event = open_event(capacity=2)
    entries = register_people(event, 5)
    edit(event, capacity=4)
    for entry in entries:
        entry.refresh_from_db()
    assert [entry.status for entry in entries] == ["registered"] * 4 + ["waiting"]
    assert kinds(event)[-3:] == ["edited", "promoted", "promoted"]


def test_publishing_shows_the_prizes_and_opens_at_once() -> None:
    event = open_event(prizes=(MAIN, DOOR))
    line = event.ledger.get(kind="published")
    assert line.data["prizes"] == [[1, "main", "A rod", "Ada"], [1, "door", "A float", ""]]
    assert event.opened_at == event.opens_at == line.at
    assert evening_queries.is_open(event, clock.now())


def test_an_opening_time_to_come_is_kept() -> None:
    event = opening_later()
    assert event.starts_at - event.opens_at == HOUR
    assert (event.opened_at, kinds(event)[-1]) == (None, "published")
    assert not evening_queries.is_open(event, clock.now())


def test_publishing_twice_is_answered_or_out_of_date() -> None:
    event, command_id = make_event(), new_id()
    command(event, "publish_event", command_id=command_id)
    command(event, "publish_event", command_id=command_id)
    assert event.seeds.count() == 96
    with pytest.raises(Refusal) as refused:
        command(event, "publish_event")
    assert refused.value.status == 409


@pytest.mark.parametrize(("field", "stored"), [("starts", "starts_at"), ("closes", "closes_at")])
def test_what_has_passed_cannot_be_published(field: str, stored: str) -> None:
    event = make_event()
    Event.objects.filter(pk=event.pk).update(**{stored: clock.now()})
    with pytest.raises(Refusal) as refused:
        command(event, "publish_event")
    assert (refused.value.field, event.seeds.count()) == (field, 0)


def test_an_announcement_is_one_line_for_everybody() -> None:
    event = open_event()
    announced = command(event, "announce", text="  Back in\nfive ")
    assert (announced.announcement, last_line(event).data) == (
        "Back in five",
        {"text": "Back in five"},
    )
    assert command(event, "announce", text="").announcement == ""
    for text in ("x" * 241, "An\u202ena"):
        with pytest.raises(Refusal) as refused:
            command(event, "announce", text=text)
        assert refused.value.field == "text"


def test_nobody_hears_an_announcement_at_a_draft() -> None:
    with pytest.raises(Refusal) as refused:
        command(make_event(), "announce", text="Hello")
    assert refused.value.code == "draft"


@pytest.mark.parametrize("make", [make_event, open_event, closed_event])
def test_an_evening_can_be_cancelled_with_a_reason(make: Any) -> None:
    event = make()
    with pytest.raises(Refusal) as refused:
        command(event, "cancel_event", reason=" ")
    assert refused.value.field == "reason"
    cancelled = command(event, "cancel_event", reason="Rain")
    assert (cancelled.state, last_line(event).data) == ("cancelled", {"reason": "Rain"})
    assert not event.seeds.filter(opened="").exists()
    with pytest.raises(Refusal) as refused:
        command(event, "cancel_event", reason="Rain")
    assert refused.value.code == "over"


def test_an_evening_where_somebody_won_is_finished_and_not_cancelled() -> None:
    event = closed_event(1)
    entry = event.registrations.get()
    match = Match.objects.create(
        event=event,
        round=Round.objects.create(event=event, number=1),
        seed=event.seeds.get(purpose="game", number=1),
        number=1,
        game=event.game,
        lineup="0" * 64,
        touched_at=clock.now(),
        ended_at=clock.now(),
    )
    Award.objects.create(
        event=event, match=match, place="main", registration=entry, awarded_at=clock.now()
    )
    with pytest.raises(Refusal) as refused:
        command(event, "cancel_event", reason="Rain")
    assert refused.value.code == "won"
    assert command(event, "finish_event").state == "settled"


def test_a_cancelled_evening_is_never_frozen() -> None:
    event = open_event()
    command(event, "cancel_event", reason="Rain")
    assert (close(event).state, kinds(event)[-1]) == ("cancelled", "cancelled")


def test_a_finished_evening_with_nothing_owed_is_settled() -> None:
    event, command_id = closed_event(2), new_id()
    assert command(event, "finish_event", command_id=command_id).state == "settled"
    assert command(event, "finish_event", command_id=command_id).state == "settled"
    assert kinds(event)[-3:] == ["finished", "result", "settled"]
    with pytest.raises(Refusal) as refused:
        command(event, "cancel_event", reason="Rain")
    assert refused.value.code == "over"


@pytest.mark.parametrize("make", [make_event, open_event])
def test_an_evening_that_has_not_closed_cannot_be_finished(make: Any) -> None:
    event = make()
    with pytest.raises(Refusal) as refused:
        command(event, "finish_event")
    assert refused.value.code == "not-closed"


def test_a_round_that_goes_on_holds_up_finishing_and_cancelling() -> None:
    event = closed_event(3)
    draw_round(event_id=event.public_id, by=by(event), command_id=new_id())
    for name, extra in (("finish_event", {}), ("cancel_event", {"reason": "Rain"})):
        with pytest.raises(Refusal) as refused:
            command(event, name, **extra)
        assert refused.value.code == "round-under-way"
        assert "Round 1" in str(refused.value)


def test_evenings_are_found_by_address_pin_and_account() -> None:
    event, draft, rehearsal = open_event(), make_event(), open_event(rehearsal=True)
    assert evening_queries.by_public_id(event.public_id) == event
    assert evening_queries.by_pin(f"{event.pin[:3]} {event.pin[3:]}") == event
    assert evening_queries.by_pin(draft.pin) is None
    assert evening_queries.by_pin("٠١٢٣٤٥") is None
    assert list(evening_queries.run_by(draft.host)) == [draft]
    assert list(evening_queries.upcoming(datetime.now(UTC))) == [event]
    assert evening_queries.by_pin(rehearsal.pin) == rehearsal


def test_the_readiness_list_says_what_is_missing() -> None:
    host = make_user(name="Greta")
    ready = make_event(host, welcome="Hello", prizes=(MAIN, DOOR), entry_mode="email")
    bare = make_event(make_user(name=""))
    Event.objects.filter(pk=bare.pk).update(starts_at=clock.now())
    bare.refresh_from_db()
    now = clock.now()
    assert {line.key for line in evening_queries.readiness(ready, now) if not line.is_done} == set()
    missing = [line for line in evening_queries.readiness(bare, now) if not line.is_done]
    assert [line.key for line in missing] == ["start", "host-name", "welcome", "prizes"]
    assert [line.key for line in missing if line.blocks] == ["start"]
