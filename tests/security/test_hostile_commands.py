"""Commands no page of ours would send: each is refused in words, nothing changes, and the neighbour plays on."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from events.models import Event
from events.queries import states
from events.views.evening_commands import COMMANDS
from games import TABLES
from tests.web.browsers import stored
from tests.web.tables import Seated, seated

PLAN: dict[str, dict[str, Any]] = {
    "live-bait": {},
    "fish-or-cut-bait": {"game": "fish-or-cut-bait"},
    "lure": {"game": "lure"},
    "angler": {"game": "angler"},
}
VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1.5, 1e308, 2**63, 10**30, "", "x", "\x00", "\ud800", "1e5", "NaN",
    "__proto__", [], [[]], [1] * 1000, {}, {"__proto__": {"seat": 0}}, {"type": "Roll"}, "9" * 5000,
)  # fmt: skip
NAMES = (
    "",
    "Nothing",
    "__proto__",
    "constructor",
    "__class__",
    "decide",
    "Roll\x00",
    "roll",
    "x" * 5000,
)
RAW = ("{", "null", "[]", '"x"', "12", "[" * 3000, '{"a":' * 500, '{"__proto__":{"x":1}}', "NaN")


@pytest.fixture(params=["some", pytest.param("all", marks=pytest.mark.nightly)])
def values(request: pytest.FixtureRequest) -> tuple[Any, ...]:
    """What is put into arguments: by day every fifth kind and the one that was a fault once."""
    return VALUES if request.param == "all" else (*VALUES[::5], "\ud800")


@pytest.fixture(
    params=["live-bait"]
    + [pytest.param(key, marks=pytest.mark.nightly) for key in sorted(set(PLAN) - {"live-bait"})]
)
def table(request: pytest.FixtureRequest) -> Seated:
    return seated(3, **PLAN[request.param])


def test_every_game_is_tried() -> None:
    assert set(PLAN) <= set(TABLES)
    assert {key for key in TABLES if key not in ("knockout",)} == set(PLAN)


def sent(table: Seated, client: Client, to_match: bool, name: str, **fields: Any) -> int:
    cache.clear()
    ask = table.play if to_match else table.ask
    answer = ask(client, name, **fields)
    assert answer.status_code in (200, 400, 403, 404, 409, 422), (name, fields)
    assert answer.status_code == 200 or answer.json()["message"]
    return int(answer.status_code)


def plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def test_what_no_page_sends_is_refused_in_words_and_changes_nothing(table: Seated) -> None:
    who = ((table.host, "host"), (table.players[0], "live"))
    commands = [command.__name__ for command in states.table_of(table.match).commands]
    before = stored()
    for client, surface in who:
        for name in NAMES:
            assert sent(table, client, True, name, surface=surface) in (400, 403, 422)
            assert sent(table, client, False, name, surface=surface) == 400
        for raw in RAW:
            for command in (*commands[:3], "Draw"):
                is_match = command != "Draw"
                status = sent(table, client, is_match, command, surface=surface, args=raw)
                assert status != 200, (command, raw)
    assert stored()["events.LogEntry"] == before["events.LogEntry"]
    assert stored()["events.LedgerEntry"] == before["events.LedgerEntry"]


FIELDS = ("seat", "seconds", "seq", "reason", "die", "dice", "count", "lure", "card", "to", "who")


def test_arguments_of_every_kind_are_never_a_fault(table: Seated, values: tuple[Any, ...]) -> None:
    who = ((table.host, "host"), (table.players[0], "live"))
    commands = [command.__name__ for command in states.table_of(table.match).commands]
    # Whatever has an effect with no arguments at all is tried by the tests of its own.
    bare = {"Start", "Pause", "Resume"}
    for client, surface in who:
        for command in commands:
            if command in bare:
                continue
            for value in values:
                args = json.dumps(dict.fromkeys(FIELDS, value))
                sent(table, client, True, command, surface=surface, args=args)
    event = Event.objects.get(pk=table.event.pk)
    assert event.state == "running"
    assert sent(table, table.host, True, "Pause", surface="host", ticket="") in (200, 409)


def test_numbers_of_evenings_commands_of_every_kind_are_never_a_fault(
    values: tuple[Any, ...],
) -> None:
    table = seated(3)
    fields = (
        "call",
        "award",
        "entry",
        "dispute",
        "match",
        "seq",
        "rounds",
        "heats",
        "count",
        "text",
    )
    harmless = set(COMMANDS) - {"Finish", "CloseNow", "Draw", "Redraw", "SwitchEntropy", "Leave"}
    for name in sorted(harmless):
        for value in values:
            args = json.dumps(dict.fromkeys(fields, value))
            sent(table, table.host, False, name, surface="host", args=args)
            typed = dict.fromkeys(fields, plain(value).encode("utf-8", "replace").decode())
            sent(table, table.host, False, name, surface="host", **typed)


QUERIES = ("q", "page", "prizes", "table", "seen", "zone", "v", "name", "state", "next", "sort")


def test_what_stands_behind_a_question_mark_is_never_a_fault(values: tuple[Any, ...]) -> None:
    table = seated(3)
    words = {plain(value).encode("utf-8", "replace").decode()[:2000] for value in values}
    pages = [
        reverse(name, args=[table.event.public_id])
        for name in ("event", "live", "host", "screen", "find", "name-check", "chain", "happened")
    ] + [reverse("home"), reverse("organise"), reverse("dashboard"), reverse("host-name")]
    for page in pages:
        for word in sorted(words):
            cache.clear()
            answer = table.host.get(page, dict.fromkeys(QUERIES, word))
            assert answer.status_code < 500, (page, word)


def test_a_megabyte_of_text_is_refused_and_the_neighbour_plays_on() -> None:
    table = seated(3)
    cache.clear()
    answer = table.ask(table.host, "Announce", text="x" * 1_000_000, surface="host")
    assert answer.status_code == 413
    assert sent(table, table.players[1], False, "Announce", text="x") == 403
    assert sent(table, table.host, False, "Announce", text="Soup is ready", surface="host") == 200
