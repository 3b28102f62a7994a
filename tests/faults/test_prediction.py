"""Trying to know the dice beforehand: from all that is public, from the whole database, and from the seed itself."""

from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.urls import reverse

from events.domain.seeds import open_seed
from events.models import Match, Person
from events.urls import urlpatterns
from games import fair
from games.chance import Drawn
from tests.events.factories import close, open_event, register
from tests.events.playing import answer_all, draw, forget_everything, play_to_end
from tests.faults.guesser import Aim, derived
from tests.web.browsers import browser, device

pytestmark = pytest.mark.django_db

COMING = 500
LABELS = tuple(f"live/{number}" for number in range(101, 101 + COMING))
"""Rolls that have not fallen, named as Live Bait names them."""


class Table:
    """A match that was played, its seal still closed since the evening goes on; and a player's browser."""

    def __init__(self) -> None:
        forget_everything()
        self.event = open_event()
        self.people: list[Person] = []
        for number in range(6):
            person, self.player = device(f"Guest {number}")
            register(self.event, person)
            self.people.append(person)
        close(self.event)
        draw(self.event)
        self.match: Match = play_to_end(answer_all(self.event))
        self.seed = open_seed(self.match.seed)

    def aim(self, *, seen: bool = True) -> Aim:
        fallen: tuple[Drawn, ...] = tuple(
            (kind, label, attempt, n, count, tuple(values))
            for row in self.match.log.exclude(chance=[])
            for kind, label, attempt, n, count, values in row.chance
        )
        assert len(fallen) > 11, "so many that no wrong seed gives them all by luck"
        match = self.match
        return Aim(match.seed.scope, match.lineup, match.seed.commitment, fallen if seen else ())

    def truth(self) -> dict[str, tuple[int, ...]]:
        """The coming dice, through the product's own chance."""
        chance = fair.FairChance(self.seed, self.match.seed.scope, self.match.lineup)
        return {label: chance.roll(label) for label in LABELS}

    def public(self) -> bytes:
        """Every page of the evening that anybody, and that a player, can open."""
        pages = [self.event.public_id]
        seen = b""
        for pattern in urlpatterns:
            route = str(pattern.pattern)
            matched = "<str:match_id>" in route
            if not route.startswith("<str:event_id>") or route.count("<") > 1 + matched:
                continue
            args = [*pages, self.match.public_id] if matched else pages
            for client in (browser(), self.player):
                answer = client.get(reverse(str(pattern.name), args=args))
                seen += b"".join(answer) if answer.streaming else answer.content
                seen += repr(dict(answer.headers)).encode()
        return seen

    def database(self) -> bytes:
        """Every row of every table, as text and as bytes."""
        return b"\n".join(
            _bytes(value)
            for model in apps.get_models()
            for row in model._default_manager.order_by("pk").values()
            for value in row.values()
        )


def _bytes(value: Any) -> bytes:
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()


@pytest.fixture
def table() -> Table:
    return Table()


def won(table: Table, known: bytes, *, seen: bool = True) -> int:
    """How many of the coming dice can be named from what is known."""
    truth = table.truth()
    named = derived(table.aim(seen=seen), known, LABELS)
    return sum(named.get(label) == values for label, values in truth.items())


def test_from_all_that_is_public_no_roll_can_be_derived(table: Table) -> None:
    known = table.public()
    assert table.match.seed.commitment.encode() in known
    assert len(known) > 50_000
    assert won(table, known) == 0


def test_with_the_database_but_without_the_key_no_roll_can_be_derived(table: Table) -> None:
    known = table.database() + table.public()
    assert bytes(table.match.seed.sealed) in known
    assert won(table, known) == 0


def test_with_the_seed_every_roll_can(table: Table) -> None:
    """The twin: the same search, given the seed somewhere in all that, names all of them."""
    known = table.public() + b" and " + table.seed.hex().encode() + b" besides"
    assert won(table, known) == COMING
    assert won(table, known, seen=False) == COMING


def test_with_database_and_key_every_roll_can(table: Table) -> None:
    """The twin: the key is what is missing, so it is kept outside the database."""
    known = table.database() + b" " + settings.SEED_KEYS[0].encode()
    assert won(table, known) == COMING


def test_the_seed_of_another_match_or_draw_is_no_use(table: Table) -> None:
    others = table.event.seeds.exclude(pk=table.match.seed_id).select_related("event")
    known = b" ".join(open_seed(seed).hex().encode() for seed in others)
    assert won(table, known) == 0


def test_dice_that_have_fallen_alone_give_nobody_the_next(table: Table) -> None:
    """Even a seed that gives some of them by luck is not the one."""
    aim = table.aim()
    one = Aim(aim.scope, aim.lineup, aim.commitment, aim.seen[:1])
    tries = b" ".join(f"{number:064x}".encode() for number in range(60))
    truth = table.truth()
    named = derived(one, tries, LABELS)
    assert named, "one die is soon guessed"
    right = sum(named[label] == truth[label] for label in LABELS)
    assert 40 < right < 130, "and then no more of the others are right than by chance"
    assert derived(aim, tries, LABELS) == {}
