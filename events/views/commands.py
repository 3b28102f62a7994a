"""The door for everything a live page does: a POST comes in, one domain function runs, frames go back.

The answer is JSON: ``frames`` (what has changed for this page, as the socket would push it), ``message``, ``code`` and
``field`` (why not, if it was refused, and which field that is about). A page without script is sent back to where it
came from.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from events.domain.play import execute
from events.domain.refusal import Refusal, said
from events.domain.waivers import check_bare
from events.fault_points import fault
from events.forms.command import COMMAND_ID, new_command_id
from events.live import fragments
from events.live.frames import Frame
from events.models import Event, Match
from events.queries import rounds
from events.queries.roles import Role, role_of
from events.queries.seating import Seating, seating_of
from events.views import evening_commands
from events.views.access import Visitor, visitor
from events.views.addresses import MOVES, check_command_rate
from events.views.audiences import evening_audience, match_audience
from events.views.lanes import in_lane
from games import TABLES, codec
from games.kernel import Host, IllegalMove, Player

_RUNS_IT = (Role.HOST, Role.CO_HOST)
_ENVELOPE = frozenset(
    {"command", "args", "ticket", "command_id", "seqs", "sent_at", "surface", "csrfmiddlewaretoken"}
)
_FIELDS = {"no-reason": "reason", "bad-reason": "reason"}
_LONGEST_MS = 15
"""Digits of an instant in epoch milliseconds: enough for thirty thousand years."""


@require_POST
def match_command(request: HttpRequest, event_id: str, match_id: str) -> HttpResponse:
    """One command for a match: roll, pick, choose, call, pause …"""
    return _answered(request, event_id, match_id, lambda: _play(request, event_id, match_id))


@require_POST
def event_command(request: HttpRequest, event_id: str) -> HttpResponse:
    """One command for an evening: draw, answer, pass over, announce, claim …"""
    return _answered(request, event_id, event_id, lambda: _run(request, event_id))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A match as a command left it, and as whom whoever sent it is shown it: enough to draw the answer from."""

    match: Match
    audience: str


def _play(request: HttpRequest, event_id: str, match_id: str) -> _Shown:
    seating = seating_of(event_id, match_id)
    if seating is None:
        raise Refusal("no-match", _("There is no such match at this evening."), status=404)
    who = visitor(request)
    check_command_rate(request, who.by if who.user or who.person else None, most=MOVES)
    name, args = _asked(request)
    args |= {key: values for key, values in request.POST.lists() if key in args and len(values) > 1}
    try:
        command = codec.command_from(TABLES[seating.game].commands, name, args, text=True)
    except IllegalMove as illegal:
        raise Refusal(illegal.code, said(illegal)) from illegal
    check_bare(command)
    actor = _actor(request, event_id, seating, who)
    try:
        taken = execute(
            match_id=match_id,
            actor=actor,
            command=command,
            command_id=_command_id(request),
            ticket=request.POST.get("ticket", ""),
            sent_at=_sent_at(request),
            by=who.by if isinstance(actor, Host) else "",
        )
    except Refusal as refusal:
        # The rules know no forms: what they say of a reason belongs to its field.
        refusal.field = refusal.field or _FIELDS.get(refusal.code)
        raise
    return _Shown(taken.match, "host" if isinstance(actor, Host) else f"seat/{actor.seat}")


def _run(request: HttpRequest, event_id: str) -> None:
    event = Event.objects.select_related("host").filter(public_id=event_id).first()
    if event is None:
        raise Refusal("no-event", _("There is no such evening."), status=404)
    who = visitor(request)
    check_command_rate(request, who.by if who.user or who.person else None)
    _check_signed_in(request, who)
    name, args = _asked(request)
    evening_commands.run(event, who, name, args, _command_id(request))


def _check_signed_in(request: HttpRequest, who: Visitor) -> None:
    """Raises Refusal 403 for a console whose session has ended: its reader's role is not what is wrong."""
    if request.POST.get("surface") == "host" and who.user is None:
        raise Refusal("signed-out", _("You are signed out. Sign in again to go on."), status=403)


def _actor(request: HttpRequest, event_id: str, seating: Seating, who: Visitor) -> Player | Host:
    """Whose command it is: the console acts for the host, every other page for the seat of whoever opened it."""
    if request.POST.get("surface") == "host":
        _check_signed_in(request, who)
        event = Event.objects.get(public_id=event_id)
        if role_of(event, who.user, who.person) not in _RUNS_IT:
            raise Refusal(
                "not-host", _("Only the people who run this evening do that."), status=403
            )
        return Host()
    seat = seating.seats.get(who.known.pk)
    if seat is None:
        raise Refusal("no-seat", _("You don’t sit at this table. You can watch."), status=403)
    return Player(seat)


