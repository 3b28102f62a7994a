"""Planning an evening: one form to make and change it, and the list of what is still missing."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.domain import evenings as domain
from events.domain.accounts import set_host_name
from events.domain.plans import plan_of
from events.domain.prize_plans import in_order
from events.domain.refusal import Refusal
from events.domain.series import create_series, put_in_series
from events.forms.command import CommandForm
from events.forms.evening import EveningForm
from events.forms.initial import initial_of
from events.forms.pictures import PictureForm
from events.forms.staff import CancelForm, CoHostForm, PracticeForm
from events.models import Event
from events.queries import clock, entries, evenings, fit, house_rules, pictures, programme, zones
from events.queries.roles import ALLOWED, Action, Role
from events.views.access import account, check_state, event_for, for_accounts, role_in, visitor
from events.views.answers import answered
from events.views.viewing import viewer_zone
from events.views.written import write


@never_cache
@answered("GET", "POST")
@for_accounts
def new(request: HttpRequest) -> HttpResponse:
    """A new evening in one form; it becomes a draft that only its host sees."""
    user = account(request)
    zone = viewer_zone(request) or _last_zone(request)
    needs_name = not user.name
    own = list(user.series.order_by("title"))
    if request.method != "POST":
        form = EveningForm(zone=zone, asks_name=needs_name, own=own)
        return _page(request, form, {"editing": None})
    form = EveningForm(request.POST, request.FILES, zone=zone, asks_name=needs_name, own=own)
    if form.wants_rows:
        return _page(request, form.shown_again(), {"editing": None})
    if form.is_valid() and form.plan is not None:
        try:
            if needs_name:
                write(set_host_name, user=user, name=form.cleaned_data["host_name"])
            event = write(
                domain.create_event,
                host=user,
                plan=form.plan,
                command_id=form.cleaned_data["command_id"],
            )
            _put_in_series(form, event, f"user/{user.pk}")
        except Refusal as refusal:
            form.put_refusal(refusal)
        else:
            return redirect("ready", event.public_id)
    return _page(request, form, {"editing": None}, status=422)


@never_cache
@answered("GET", "POST")
@for_accounts
def edit(request: HttpRequest, event_id: str) -> HttpResponse:
    """Change an evening; what can't be changed any more says so at its field."""
    event = event_for(request, event_id, Action.EDIT)
    check_state(request, event, Action.EDIT)
    plan = plan_of(event)
    known: dict[str, Any] = {
        "initial": initial_of(plan) | {"series": event.series.public_id if event.series else ""},
        "zone": event.zone,
        "kept": plan,
        "own": list(event.host.series.order_by("title")) if _hosts(request, event) else None,
        "locked": not evenings.can_replan(event, clock.now()),
    }
    if request.method != "POST":
        return _page(request, EveningForm(**known), {"editing": event})
    form = EveningForm(request.POST, request.FILES, **known)
    if form.wants_rows:
        return _page(request, form.shown_again(), {"editing": event})
    if form.is_valid() and form.plan is not None:
        try:
            write(
                domain.edit_event,
                event_id=event_id,
                by=visitor(request).by,
                plan=form.plan,
                command_id=form.cleaned_data["command_id"],
            )
            _put_in_series(form, event, visitor(request).by)
        except Refusal as refusal:
            form.put_refusal(refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("ready", event_id)
    return _page(request, form, {"editing": event}, status=422)


def _hosts(request: HttpRequest, event: Event) -> bool:
    """Whether the visitor is the host, whose series they are."""
    return role_in(request, event) in ALLOWED[Action.PUT_IN_SERIES].roles


def _put_in_series(form: EveningForm, event: Event, by: str) -> None:
    """The series is a step of its own; pressing once more does what a crash left undone."""
    if not form.chooses_series:
        return
    series = form.chosen
    if form.new_title:
        series = write(create_series, host=event.host, title=form.new_title)
    if (series.pk if series else None) != event.series_id:
        write(
            put_in_series,
            event_id=event.public_id,
            by=by,
            series=series,
            command_id=f"{form.cleaned_data['command_id'][:48]}-series",
        )


@never_cache
@answered("GET")
@for_accounts
def ready(request: HttpRequest, event_id: str) -> HttpResponse:
    """What is ready and what is missing, and everything a host does before the evening."""
    return render(request, "events/ready.html", ready_context(request, event_id))


def ready_context(request: HttpRequest, event_id: str, **forms: Any) -> dict[str, Any]:
    """The planning page; a form that was refused is shown as it was sent."""
    event = event_for(request, event_id, Action.VIEW_CONSOLE)
    now = clock.now()
    lines = evenings.readiness(event, now)
    role = role_in(request, event)
    runs = role in (Role.HOST, Role.CO_HOST)
    going_on = event.state in (Event.State.PUBLISHED, Event.State.CLOSED, Event.State.RUNNING)
    draft = event.state == Event.State.DRAFT
    return {
        "event": event,
        "address": f"{settings.PUBLIC_URL}{reverse('event', args=[event.public_id])}",
        "when": zones.local(event.starts_at, event.zone),
        "opens": zones.said(event.opens_at, event.zone),
        "closes": zones.said(event.closes_at, event.zone),
        "opens_at_once": draft and event.opens_at <= max(now, event.created_at),
        "lines": [{"line": line, "url": _where(event, line.key)} for line in lines],
        "done": sum(line.is_done for line in lines),
        "blocked": any(line.blocks and not line.is_done for line in lines),
        "cards": house_rules.cards(event),
        "fits": _fits(event),
        "pictures": _pictures(event, forms.pop("picture_form", None)),
        "can_picture": runs and evenings.can_replan(event, now),
        "counts": entries.counts(event),
        "staff": list(event.staff.select_related("user")),
        "is_draft": draft,
        "is_open": evenings.is_open(event, now),
        "can_edit": runs and (draft or going_on),
        "can_publish": runs and draft,
        "can_cancel": runs and (draft or going_on),
        "can_finish": runs and event.state in (Event.State.CLOSED, Event.State.RUNNING),
        "can_add_staff": role == Role.HOST and (draft or going_on),
        "can_practise": runs and event.rehearsal and evenings.is_open(event, now),
        "command": CommandForm(),
        "cancel_form": CancelForm(auto_id="cancel_%s"),
        "co_host_form": CoHostForm(auto_id="cohost_%s"),
        "practice_form": PracticeForm(auto_id="practice_%s"),
        **forms,
    }


def _pictures(event: Event, sent: PictureForm | None) -> list[dict[str, Any]]:
    """Each prize with its picture and the form for another; one that was refused as it was sent."""
    return [
        {
            "prize": prize,
            "place": programme.prize_place(event, prize),
            "picture": pictures.shown(event, prize),
            "form": sent if sent is not None and sent.prize == prize else PictureForm(prize),
        }
        for prize in in_order(event)
    ]


def _fits(event: Event) -> list[str]:
    """Will it fit: how long the evening takes with those who are in, and with every place taken."""
    entered = entries.counts(event).registered
    lines = [
        (
            _("With all %(count)s places taken: %(span)s."),
            event.capacity,
        )
    ]
    if 2 <= entered < event.capacity:
        lines.insert(0, (_("With the %(count)s who are entered: %(span)s."), entered))
    return [
        words % {"count": count, "span": fit.about(fit.evening_span(event, count))}
        for words, count in lines
    ]


def _where(event: Event, key: str) -> str:
    """Where a line of the readiness list is mended."""
    if key == "host-name":
        return f"{reverse('host-name')}?next={reverse('ready', args=[event.public_id])}"
    anchors = {
        "start": "id_starts_date",
        "closing": "closes",
        "welcome": "id_welcome",
        "prizes": "prize-rows",
        "one-entry": "entry",
    }
    return f"{reverse('evening-edit', args=[event.public_id])}#{anchors.get(key, '')}"


def _last_zone(request: HttpRequest) -> str:
    last = evenings.run_by(account(request)).first()
    return last.zone if last else ""


def _page(
    request: HttpRequest, form: EveningForm, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, "events/plan.html", {"form": form, **context}, status=status)
