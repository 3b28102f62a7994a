"""The red lines of the console: tables that stand still because what is stored of them doesn't check out."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.alarms import Alarm, open_alarms
from events.queries.evening.standing import Standing
from events.queries.programme import name_of


def alarm_lines(standing: Standing) -> list[str]:
    """A sentence for each table that must not go on: what was found, and who can clear it up."""
    return [_line(alarm) for alarm in open_alarms(standing.event)]


def _line(alarm: Alarm) -> str:
    if alarm.first == 0:
        text = _(
            "%(round)s is paused: its draw, its seats or its seal don’t check out. The organisers have been told; one "
            "of them has to clear it up before play goes on."
        )
    else:
        text = ngettext(
            "%(round)s is paused: %(count)s stored entry doesn’t check out, number %(first)s. The organisers have "
            "been told; one of them has to clear it up before play goes on.",
            "%(round)s is paused: %(count)s stored entries don’t check out, the first is number %(first)s. The "
            "organisers have been told; one of them has to clear it up before play goes on.",
            alarm.count,
        )
    return text % {
        "round": name_of(alarm.kind, alarm.round),
        "count": alarm.count,
        "first": alarm.first,
    }
