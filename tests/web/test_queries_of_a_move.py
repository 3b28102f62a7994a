"""What a move asks of the database: the same few things, however long the match and however many watch."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from events.live import fragments
from events.live.shown import Viewer
from events.queries import keeping
from events.views.writer import POSTGRESQL_WRITERS, on_writer
from games.kernel import Host, Player
from games.live_bait.commands import CallRoll
from tests.events.playing import act, do, ticket
from tests.web.tables import Seated, seated

MOVE = [
    "SELECT events_person",  # whose device it is
    "SELECT events_match",  # under its lock, with its evening, its seed and its round
    "the clock",
    "SELECT events_commandrecord",  # whether it was done before
    "INSERT events_logentry",
    "INSERT events_commandrecord",
    "UPDATE events_match",
]


class Asked(list[str]):
    """The queries made on a connection, each by its first word and its first table."""

    def __call__(self, execute: Any, sql: str, *args: Any) -> Any:
        words = sql.replace('"', " ").replace("(", " ").split()
        table = next((word for word in words if word.startswith("events_")), "")
        if words[0] not in ("BEGIN", "SAVEPOINT", "RELEASE"):
            self.append(f"{words[0]} {table}" if table else "the clock")
        return execute(sql, *args)


def on_every_writer(act: Callable[[], object]) -> None:
    """Do it on each of the writer's threads: none goes on before all have come."""
    count = 1 if connection.vendor == "sqlite" else POSTGRESQL_WRITERS
    together = Barrier(count)

    def once() -> None:
        together.wait(30)
        act()

    with ThreadPoolExecutor(count) as callers:
        for done in [callers.submit(on_writer, once) for _writer in range(count)]:
            done.result()


@contextmanager
def asked() -> Iterator[tuple[Asked, Asked]]:
    """What is asked meanwhile on the writers' connections, and what beside them."""
    writer, beside = Asked(), Asked()
    on_every_writer(lambda: connection.execute_wrappers.append(writer))
    try:
        with connection.execute_wrapper(beside):
            yield writer, beside
    finally:
        on_every_writer(lambda: connection.execute_wrappers.remove(writer))


@pytest.fixture
def table() -> Seated:
    """Everybody has picked a die; the roll is called."""
    table = seated()
    for _pick in range(3):
        act(table.match)
    do(table.match, Host(), CallRoll())
    table.match.refresh_from_db()
    return table


def roller(table: Seated, seat: int) -> Callable[[], Any]:
    """Presses Roll on a page that is up to date, when called."""
    table.event.refresh_from_db()
    table.match.refresh_from_db()
    fields = {
        "ticket": ticket(table.match, Player(seat)),
        "surface": "live",
        "seqs": json.dumps(
            {table.event.topic: table.event.seq, table.match.topic: table.match.seq}
        ),
    }
    return lambda: table.play(table.players[seat], "Roll", **fields)


def test_a_roll_takes_seven_queries_and_its_answer_none(table: Seated) -> None:
    assert roller(table, 0)().status_code == 200  # this process now knows the table
    press = roller(table, 1)
    with asked() as (writer, beside):
        answer = press()
    assert [frame["topic"] for frame in answer.json()["frames"]] == [table.match.topic]
    assert writer == MOVE
    assert beside == []


def test_a_roll_of_which_nothing_is_kept_reads_the_match_first(table: Seated) -> None:
    press = roller(table, 0)
    keeping.forget_all()
    with asked() as (writer, beside):
        answer = press()
    assert answer.status_code == 200
    assert len(writer) > len(MOVE)
    assert beside != []


def test_a_push_to_everybody_at_a_table_takes_one_query(table: Seated) -> None:
    assert roller(table, 0)().status_code == 200
    viewers = [Viewer("live", who) for who in ("public", "seat/0", "seat/1", "seat/2")]
    with asked() as (writer, beside):
        shown = fragments.render_all(table.match.topic, viewers)
    assert set(shown) == set(viewers)
    assert (writer, beside) == ([], ["SELECT events_match"])
