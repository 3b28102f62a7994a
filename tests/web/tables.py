"""A table whose players each have a browser, and what they send from their pages."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from events.models import Event, Match, Registration
from games.kernel import Host
from games.table import Start
from tests.events.factories import close, new_id, open_event, register
from tests.events.playing import answer_all, do, draw
from tests.web.browsers import browser, device


@dataclass(frozen=True)
class Seated:
    """A started match, the host's browser, and one for each seat."""

    match: Match
    host: Client
    players: list[Client]

    @property
    def event(self) -> Event:
        return self.match.event

    def entry(self, seat: int) -> Registration:
        return self.match.seats.select_related("registration").get(number=seat).registration

    def ask(self, client: Client, name: str, **fields: Any) -> Any:
        """The answer to one of the evening's commands."""
        return send(client, reverse("event-command", args=[self.event.public_id]), name, **fields)

    def play(self, client: Client, name: str, **fields: Any) -> Any:
        """The answer to one of the match's commands."""
        address = reverse("match-command", args=[self.event.public_id, self.match.public_id])
        return send(client, address, name, **fields)


def send(client: Client, address: str, name: str, **fields: Any) -> HttpResponse:
    """A command as a page's script sends it."""
    sent = {"command": name, "command_id": new_id(), "seqs": "{}"} | fields
    return client.post(address, sent, headers={"accept": "application/json"})  # type: ignore[return-value]


def seated(count: int = 3, **plan: Any) -> Seated:
    """An evening whose only round has begun; players by seat."""
    event = open_event(**plan)
    browsers = {}
    for _number in range(count):
        person, client = device()
        browsers[register(event, person).pk] = client
    close(event)
    draw(event)
    match = answer_all(event)
    do(match, Host(), Start())
    seats = match.seats.order_by("number").values_list("registration_id", flat=True)
    return Seated(match, browser(event.host), [browsers[pk] for pk in seats])
