"""A finished evening with one of everything that has an id: match, award, prize with a picture, dispute, entry."""

from dataclasses import dataclass, field
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.domain.disputes import open_dispute
from events.domain.pictures import drawn_anew
from events.models import Award, Dispute, Event, Match, Prize, Registration
from tests.events.awards import CUSTOM, PODIUM
from tests.events.factories import new_id
from tests.events.playing import committed
from tests.web.browsers import browser
from tests.web.test_pictures import drawn
from tests.web.winning import Played


@dataclass
class Rich:
    """The evening, its ids by what an address calls them, and its people's browsers."""

    played: Played = field(default_factory=lambda: Played(prizes=(*PODIUM, CUSTOM)))

    def __post_init__(self) -> None:
        prize = self.event.prizes.get(place="first")
        content: ContentFile[bytes] = drawn_anew(SimpleUploadedFile("rod.png", drawn()))
        prize.picture.save("picture.webp", content)
        with committed():
            open_dispute(
                match_id=self.match.public_id,
                text="I rolled in time",
                command_id=new_id(),
                person=self.played.entry(4).person,
            )
        self.played.finish()
        # Signing in is written down: once, before anything is compared.
        self.host: Client = browser(self.event.host)

    @property
    def event(self) -> Event:
        return self.played.event

    @property
    def match(self) -> Match:
        return self.played.match

    @property
    def prize(self) -> Prize:
        return self.event.prizes.get(place="first")

    @property
    def award(self) -> Award:
        return self.event.awards.get(place="first")

    @property
    def dispute(self) -> Dispute:
        return Dispute.objects.get(match=self.match)

    @property
    def entry(self) -> Registration:
        return self.played.entry(1)

    @property
    def winner(self) -> Client:
        return self.played.of(self.entry.person)

    def ids(self) -> dict[str, Any]:
        """What its addresses take, by the names of their parts."""
        return {
            "event_id": self.event.public_id,
            "match_id": self.match.public_id,
            "prize_id": self.prize.pk,
            "award_id": self.award.pk,
            "dispute_id": self.dispute.pk,
            "number": 1,
            "kind": "note",
            "pin": self.event.pin,
            "host_id": self.event.host_id,
            "token": "no-such-token",
        }
