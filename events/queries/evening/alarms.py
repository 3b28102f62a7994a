"""The red lines of the console: tables that stand still because their stored dice don't fit."""

from django.utils.translation import ngettext

from events.queries.alarms import open_alarms
from events.queries.evening.standing import Standing
from events.queries.programme import name_of


def alarm_lines(standing: Standing) -> list[str]:
    """A sentence for each table that must not go on: what was found, and who can clear it up."""
    return [
        ngettext(
            "%(round)s is paused: %(count)s stored outcome is not what its seal gives, at entry %(first)s. The "
            "organisers have been told; one of them has to clear it up before play goes on.",
            "%(round)s is paused: %(count)s stored outcomes are not what the seal gives, the first at entry %(first)s. "
            "The organisers have been told; one of them has to clear it up before play goes on.",
            alarm.count,
        )
        % {
            "round": name_of(alarm.kind, alarm.round),
            "count": alarm.count,
            "first": alarm.first,
        }
        for alarm in open_alarms(standing.event)
    ]