def _asked(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    """The command's name and arguments: the JSON in ``args`` and whatever else the form's fields carry."""
    args = _read(request.POST.get("args"))
    if not isinstance(args, dict):
        raise Refusal("bad-args", _("That didn’t arrive whole. Load the page again."), status=400)
    typed = {key: value for key, value in request.POST.items() if key not in _ENVELOPE}
    return request.POST.get("command", ""), {**args, **typed}


def _read(text: str | None) -> Any:
    """The JSON of a field, an empty object where there is none, and None for what can't be read."""
    try:
        return json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None


def _sent_at(request: HttpRequest) -> datetime | None:
    """When it was pressed by the page's reading of the server's clock; what is no such instant counts as not known."""
    sent = request.POST.get("sent_at", "")
    if not (sent.isascii() and sent.isdecimal() and len(sent) <= _LONGEST_MS):
        return None
    try:
        return datetime.fromtimestamp(int(sent) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _command_id(request: HttpRequest) -> str:
    """What the page called this intention; a page without script gets a new name for each press."""
    sent = request.POST.get("command_id", "")
    return sent if COMMAND_ID.fullmatch(sent) else new_command_id()


def _answered(
    request: HttpRequest, event_id: str, lane: str, act: Callable[[], _Shown | None]
) -> HttpResponse:
    """Run the command on the writer, then answer with what changed, refused or not.

    What changed is read beside the writer, so that the next command needn't wait for it.
    """
    done = in_lane(lane, _done, act)
    refusal = done if isinstance(done, Refusal) else None
    fault("before_reply")
    if not _wants_frames(request):
        return _back(request, event_id, refusal)
    answer: Mapping[str, Any] = {
        "frames": _frames(request, event_id, done),
        "message": str(refusal) if refusal else None,
        "code": refusal.code if refusal else "",
        "field": (refusal.field or "") if refusal else "",
    }
    return JsonResponse(answer, status=refusal.status if refusal else 200)


def _done(act: Callable[[], _Shown | None]) -> _Shown | Refusal | None:
    try:
        return act()
    except Refusal as refusal:
        return refusal


def _wants_frames(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def _frames(request: HttpRequest, event_id: str, done: _Shown | Refusal | None) -> list[Frame]:
    """What has changed for the page that asked, since what it says it has seen.

    Whoever was refused is shown everything: they acted on something that isn't so. What a command left is drawn from
    that, without reading it again, where the page needs nothing else.
    """
    seen = _seen(request)
    if isinstance(done, _Shown) and _is_all_there_is(done.match, seen):
        topic, surface = done.match.topic, "host" if done.audience == "host" else "live"
        frame = fragments.answer(topic, surface, done.audience, seen[topic], subject=done.match)
        return [frame]
    event = Event.objects.filter(public_id=event_id).first()
    surface = request.POST.get("surface", "live")
    if event is None or surface not in ("live", "host", "event"):
        return []
    who = visitor(request)
    runs_it = role_of(event, who.user, who.person) in _RUNS_IT
    if surface == "host" and not runs_it:
        return []
    match = _watched(event, who, seen)
    frames = []
    if isinstance(done, Refusal) or seen.get(event.topic) != event.seq:
        audience = evening_audience(event, who, surface)
        frames.append(fragments.answer(event.topic, surface, audience, seen.get(event.topic)))
    if match is not None and surface != "event":
        audience = match_audience(match, who, surface)
        frames.append(fragments.answer(match.topic, surface, audience, seen.get(match.topic)))
    return frames


def _is_all_there_is(match: Match, seen: Mapping[str, int]) -> bool:
    """Whether a page that shows this match knows the evening as it was under the match's lock."""
    is_over = match.ended_at is not None  # which the evening is told of after that
    return match.topic in seen and seen.get(match.event.topic) == match.event.seq and not is_over


def _watched(event: Event, who: Visitor, seen: Mapping[str, int]) -> Match | None:
    """The match the page shows: of several tables the one it says it has seen, else its reader's."""
    tables = rounds.tables(event)
    if len(tables) > 1:
        for match in tables:
            if match.topic in seen:
                return match
    return rounds.match_for(event, who.person)


def _seen(request: HttpRequest) -> dict[str, int]:
    """The seq the page has come to, by topic; what makes no sense counts as not known."""
    seqs = _read(request.POST.get("seqs"))
    if not isinstance(seqs, dict):
        return {}
    return {topic: seq for topic, seq in seqs.items() if type(seq) is int and seq >= 0}


def _back(request: HttpRequest, event_id: str, refusal: Refusal | None) -> HttpResponse:
    if refusal is not None:
        messages.error(request, str(refusal))
    return redirect("host" if request.POST.get("surface") == "host" else "live", event_id)
