"""Time zones as people choose and read them: by city."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils import formats
from django.utils.translation import gettext as _

_REGIONS = (
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LocalTime:
    """One instant as somebody's clock shows it."""

    at: datetime
    zone: str

    @property
    def city(self) -> str:
        return city(self.zone)

    @property
    def clock(self) -> str:
        return formats.date_format(self.at, "H:i")

    @property
    def day(self) -> str:
        """Like "Thursday 15 October"."""
        return formats.date_format(self.at, "l j F")

    @property
    def date(self) -> str:
        """Like "Thu 15 Oct 2026"."""
        return formats.date_format(self.at, "D j M Y")


@cache
def names() -> frozenset[str]:
    """Every zone a person can choose: those named after a place, and UTC."""
    return frozenset(
        name for name in available_timezones() if name.split("/")[0] in _REGIONS and "/" in name
    ) | {"UTC"}


@cache
def by_region() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Zones under their region, each as (name, city), cities in order."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in names() - {"UTC"}:
        regions.setdefault(name.split("/")[0], []).append((name, city(name)))
    groups = [
        (region, tuple(sorted(zones, key=lambda pair: pair[::-1])))
        for region, zones in regions.items()
    ]
    return (*sorted(groups), ("UTC", (("UTC", "UTC"),)))


def city(zone: str) -> str:
    """The city a zone is called after: "Lisbon" for Europe/Lisbon."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def local(instant: datetime, zone: str) -> LocalTime:
    """An instant on the clock of a known zone."""
    return LocalTime(instant.astimezone(ZoneInfo(zone)), zone)


def said(instant: datetime, zone: str) -> str:
    """Like "20:10 Lisbon, Thu 15 Oct 2026"."""
    here = local(instant, zone)
    return _("%(clock)s %(city)s, %(date)s") % {
        "clock": here.clock,
        "city": here.city,
        "date": here.date,
    }
