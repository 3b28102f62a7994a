"""Two worlds of Angler & Fish: one match is played twice from the same point, but for the card that lies face down.

All that anybody but its angler is sent must be the same, in bytes, sizes and order, until the rules open the card:
fragments and frames, pages, what the host reads, and the organisers' back room.
"""

import re
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from events.live import fragments
from events.models import CommandRecord, LogEntry
from games.angler.commands import Bait, Stake
from games.kernel import Host, Player
from games.table import Skip
from tests.events.factories import make_user
from tests.events.playing import SetClock, do, forget_everything, set_clock, state
from tests.faults.test_secrets import restart_numbers
from tests.web.browsers import browser
from tests.web.tables import Seated, seated

__all__ = ["set_clock"]

pytestmark = pytest.mark.django_db

SEATS = 4
PAGES = ("event", "live", "screen", "rules", "seals", "happened", "results", "result-json")
_KEYS = re.compile(
    r'[A-Za-z0-9]{64}|name="command_id" value="[\w-]+"|"command_id" value="[\w-]+"|nonce-[\w+/=-]+'
)
"""What is new on every page: keys of forms."""

_PASSING = {"Set-Cookie", "Expires", "ETag", "X-Request-ID"}
"""Headers that say when and to whom."""

Sent = dict[str, str]
World = Callable[[], None]


@pytest.fixture
def table(set_clock: SetClock) -> Seated:
    """A started match, at a moment that doesn't pass."""
    forget_everything()
    return seated(SEATS, game="angler")


@pytest.fixture
def organiser(table: Seated) -> Client:
    return browser(make_user(is_staff=True, is_superuser=True))


def stakes(table: Seated, *fish: int) -> None:
    for count in fish:
        who = Player(state(table.match).game.stakers()[0])
        do(table.match, who, Stake(count), command_id=f"staked after {table.match.seq}")


def in_a_world(table: Seated, play: World, look: Callable[[], Sent]) -> Sent:
    """What is seen where this was played; nothing of it stays."""
    start = transaction.savepoint()
    play()
    seen = look()
    transaction.savepoint_rollback(start)
    if connection.vendor == "postgresql":
        restart_numbers()
    forget_everything()
    table.match.refresh_from_db()
    return seen


def sent(table: Seated, organiser: Client) -> Sent:
    """Everything that leaves the server, for everybody but the angler, and the angler's own under ``angler``."""
    found: Sent = {}
    audiences = [("live", "public"), ("host", "host"), ("screen", "public")]
    audiences += [("live", f"seat/{seat}") for seat in range(SEATS)]
    for surface, who in audiences:
        html = fragments.render(table.match.topic, surface, who).html
        found |= {f"{surface} {who} {name}": part for name, part in html.items()}
    readers = {"stranger": Client(), "host": table.host, "organiser": organiser}
    readers |= {f"player {seat}": table.players[seat] for seat in range(SEATS)}
    for who, client in readers.items():
        for name in (*PAGES, *(("host", "everyone") if who == "host" else ())):
            found[f"{who} {name}"] = got(client, page(table, name))
        found[f"{who} log"] = got(client, match_page(table, "match-log"))
        found[f"{who} dispute"] = got(client, match_page(table, "dispute"))
    for row in LogEntry.objects.filter(match=table.match):
        address = reverse("admin:events_logentry_change", args=[row.pk])
        found[f"back room {row.seq}"] = got(organiser, address)
    for record in CommandRecord.objects.filter(scope=table.match.topic):
        address = reverse("admin:events_commandrecord_change", args=[record.pk])
        found[f"back room command {record.seq}"] = got(organiser, address)
    found["back room"] = got(organiser, reverse("admin:events_logentry_changelist"))
    for seat in range(SEATS):
        frame = fragments.answer(table.match.topic, "live", f"seat/{seat}", None)
        found[f"live seat/{seat} frame"] = str(frame | {"now": 0})
    return found


def page(table: Seated, name: str) -> str:
    if name == "everyone":
        return reverse("find", args=[table.event.public_id])
    return reverse(name, args=[table.event.public_id])


def match_page(table: Seated, name: str) -> str:
    return reverse(name, args=[table.event.public_id, table.match.public_id])


def got(client: Client, address: str) -> str:
    """A page's status, headers and text."""
    answer = client.get(address)
    head = sorted((name, value) for name, value in answer.headers.items() if name not in _PASSING)
    return _KEYS.sub("KEY", f"{answer.status_code} {head} {answer.content.decode()}")


def different(first: Sent, second: Sent) -> list[str]:
    """What isn't the same in both worlds, in order."""
    assert list(first) == list(second)
    return [what for what in first if first[what] != second[what]]


def of_the_angler(what: str) -> bool:
    return what.startswith(("live seat/0", "player 0"))


def test_a_card_face_down_changes_nothing_for_anybody_else(
    table: Seated, organiser: Client
) -> None:
    def world(bite: bool) -> Sent:
        def play() -> None:
            do(table.match, Player(0), Bait(4, bite), command_id="laid")
            stakes(table, 2, 0)

        return in_a_world(table, play, lambda: sent(table, organiser))

    found = different(world(True), world(False))
    assert found
    assert [what for what in found if not of_the_angler(what)] == []
    assert "live seat/0 own" in found


def test_a_card_laid_for_the_angler_is_as_secret(table: Seated, organiser: Client) -> None:
    """Chance chose it, and the row keeps what was drawn: that is sealed as well."""
    do(table.match, Host(), Skip(Player(0)))
    row = LogEntry.objects.get(match=table.match, kind="CardLaid")
    drawn = LogEntry.objects.filter(match=table.match).exclude(chance=[])
    assert len(drawn.get().chance) == 2
    seen = sent(table, organiser)
    for one in (row, drawn.get()):
        assert "sealed until the match is over" in seen[f"back room {one.seq}"]
        assert "values" not in seen[f"back room {one.seq}"]
    assert "bite" not in seen[f"back room {row.seq}"]


def test_an_unseen_card_changes_nothing_until_the_round_is_over(
    table: Seated, organiser: Client
) -> None:
    def world(bite: bool) -> Sent:
        def play() -> None:
            do(table.match, Player(0), Bait(4, bite), command_id="laid")
            stakes(table, 0, 0, 0)
            do(table.match, Player(0), Bait(2, False), command_id="laid again")
            stakes(table, 1)

        return in_a_world(table, play, lambda: sent(table, organiser))

    found = different(world(True), world(False))
    assert found
    assert [what for what in found if not of_the_angler(what)] == []


def test_once_the_card_is_turned_everybody_sees_the_difference(
    table: Seated, organiser: Client
) -> None:
    """The twin: the comparison sees what is open."""

    def world(bite: bool) -> Sent:
        def play() -> None:
            do(table.match, Player(0), Bait(4, bite), command_id="laid")
            stakes(table, 2, 0, 0)

        return in_a_world(table, play, lambda: sent(table, organiser))

    found = different(world(True), world(False))
    for what in (
        "live public just",
        "host host hostpier",
        "screen public wallnews",
        "live seat/2 catches",
        "stranger log",
    ):
        assert what in found
