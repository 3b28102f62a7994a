"""The pages that stay open all evening: player and spectator, host's console, projector."""

from typing import Any

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from events.live import fragments
from events.models import Event, Match, Person, Registration
from events.queries import chain, entries, rounds
from events.queries.evening import evening_context
from events.queries.evening.parts import local
from events.queries.roles import Action, Role, allowed
from events.queries.table import table_context
from events.queries.table.games import SHOWN
from events.views.access import role_in, visitor
from events.views.audiences import evening_audience, match_audience


@never_cache
@ensure_csrf_cookie
@require_safe
def live(request: HttpRequest, event_id: str) -> HttpResponse:
    """The table for players and spectators; nobody needs an account to watch."""
    event = _event(request, event_id, Action.VIEW_LIVE)
    return _page(request, event, "live", "events/live.html", {})


@never_cache
@ensure_csrf_cookie
@require_safe
def host(request: HttpRequest, event_id: str) -> HttpResponse:
    """The console. It always opens where the evening stands; whoever isn't signed in is asked to."""
    event = Event.objects.select_related("host").filter(public_id=event_id).first()
    if event is None:
        raise Http404(event_id)
    role = role_in(request, event)
    if role not in (Role.HOST, Role.CO_HOST):
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?next={request.path}")
        raise Http404(event_id)
    more = {
        "where_text": _("Hosting · %(time)s") % {"time": local(event.starts_at, event)},
        "event_command_url": reverse("event-command", args=[event.public_id]),
        "entropy_source": event.entropy_source,
        "asks_source": event.entropy_mode == Event.EntropyMode.PUBLIC,
    }
    return _page(request, event, "host", "events/host.html", more)


@never_cache
@require_safe
def screen(request: HttpRequest, event_id: str) -> HttpResponse:
    """The projector: always at night, nothing to press, and how to join."""
    event = _event(request, event_id, Action.VIEW_SCREEN)
    return _page(request, event, "screen", "events/screen.html", {"join": _join(event)})


def _event(request: HttpRequest, event_id: str, action: Action) -> Event:
    event = Event.objects.select_related("host").filter(public_id=event_id).first()
    if event is None or not (
        allowed(action, role := role_in(request, event), event.state)
        or allowed(Action.VIEW_CONSOLE, role, event.state)
    ):
        raise Http404(event_id)
    return event


def _page(
    request: HttpRequest, event: Event, surface: str, template: str, more: dict[str, Any]
) -> HttpResponse:
    who = visitor(request)
    seq, context = evening_context(event, surface, evening_audience(event, who, surface))
    # A player's own table is theirs to see; the wall is everybody's, whoever started it.
    person = None if surface == "screen" else who.person
    match = rounds.match_for(event, person, request.GET.get("table", ""))
    shown: dict[str, Any] = {
        **context,
        "surface": surface,
        "event": {
            "title": event.title,
            "topic": event.topic,
            "seq": seq,
            "url": reverse("event", args=[event.public_id]),
            "dashboard_url": reverse("dashboard"),
            "screen_url": reverse("screen", args=[event.public_id]),
            "results_url": reverse("results", args=[event.public_id]),
            "rules_url": reverse("rules", args=[event.public_id]),
            "list_url": reverse("list-json", args=[event.public_id]),
            "scope": event.scope,
        },
        "chain": chain.shown(event),
        "leave_url": _leave_url(event, who.person) if surface == "live" else "",
        "keeps_to": rounds.number_in(request.GET.get("table", "")),
        "match": None,
        "table": {},
        **more,
    }
    if match is not None:
        shown |= _table(match, surface, match_audience(match, who, surface))
    return render(request, template, shown)


def _table(match: Match, surface: str, audience: str) -> dict[str, Any]:
    """The match's fragments, rendered as they are pushed; ``beside``: the game's own ones, in their order,
    but for those that have a place in the main column (``MAIN`` of its module).

    ``styles`` and ``scripts`` are a game's own files, which a page without its table does without.
    """
    seq, _fragments, context = table_context(match, surface, audience)
    rendered = fragments.render(match.topic, surface, audience)
    html = {name: mark_safe(part) for name, part in rendered.html.items()}  # noqa: S308 our own templates, names escaped
    game = SHOWN[match.game]
    beside = [name for name in game.MORE.get(surface, ()) if name not in getattr(game, "MAIN", ())]
    return {
        "match": {"topic": match.topic, "seq": seq},
        "table": html,
        "beside": [html[name] for name in beside],
        "styles": getattr(game, "STYLES", ()),
        "scripts": getattr(game, "SCRIPTS", ()),
        "match_command_url": context["command_url"],
    }


def _leave_url(event: Event, person: Person | None) -> str:
    """Where somebody with a place can give it up; nothing for anybody else, or once the evening is over."""
    entry = entries.entry_of(event, person)
    going_on = event.state in (Event.State.PUBLISHED, Event.State.CLOSED, Event.State.RUNNING)
    if entry is None or entry.status not in Registration.ACTIVE or not going_on:
        return ""
    return reverse("withdraw", args=[event.public_id])


def _join(event: Event) -> dict[str, Any]:
    """The QR code of the event page, its address to type, and the PIN."""
    address = f"{settings.PUBLIC_URL}{reverse('event', args=[event.public_id])}"
    return {
        "qr": _qr(address),
        "address": settings.PUBLIC_URL.split("//", 1)[-1],
        "pin": f"{event.pin[:3]} {event.pin[3:]}",
        "word": _("Join or watch"),
    }


def _qr(address: str) -> SafeString:
    """The address as an SVG without a style of its own; ISO/IEC 18004, error correction M."""
    svg = segno.make(address, error="m", micro=False).svg_inline(
        border=2, svgclass="qr", lineclass=None, omitsize=True, dark="#071621", light="#fff"
    )
    return mark_safe(svg)  # noqa: S308 made by the library from our own address
