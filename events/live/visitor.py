"""Who opened a socket, and as which audience of an event and its match they are shown things.

Reads the database: call these in the live path's pool.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.module_loading import import_string

from events.domain import people
from events.live import frames, presence
from events.live.grounds import Grounds, grounds
from events.live.shown import Viewer
from events.models import Event, Match, Person, Registration, Seat, User
from events.queries.roles import Action, allowed, role_of

log = structlog.get_logger(__name__)

DEVICE_COOKIE = f"{settings.COOKIE_PREFIX}tb_device"
"""The cookie with the secret that a person's device is known by."""
KNOWN_BY = (settings.SESSION_COOKIE_NAME, DEVICE_COOKIE)
"""The cookies that say who somebody is; without them everybody is the same stranger."""
NUL = "\x00"
"""PostgreSQL keeps none in a text and fails on a query that asks for one."""
SURFACES = {
    "live": Action.VIEW_LIVE,
    "host": Action.VIEW_CONSOLE,
    "screen": Action.VIEW_SCREEN,
    "event": Action.VIEW_EVENT,
}
"""What a page of each surface must be allowed to its reader."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody let in: to which event, on which surface, and who they are as far as known."""

    event_id: str
    surface: str
    audience: str
    session_key: str | None
    person: str | None
    """Public id of whoever has an entry to this event; it is theirs that presence is kept for."""
    grounds: Grounds | None = None
    """What they are let in by to more than everybody sees."""

    @property
    def viewer(self) -> Viewer:
        return Viewer(self.surface, self.audience)


def admit(cookies: Mapping[str, str], event_id: str, surface: str) -> Visitor | int:
    """Let somebody in, or the close code that says why not: the table of roles decides."""
    if NUL in event_id:
        return frames.GONE
    event = Event.objects.filter(public_id=event_id).first()
    if event is None or surface not in SURFACES:
        return frames.GONE
    user, session_key = _signed_in(cookies.get(settings.SESSION_COOKIE_NAME))
    person = people.identify(user=user, secret=cookies.get(DEVICE_COOKIE))
    role = role_of(event, user, person)
    if not allowed(SURFACES[surface], role, event.state):
        if surface != "host":
            return frames.GONE
        return frames.SIGN_IN if user is None else frames.NOT_YOURS
    if surface == "host":
        rest_on = grounds(event, session_key, user, role, None)
        return Visitor(event_id, surface, "host", session_key, None, rest_on)
    # The screen is for a whole room, whoever set it up.
    if surface == "screen" or person is None or not _has_entry(event, person):
        return Visitor(event_id, surface, "public", session_key, None)
    rest_on = grounds(event, session_key, user, role, person)
    audience = f"person/{person.public_id}"
    return Visitor(event_id, surface, audience, session_key, person.public_id, rest_on)


def at_match(visitor: Visitor, match_id: str) -> Viewer | None:
    """How the visitor is shown a match of the event; None if it isn't one of its matches.

    The event page shows no match.
    """
    if visitor.surface == "event":
        return None
    match = Match.objects.filter(public_id=match_id, event__public_id=visitor.event_id).first()
    if match is None:
        return None
    if visitor.surface == "host":
        return Viewer(visitor.surface, "host")
    if visitor.person is None:
        return Viewer(visitor.surface, "public")
    seat = Seat.objects.filter(
        match=match, registration__person__public_id=visitor.person
    ).values_list("number", flat=True)
    number = seat.first()
    return Viewer(visitor.surface, "public" if number is None else f"seat/{number}")


def look_again(
    cookies: Mapping[str, str], visitor: Visitor, match_id: str | None
) -> tuple[Visitor, Viewer | None] | int:
    """Who the visitor is by now, at the event and at the match they watch; or a close code."""
    now = admit(cookies, visitor.event_id, visitor.surface)
    if isinstance(now, int):
        return now
    return now, at_match(now, match_id) if match_id else None


def note_presence(visitor: Visitor) -> None:
    """They are here. Only people with an entry are counted."""
    if visitor.person is not None:
        presence.touch(visitor.event_id, visitor.person)


def _signed_in(session_key: str | None) -> tuple[User | None, str | None]:
    """Whose session this is, as the pages see it: expired and revoked ones are nobody's."""
    if not session_key or NUL in session_key:
        return None, None
    request = HttpRequest()
    store: type[SessionBase] = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    session: Any = store(session_key)
    request.session = session
    user = get_user(request)
    return (user, session_key) if isinstance(user, User) else (None, None)


def _has_entry(event: Event, person: Person) -> bool:
    return Registration.objects.filter(event=event, person=person).exists()
