"""Series: the list of one's own, a new one, and the page with its evenings and standings that everybody reads."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.domain.refusal import Refusal
from events.domain.series import create_series, put_in_series
from events.forms.command import CommandForm
from events.forms.series import EveningChoiceForm, SeriesChoiceForm, SeriesForm, points_words
from events.models import Event, Series
from events.queries import clock, exports, organiser, standings
from events.queries import series as queries
from events.queries.roles import Action
from events.views.access import account, event_for, for_accounts, visitor
from events.views.answers import answered, put_at_field
from events.views.evening_rows import rows
from events.views.viewing import viewer_zone
from events.views.written import write

COUNTED = (Event.State.FINISHED, Event.State.SETTLED)


@never_cache
@answered("GET")
@for_accounts
def series_list(request: HttpRequest) -> HttpResponse:
    """The host's own series, and for organisers everybody's."""
    user = account(request)
    context = {
        "mine": queries.of_host(user),
        "others": queries.of_others(user) if organiser.sees_all(user) else [],
    }
    return render(request, "events/series_list.html", context)


@never_cache
@answered("GET", "POST")
@for_accounts
def new(request: HttpRequest) -> HttpResponse:
    """A new series, with its points stated before anything is counted."""
    user = account(request)
    form = SeriesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = write(
                create_series, host=user, title=form.cleaned_data["title"], scoring=form.scoring()
            )
            if standings.scoring_of(made) != form.scoring():
                raise Refusal(
                    "title-taken",
                    _("You have a series of this title, with other points. Choose another title."),
                    field="title",
                )
        except Refusal as refusal:
            put_at_field(form, refusal)
        else:
            messages.success(request, _("Made. Say which evenings belong to it."))
            return redirect("series", made.public_id)
    status = 422 if request.method == "POST" else 200
    return render(request, "events/series_new.html", {"form": form}, status=status)


@never_cache
@answered("GET")
def series(request: HttpRequest, series_id: str) -> HttpResponse:
    """The evenings of a series, behind and to come, and how everybody stands after them."""
    found = _series(series_id)
    return render(request, "events/series.html", _context(request, found))


@never_cache
@answered("GET")
def as_csv(request: HttpRequest, series_id: str) -> HttpResponse:
    """The standings as a file."""
    found = _series(series_id)
    response = HttpResponse(standings.standings_csv(found), content_type=exports.CSV_TYPE)
    name = f"{exports.slug_of(found.title)}-standings.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@answered("POST")
@for_accounts
def put(request: HttpRequest, series_id: str) -> HttpResponse:
    """Take one of the host's evenings into their series, from its page."""
    found = _series(series_id)
    if found.host != account(request):
        raise Refusal("not-yours", _("Only the host of this series can do that."), status=403)
    form = EveningChoiceForm(request.POST, events=queries.not_in(found))
    status = 422
    if form.is_valid():
        try:
            event_id = form.cleaned_data["event"]
            event_for(request, event_id, Action.PUT_IN_SERIES)
            _put(request, event_id, found, form.cleaned_data["command_id"])
        except Refusal as refusal:
            put_at_field(form, refusal)
            status = refusal.status
        else:
            messages.success(request, _("It belongs to this series now."))
            return redirect("series", series_id)
    context = _context(request, found, put_form=form)
    return render(request, "events/series.html", context, status=status)


@never_cache
@answered("GET", "POST")
@for_accounts
def choose(request: HttpRequest, event_id: str) -> HttpResponse:
    """Say which series an evening belongs to, or none, from the evening."""
    event = event_for(request, event_id, Action.PUT_IN_SERIES)
    mine = queries.of_host(event.host)
    form = SeriesChoiceForm(
        request.POST if request.method == "POST" else None,
        series=mine,
        initial={"series": event.series.public_id if event.series else ""},
    )
    if request.method == "POST" and form.is_valid():
        try:
            _put(request, event_id, form.chosen, form.cleaned_data["command_id"])
        except Refusal as refusal:
            put_at_field(form, refusal)
        else:
            messages.success(request, _("Saved."))
            shown = form.chosen or event.series
            return redirect("series", shown.public_id) if shown else redirect("ready", event_id)
    status = 422 if request.method == "POST" else 200
    context = {"event": event, "form": form, "has_series": bool(mine)}
    return render(request, "events/series_choice.html", context, status=status)


def _put(request: HttpRequest, event_id: str, series: Series | None, command_id: str) -> None:
    write(
        put_in_series,
        event_id=event_id,
        by=visitor(request).by,
        series=series,
        command_id=command_id,
    )


def _series(series_id: str) -> Series:
    found = Series.objects.filter(public_id=series_id).select_related("host").first()
    if found is None:
        raise Http404(series_id)
    return found


def _context(request: HttpRequest, series: Series, **forms: Any) -> dict[str, Any]:
    own = series.host == visitor(request).user
    now, zone = clock.now(), viewer_zone(request)
    coming, behind = queries.evenings_in(series, drafts=own)
    return {
        "series": series,
        "own": own,
        "points": points_words(standings.scoring_of(series)),
        "standings": standings.standings(series),
        "counted": sum(event.state in COUNTED and not event.rehearsal for event in behind),
        "coming": rows(coming, now, zone),
        "behind": rows(behind, now, zone),
        "put_form": EveningChoiceForm(events=queries.not_in(series)) if own else None,
        "command": CommandForm(),
        **forms,
    }
