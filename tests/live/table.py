"""A match with people in its seats, and sockets to it through the real ASGI application."""

from dataclasses import dataclass
from typing import Any

from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from config.asgi import application
from events.domain import people
from events.domain.calls import answer_call
from events.domain.draws import draw_round
from events.live.visitor import DEVICE_COOKIE
from events.models import Call, Event, Match, Person, User
from tests.events.factories import by, close, new_id, open_event, register

ORIGIN = settings.SOCKET_ORIGINS[0]


@dataclass(frozen=True)
class Table:
    """Two people in the seats of an event's first match, with their devices' secrets by seat."""

    event: Event
    match: Match
    secrets: list[str]

    def cookies(self, seat: int) -> dict[str, str]:
        return {DEVICE_COOKIE: self.secrets[seat]}


def seated_table() -> Table:
    """Registered, drawn, called, answered and seated through the domain."""
    event = open_event()
    secrets: dict[int, str] = {}
    persons: dict[int, Person] = {}
    for _ in range(2):
        person, secret = people.new_person()
        entry = register(event, person)
        secrets[entry.pk], persons[entry.pk] = secret, person
    close(event)
    draw_round(event_id=event.public_id, by=by(event), command_id=new_id())
    for call in Call.objects.all():
        answer_call(
            event_id=event.public_id,
            person=persons[call.registration_id],
            command_id=new_id(),
        )
    event.refresh_from_db()
    match = Match.objects.get()
    seats = match.seats.order_by("number")
    return Table(event, match, [secrets[seat.registration_id] for seat in seats])


def signed_in(user: User) -> tuple[Client, dict[str, str]]:
    """A browser of that account, and its cookies."""
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client, {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value
    }


class Socket(WebsocketCommunicator):
    """A page's socket. `frame` and `closed` wait for what the server sends next."""

    def __init__(
        self,
        event_id: str,
        surface: str = "live",
        cookies: dict[str, str] | None = None,
        origin: str = ORIGIN,
    ) -> None:
        headers = [(b"origin", origin.encode())]
        if cookies:
            line = "; ".join(f"{name}={value}" for name, value in cookies.items())
            headers.append((b"cookie", line.encode()))
        super().__init__(application, f"/ws/{event_id}/?surface={surface}", headers)

    async def open(self) -> dict[str, Any]:
        """Connect; the snapshot of the event."""
        accepted, _ = await self.connect(timeout=5)
        assert accepted
        return await self.frame()

    async def frame(self) -> dict[str, Any]:
        return await self.receive_json_from(timeout=5)

    async def closed(self) -> int:
        """The code of the closing, which must be the next thing that comes."""
        message = await self.receive_output(timeout=5)
        assert message["type"] == "websocket.close"
        return message["code"]

    async def say(self, **message: Any) -> None:
        await self.send_json_to(message)

    async def alive(self) -> dict[str, Any]:
        """Send a heartbeat and return what comes back: whatever was said before it was survived."""
        await self.say(ping=7, have={})
        while "pong" not in (frame := await self.frame()):
            pass
        return frame
