"""Evenings played to their end by people with browsers of their own, for pages about what they won."""

from typing import Any

from django.test import Client
from django.urls import reverse

from events.models import Award, Event, Match, Person, Registration
from tests.events import awards
from tests.events.factories import close, open_event, register
from tests.events.playing import answer_all, draw, play_to_end
from tests.web.browsers import browser, device

NAMES = ("Kit", "Wren", "Bram", "Ilka", "Osric", "Tansy", "Fenn", "Lark")


class Played:
    """An evening whose first match is over, with a browser for each player; not finished yet."""

    def __init__(self, count: int = 8, **plan: Any) -> None:
        known = {"format": "knockout", "prizes": awards.PODIUM} | plan
        self.event: Event = open_event(**known)
        self.browsers: dict[int, Client] = {}
        for name in NAMES[:count]:
            person, client = device(name)
            register(self.event, person, name=name)
            self.browsers[person.pk] = client
        close(self.event)
        self.match: Match = self.play()

    def play(self) -> Match:
        """Draw the next round and play it."""
        draw(self.event)
        match = self.event.matches.select_related("event", "round").last()
        if match is None or match.ended_at is not None:
            match = answer_all(self.event)
        return play_to_end(match)

    def finish(self) -> "Played":
        awards.finish(self.event)
        self.event.refresh_from_db()
        return self

    @property
    def host(self) -> Client:
        return browser(self.event.host)

    def to(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.public_id, *args])

    def page(self, name: str, *args: object, client: Client | None = None) -> str:
        """What a page says, to a stranger unless somebody else reads it."""
        answer = (client or browser()).get(self.to(name, *args))
        assert answer.status_code == 200
        return answer.content.decode()

    def award(self, place: str) -> Award:
        return awards.award(self.match, place)

    def entry(self, place: int) -> Registration:
        return awards.entry_at(self.match, place)

    def of(self, person: Person) -> Client:
        return self.browsers[person.pk]

    def winner(self, award: Award) -> Client:
        return self.of(award.registration.person)

    def other(self, award: Award) -> Client:
        """A player who didn't win it."""
        return next(
            client for pk, client in self.browsers.items() if pk != award.registration.person_id
        )
