"""Local times: the ones that don't exist, the ones that come twice, and the usual closing."""

from datetime import UTC, datetime

import pytest

from events.domain.local_time import default_closes, to_utc, to_wall
from events.domain.refusal import Refusal


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def wall(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("zone", "local", "instant"),
    [
        ("Europe/Berlin", "2026-12-01 20:00", "2026-12-01 19:00"),
        ("Europe/Berlin", "2026-07-01 20:00", "2026-07-01 18:00"),
        ("Asia/Kolkata", "2026-12-01 20:00", "2026-12-01 14:30"),
        ("America/St_Johns", "2026-12-01 20:00", "2026-12-01 23:30"),
        ("Pacific/Kiritimati", "2026-12-01 00:30", "2026-11-30 10:30"),
        ("UTC", "2026-12-01 20:00", "2026-12-01 20:00"),
    ],
)
def test_a_local_time_is_one_instant_and_back(zone: str, local: str, instant: str) -> None:
    assert to_utc(wall(local), zone) == utc(instant)
    assert to_wall(utc(instant), zone) == (wall(local), None)


@pytest.mark.parametrize(
    "zone",
    ["", "Mars/Phobos", "../etc/passwd", "/etc/localtime", "localtime", "Europe\x00", "x" * 999],
)
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(Refusal) as refused:
        to_utc(wall("2026-12-01 20:00"), zone)
    assert refused.value.field == "zone"
    assert str(refused.value) == "Choose a time zone from the list."


@pytest.mark.parametrize(
    ("zone", "local", "following"),
    [
        ("Europe/Berlin", "2027-03-28 02:00", "2027-03-28 03:00"),
        ("Europe/Berlin", "2027-03-28 02:59", "2027-03-28 03:00"),
        ("Australia/Lord_Howe", "2026-10-04 02:10", "2026-10-04 02:30"),
        ("Pacific/Apia", "2011-12-30 12:00", "2011-12-31 00:00"),
    ],
)
@pytest.mark.parametrize("fold", [None, 0, 1])
def test_a_time_the_clocks_skip_is_refused_with_the_next(
    zone: str, local: str, following: str, fold: int | None
) -> None:
    with pytest.raises(Refusal) as refused:
        to_utc(wall(local), zone, fold, field="closes")
    assert (refused.value.code, refused.value.field) == ("missing-time", "closes")
    assert str(refused.value).endswith(f"The next one is {following}.")


def test_a_time_that_comes_twice_is_asked_about() -> None:
    twice = wall("2026-10-25 02:30")
    with pytest.raises(Refusal) as refused:
        to_utc(twice, "Europe/Berlin")
    assert refused.value.code == "ambiguous-time"
    assert to_utc(twice, "Europe/Berlin", 0) == utc("2026-10-25 00:30")
    assert to_utc(twice, "Europe/Berlin", 1) == utc("2026-10-25 01:30")


def test_a_time_that_comes_twice_goes_back_to_its_own_fold() -> None:
    assert to_wall(utc("2026-10-25 01:30"), "Europe/Berlin") == (wall("2026-10-25 02:30"), 1)
    assert to_wall(utc("2026-10-25 00:30"), "Europe/Berlin") == (wall("2026-10-25 02:30"), 0)


@pytest.mark.parametrize("year", [1, 1999, 2101, 9999])
def test_a_year_far_off_is_refused(year: int) -> None:
    with pytest.raises(Refusal) as refused:
        to_utc(datetime(year, 1, 1), "Europe/Berlin")  # noqa: DTZ001 local times are naive
    assert refused.value.field == "starts"


@pytest.mark.parametrize(
    ("zone", "starts", "closes"),
    [
        ("Europe/Berlin", "2026-12-01 20:00", "2026-12-01 20:10"),
        ("Europe/Berlin", "2026-12-01 20:05", "2026-12-01 20:10"),
        ("Europe/Berlin", "2026-12-01 20:10", "2026-12-01 20:10"),
        ("Europe/Berlin", "2026-12-01 20:30", "2026-12-01 21:10"),
        ("Asia/Kolkata", "2026-12-01 20:00", "2026-12-01 20:10"),
        ("Asia/Kathmandu", "2026-12-01 20:00", "2026-12-01 20:10"),
    ],
)
def test_the_usual_closing_is_ten_past_the_local_hour(zone: str, starts: str, closes: str) -> None:
    assert default_closes(to_utc(wall(starts), zone), zone) == to_utc(wall(closes), zone)
