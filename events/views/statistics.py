"""How the dice fell: of an evening and of a series for everybody, of a host's evenings for them and organisers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.models import Event, Match, Series, User
from events.queries import exports
from events.queries import statistics as queries
from events.queries.roles import Action
from events.queries.statistics_chart import chart
from events.queries.statistics_words import run_text, verdict
from events.views.access import account, event_for, for_accounts
from events.views.answers import answered


@dataclass(frozen=True, slots=True)
class Scope:
    """What is counted: its name, the page it belongs to, its file and its matches.

    ``event`` only for one evening; ``wider`` are the pages that count it among others, as (address, label).
    """

    title: str
    back_url: str
    file_url: str
    matches: QuerySet[Match]
    event: Event | None = None
    wider: tuple[tuple[str, str], ...] = ()


@never_cache
@answered("GET")
def of_event(request: HttpRequest, event_id: str) -> HttpResponse:
    """The dice of one evening."""
    return _page(request, _evening(request, event_id))


@never_cache
@answered("GET")
def event_file(request: HttpRequest, event_id: str) -> HttpResponse:
    """Every roll of one evening as a file."""
    return _file(_evening(request, event_id))


@never_cache
@answered("GET")
def of_series(request: HttpRequest, series_id: str) -> HttpResponse:
    """The dice of a whole season."""
    return _page(request, _season(series_id))


@never_cache
@answered("GET")
def series_file(request: HttpRequest, series_id: str) -> HttpResponse:
    """Every roll of a season as a file."""
    return _file(_season(series_id))


@never_cache
@answered("GET")
@for_accounts
def of_host(request: HttpRequest, host_id: int) -> HttpResponse:
    """The dice of a host's evenings."""
    return _page(request, _host(request, host_id))


@never_cache
@answered("GET")
@for_accounts
def host_file(request: HttpRequest, host_id: int) -> HttpResponse:
    """Every roll of a host's evenings as a file. It names evenings that others are only told of by their link."""
    return _file(_host(request, host_id))


def _evening(request: HttpRequest, event_id: str) -> Scope:
    event = event_for(request, event_id, Action.VIEW_RESULTS)
    return Scope(
        event.title,
        reverse("results", args=[event.public_id]),
        reverse("rolls-csv", args=[event.public_id]),
        queries.of_event(event),
        event,
        tuple(_wider(request, event)),
    )


def _wider(request: HttpRequest, event: Event) -> Iterator[tuple[str, str]]:
    if event.series is not None and not event.rehearsal:
        address = reverse("series-statistics", args=[event.series.public_id])
        yield address, _("The whole season: %(title)s") % {"title": event.series.title}
    if request.user == event.host:
        yield reverse("host-statistics", args=[event.host_id]), _("All your evenings")


def _season(series_id: str) -> Scope:
    series = Series.objects.filter(public_id=series_id).first()
    if series is None:
        raise Http404(series_id)
    file_url = reverse("series-rolls-csv", args=[series.public_id])
    return Scope(series.title, "", file_url, queries.of_series(series))


def _host(request: HttpRequest, host_id: int) -> Scope:
    """Whose evenings nobody but themselves and organisers may count: for all others there is no such page."""
    user = account(request)
    host = User.objects.filter(pk=host_id).first()
    if host is None or (host != user and not user.is_staff):
        raise Http404(host_id)
    return Scope(
        _("Your evenings") if host == user else str(host),
        reverse("dashboard"),
        reverse("host-rolls-csv", args=[host.pk]),
        queries.of_host(host),
    )


def _page(request: HttpRequest, scope: Scope) -> HttpResponse:
    found = queries.statistics(scope.matches)
    return render(
        request,
        "events/statistics.html",
        {"scope": scope, "found": found, "dice": [_told(dice, scope) for dice in found.dice]},
    )


def _told(dice: queries.Dice, scope: Scope) -> dict[str, Any]:
    of_evening = scope.event is not None
    return {
        "sides": dice.sides,
        "verdict": verdict(dice.evenness, of_evening=of_evening),
        "run": run_text(dice, of_evening=of_evening),
        "chart": chart(dice.evenness.counts),
    }


def _file(scope: Scope) -> HttpResponse:
    response = HttpResponse(
        queries.rolls_csv(queries.records(scope.matches)), content_type=exports.CSV_TYPE
    )
    name = f"{exports.slug_of(scope.title)}-rolls.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
