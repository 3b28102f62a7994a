"""The next of a weekly series: the same plan by the same wall clock, and an hour that can't be is asked about."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.core.files.base import ContentFile
from django.test import override_settings

from events.domain.plans import PrizeLine, plan_of
from events.domain.refusal import Refusal
from events.domain.repeats import moved, next_plan, next_title, repeat_evening
from events.domain.series import create_series, put_in_series
from events.models import Event
from tests.events.awards import CUSTOM, PODIUM
from tests.events.factories import STARTS, by, close, make_event, make_user, new_id, open_event

wall = datetime.fromisoformat
LONG_BEFORE = datetime(2026, 1, 1, tzinfo=UTC)
SUNDAY = wall("2027-03-21 20:00")
"""A Sunday in winter; by the next one the clocks have gone forward."""


def test_the_next_one_is_a_week_later_on_the_same_wall_clock_over_a_change_of_clocks() -> None:
    event = make_event(starts=SUNDAY)
    plan = next_plan(event, now=LONG_BEFORE)
    assert plan.starts == wall("2027-03-28 20:00")
    made = repeat_evening(event_id=event.public_id, host=event.host, plan=plan, command_id=new_id())
    assert made.starts_at - event.starts_at == timedelta(days=7, hours=-1)
    berlin = ZoneInfo("Europe/Berlin")
    assert [one.starts_at.astimezone(berlin).hour for one in (event, made)] == [20, 20]


def test_it_is_the_first_week_that_is_still_to_come() -> None:
    event = make_event(starts=SUNDAY)
    at = event.starts_at
    weeks = {
        now: (next_plan(event, now=now).starts - SUNDAY).days
        for now in (at, at + timedelta(days=6, hours=20), at + timedelta(days=16))
    }
    assert list(weeks.values()) == [7, 7, 21]


def test_a_copy_has_everything_the_plan_says() -> None:
    event = open_event(
        title="Harbour Lights 41",
        format="heats-and-final",
        heats=3,
        prizes=(*PODIUM, CUSTOM),
        welcome="Mind the step.",
        capacity=44,
        entry_mode="code",
        entry_code="lantern",
        options={"roll_s": 30},
        answer_s=90,
    )
    plan = next_plan(event, now=LONG_BEFORE)
    made = repeat_evening(event_id=event.public_id, host=event.host, plan=plan, command_id=new_id())
    assert made.state == Event.State.DRAFT
    assert made.title == "Harbour Lights 42"
    before, after = plan_of(event), plan_of(made)
    same = {"title", "starts", "opens", "closes"}
    assert {
        name for name in before.__slots__ if getattr(before, name) != getattr(after, name)
    } == same
    assert after.opens is None
    assert (before.closes, after.closes) == (
        STARTS + timedelta(minutes=10),
        STARTS + timedelta(days=7, minutes=10),
    )
    assert after.prizes[-1] == PrizeLine(0, "custom", "A mug", "Otto", "Best story")


def test_set_times_keep_their_distance_on_the_wall_clock() -> None:
    """Registration opened by the clock on Friday; it does so again, also when the evening moves to Monday."""
    starts = wall("2027-06-06 20:00")
    event = make_event(
        starts=starts, opens=wall("2027-06-04 18:00"), closes=wall("2027-06-06 19:45")
    )
    plan = next_plan(event, now=LONG_BEFORE)
    assert (plan.opens, plan.closes) == (
        wall("2027-06-11 18:00"),
        wall("2027-06-13 19:45"),
    )
    monday = moved(plan, plan.starts + timedelta(days=1, minutes=30))
    assert (monday.opens, monday.closes) == (
        wall("2027-06-12 18:30"),
        wall("2027-06-14 20:15"),
    )


def test_a_rehearsal_that_was_closed_early_closes_as_usual_the_next_time() -> None:
    event = close(open_event(rehearsal=True))
    assert event.closes_at < event.starts_at
    plan = next_plan(event, now=event.closes_at)
    assert plan.closes is None
    assert plan.rehearsal


@pytest.mark.parametrize(
    ("starts", "code"),
    [
        (wall("2027-03-21 02:30"), "missing-time"),
        (wall("2027-10-24 02:30"), "ambiguous-time"),
    ],
)
def test_a_time_the_clocks_skip_or_repeat_is_asked_about_and_nothing_is_made(
    starts: datetime, code: str
) -> None:
    event = make_event(starts=starts)
    plan = next_plan(event, now=LONG_BEFORE)
    with pytest.raises(Refusal) as refused:
        repeat_evening(event_id=event.public_id, host=event.host, plan=plan, command_id=new_id())
    assert (refused.value.code, refused.value.field) == (code, "starts")
    assert Event.objects.count() == 1


def test_the_series_and_the_time_to_claim_go_along() -> None:
    event = make_event()
    series = create_series(host=event.host, title="Fridays")
    put_in_series(event_id=event.public_id, by=by(event), series=series, command_id=new_id())
    Event.objects.filter(pk=event.pk).update(claim_days=21)
    event.refresh_from_db()
    made = repeat_evening(
        event_id=event.public_id,
        host=event.host,
        plan=next_plan(event, now=LONG_BEFORE),
        command_id=new_id(),
    )
    made.refresh_from_db()
    assert (made.series, made.claim_days) == (series, 21)
    assert made.staff.count() == 0


def test_pictures_are_copied_so_that_neither_evening_holds_the_others(tmp_path: Path) -> None:
    with override_settings(MEDIA_ROOT=str(tmp_path)):
        event = make_event(prizes=(PrizeLine(1, "main", "A rod"), PrizeLine(1, "door", "A hook")))
        rod = event.prizes.get(place="main")
        rod.picture.save("rod.webp", ContentFile(b"a picture of a rod"))
        made = repeat_evening(
            event_id=event.public_id,
            host=event.host,
            plan=next_plan(event, now=LONG_BEFORE),
            command_id=new_id(),
        )
        copy, none = made.prizes.get(place="main"), made.prizes.get(place="door")
        assert copy.picture.name != rod.picture.name
        with copy.picture.open("rb") as kept:
            assert kept.read() == b"a picture of a rod"
        assert not none.picture


def test_a_picture_whose_file_is_gone_holds_nothing_up(tmp_path: Path) -> None:
    with override_settings(MEDIA_ROOT=str(tmp_path)):
        event = make_event(prizes=(PrizeLine(1, "main", "A rod"),))
        event.prizes.update(picture="prizes/gone.webp")
        made = repeat_evening(
            event_id=event.public_id,
            host=event.host,
            plan=next_plan(event, now=LONG_BEFORE),
            command_id=new_id(),
        )
        assert [(prize.title, bool(prize.picture)) for prize in made.prizes.all()] == [
            ("A rod", False)
        ]


def test_two_presses_make_one_draft() -> None:
    event, command_id = make_event(), new_id()
    plan = next_plan(event, now=LONG_BEFORE)
    made = [
        repeat_evening(event_id=event.public_id, host=event.host, plan=plan, command_id=command_id)
        for _press in range(2)
    ]
    assert made[0] == made[1]
    assert Event.objects.count() == 2


def test_no_such_evening_is_not_repeated() -> None:
    plan = plan_of(make_event(starts=STARTS))
    with pytest.raises(Refusal) as refused:
        repeat_evening(event_id="nowhere", host=make_user(), plan=plan, command_id=new_id())
    assert refused.value.status == 404


@pytest.mark.parametrize(
    ("title", "following"),
    [
        ("Fridays 9", "Fridays 10"),
        ("Fridays", "Fridays"),
        ("Summer 2026", "Summer 2026"),
        ("Round 7 of many", "Round 7 of many"),
        ("Bait 09", "Bait 09"),
        ("42", "43"),
    ],
)
def test_a_title_that_counts_goes_on_counting(title: str, following: str) -> None:
    assert next_title(title) == following
