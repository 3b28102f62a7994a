"""Series of evenings: made by a host, with the points that a place brings stated beforehand."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from events.domain.lines import clean_line
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Event, Series, User
from events.queries.standings import SCORING

POINTS = range(101)


def create_series(*, host: User, title: str, scoring: Mapping[str, int] | None = None) -> Series:
    """Make a series of this host's; one of the same title is returned as it is.

    ``scoring``: points by the name of a place, and ``played``; None for the usual ones. Raises Refusal on ``title``
    without 1 to 80 characters, and on ``scoring`` for other places or numbers.
    """
    title = clean_line(title, field="title", longest=80, needed=True)
    chosen = dict(SCORING if scoring is None else scoring)
    if not set(chosen) <= set(SCORING) or any(
        type(points) is not int or points not in POINTS for points in chosen.values()
    ):
        raise Refusal("scoring", _("Give each place 0 to 100 points."), field="scoring")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        there = Series.objects.filter(host=host, title=title).first()
        return there or Series.objects.create(host=host, title=title, scoring=chosen)


def put_in_series(*, event_id: str, by: str, series: Series | None, command_id: str) -> Event:
    """Let an evening count in a series of its own host, or in none, at any time: standings are computed.

    Raises Refusal 403 for another host's series.
    """
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        if series is not None and series.host_id != event.host_id:
            raise Refusal("not-yours", _("Choose one of the host's own series."), status=403)
        wanted = series.pk if series else None
        if ledger.repeats(command_id, {"series": wanted}) or event.series_id == wanted:
            return event
        event.series = series
        ledger.append("edited", changed=["series"])
        return event
