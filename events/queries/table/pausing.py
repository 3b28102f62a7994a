"""Why a table's clocks stand still, for whoever looks at it."""

from django.utils.translation import gettext as _

from events.models import LogEntry
from events.queries.table.reading import Reading
from events.queries.table.sight import Sight
from games import table


def is_held(row: LogEntry) -> bool:
    """Whether this row says that the table was paused by nobody at it: what is stored of it didn't check out."""
    return row.kind == table.Paused.__name__ and row.by == "clock"


def held_line() -> str:
    """What the log says of it."""
    return _("The match was paused: what is stored of it has to be looked at.")


def pause_text(sight: Sight) -> str:
    """Who stopped the clocks, and that nothing is lost by it."""
    rows = [row for row, _entry in Reading.of(sight.match).newest]
    paused = [row for row in rows if row.kind == table.Paused.__name__]
    if paused and is_held(paused[-1]):
        return _("What is stored of this table has to be looked at first. Nothing is lost.")
    if paused and paused[-1].by == "dispute":
        return _("The clocks stand still for a ruling. Nothing is lost.")
    return _("%(host)s stopped the clocks. Nothing is lost.") % {"host": sight.host_name}
