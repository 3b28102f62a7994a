"""Local times as people type them, as instants in UTC (design: time)."""

from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext_lazy as _

from events.domain.refusal import Refusal

_YEARS = range(2000, 2101)
_LONGEST_GAP_MINUTES = 48 * 60
"""Zones have skipped a whole day when they crossed the date line."""


def to_utc(
    wall: datetime, zone: str, fold: int | None = None, *, field: str = "starts"
) -> datetime:
    """The instant of a local time ``wall`` (naive) in an IANA zone, aware, in UTC.

    ``fold`` is 0 for the first and 1 for the second of a time that comes twice, None where nobody
    was asked yet. Raises Refusal: field ``zone`` for an unknown zone; on ``field`` code
    ``missing-time`` for a time the clocks skip, naming the next that exists, and
    ``ambiguous-time`` for one that comes twice with no fold.
    """
    place = checked_zone(zone)
    if wall.tzinfo is not None:
        raise ValueError("a local time is naive")
    if wall.year not in _YEARS:
        raise Refusal("year", _("Choose a date in this century."), field=field)
    instants = _instants(wall, place)
    if not instants:
        raise Refusal(
            "missing-time",
            _("The clocks skip this time that day. The next one is %(time)s.")
            % {"time": f"{_next_valid(wall, place):%Y-%m-%d %H:%M}"},
            field=field,
        )
    if len(instants) == 1:
        return instants[0]
    if fold is None:
        raise Refusal(
            "ambiguous-time",
            _("This time comes twice that day. Choose the first or the second."),
            field=field,
        )
    return instants[fold]


def to_wall(instant: datetime, zone: str) -> tuple[datetime, int | None]:
    """An instant as local time in a zone, naive, and its fold where that time comes twice."""
    place = checked_zone(zone)
    local = instant.astimezone(place)
    wall = local.replace(tzinfo=None, fold=0)
    return wall, local.fold if len(_instants(wall, place)) > 1 else None


def default_closes(starts_at: datetime, zone: str) -> datetime:
    """The usual closing instant: ten past the hour in which it starts (EV-1).

    That is the first local time ending in :10 at or after the start, so an evening starting at
    20:00 or 20:10 closes at 20:10 and one starting at 20:30 closes at 21:10.
    """
    start = starts_at.replace(second=0, microsecond=0)
    minute = start.astimezone(checked_zone(zone)).minute
    return start + timedelta(minutes=(10 - minute) % 60)


def checked_zone(zone: str) -> ZoneInfo:
    """The zone of that name. Raises Refusal with field ``zone``."""
    if zone not in _zones():
        raise Refusal("zone", _("Choose a time zone from the list."), field="zone")
    return ZoneInfo(zone)


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones()) - {"localtime"}


def _instants(wall: datetime, place: ZoneInfo) -> list[datetime]:
    """None, one or two instants at which clocks there show that time, the earlier first."""
    found = set()
    for fold in (0, 1):
        instant = wall.replace(tzinfo=place, fold=fold).astimezone(UTC)
        if instant.astimezone(place).replace(tzinfo=None, fold=0) == wall.replace(fold=0):
            found.add(instant)
    return sorted(found)


def _next_valid(wall: datetime, place: ZoneInfo) -> datetime:
    minute = wall.replace(second=0, microsecond=0)
    for _step in range(_LONGEST_GAP_MINUTES):
        minute += timedelta(minutes=1)
        if _instants(minute, place):
            return minute
    raise ValueError(f"no valid time after {wall} in {place}")
