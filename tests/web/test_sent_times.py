"""A page's own time of a press is kept beside the server's, and nothing that is no such time."""

import json
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from events.models import Attempt, CommandRecord
from games.kernel import Player
from tests.events.playing import ticket
from tests.web.tables import Seated, seated

BAD = [
    "",
    " ",
    "soon",
    "-1",
    "1e3",
    "1.5",
    "NaN",
    "Infinity",
    "0",
    "9" * 15,
    "9" * 4000,
    "\uff11\uff17\uff19\uff16" + "\uff10" * 9,
    "\x00",
    "[1]",
    "1796000000000; DROP",
]


def pick(table: Seated, seat: int, die: int, **more: str) -> int:
    fields = {
        "args": json.dumps({"die": die}),
        "ticket": ticket(table.match, Player(seat)),
        "surface": "live",
    }
    answer = table.play(table.players[seat], "PickDie", **(fields | more))
    return int(answer.status_code)


def test_when_a_player_pressed_is_kept_with_the_command() -> None:
    table = seated()
    sent = timezone.now().replace(microsecond=123_000)
    assert pick(table, 0, 2, sent_at=str(round(sent.timestamp() * 1000))) == 200
    assert CommandRecord.objects.get(actor="seat/0").sent_at == sent


def test_when_a_player_pressed_is_kept_with_what_came_too_late() -> None:
    table = seated()
    sent = datetime.now(UTC).replace(microsecond=0)
    millis = str(round(sent.timestamp() * 1000))
    assert pick(table, 0, 2, sent_at=millis, ticket="out of date") == 409
    assert Attempt.objects.get().sent_at == sent


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_what_is_no_time_counts_as_not_known(bad: str) -> None:
    table = seated(2)
    assert pick(table, 0, 2, sent_at=bad) == 200
    assert CommandRecord.objects.get(actor="seat/0").sent_at is None


def test_a_page_that_sends_no_time_is_served_as_well() -> None:
    table = seated(2)
    assert pick(table, 0, 2) == 200
    assert CommandRecord.objects.get(actor="seat/0").sent_at is None
