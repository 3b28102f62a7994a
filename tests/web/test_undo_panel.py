"""The host's undo: what it would change is shown first, a reason is asked for, and every page says so afterwards."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.queries import states
from events.queries.table.sight import names_of
from events.queries.undo import preview
from games.kernel import Host, Player
from tests.events.playing import state, ticket
from tests.web.browsers import browser
from tests.web.tables import Seated, seated

REASON = "A wrong click"


@pytest.fixture
def table() -> Seated:
    """Somebody has just picked a die."""
    table = seated()
    table.play(
        table.players[1],
        "PickDie",
        args=json.dumps({"die": 4}),
        ticket=ticket(table.match, Player(1)),
    )
    table.match.refresh_from_db()
    return table


def undo(table: Seated, client: Client, **changes: str) -> Any:
    fields = {
        "args": json.dumps({"seq": states.table_of(table.match).voidable(state(table.match))}),
        "reason": REASON,
        "ticket": ticket(table.match, Host()),
        "surface": "host",
    }
    return table.play(client, "Void", **(fields | changes))


def page(client: Client, name: str, table: Seated) -> str:
    return str(client.get(reverse(name, args=[table.event.public_id])).content.decode())


def test_the_panel_shows_who_changes_and_how(table: Seated) -> None:
    (change,) = preview(table.match)
    shown = page(table.host, "host", table)
    who = names_of(table.match.pk)[1]
    assert (change.who, change.was, change.will) == (who, "die 4, not rolled", "no die yet")
    assert f"<dt><bdi>{who}</bdi></dt><dd><s>die 4, not rolled</s>" in shown
    assert "no die yet</dd>" in shown


def test_only_the_host_sees_the_preview(table: Seated) -> None:
    assert "no die yet" in page(table.host, "host", table)
    for client, name in [(table.players[1], "live"), (browser(), "live"), (browser(), "screen")]:
        assert "no die yet" not in page(client, name, table)


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "two\nlines"], ids=range(4))
def test_without_a_fit_reason_nothing_is_undone(table: Seated, reason: str) -> None:
    before = table.match.seq
    answer = undo(table, table.host, reason=reason)
    assert (answer.status_code, answer.json()["field"]) == (422, "reason")
    assert state(table.match).voids == 0
    assert table.match.seq == before


def test_afterwards_every_page_says_what_was_undone_and_why(table: Seated) -> None:
    line = f"{names_of(table.match.pk)[1]} stands at die 4."
    assert undo(table, table.host).status_code == 200
    for client, name in [
        (table.players[0], "live"),
        (browser(), "live"),
        (table.host, "host"),
        (browser(), "screen"),
    ]:
        assert f"The host undid the last move. Reason: {REASON}." in page(client, name, table)
    for client, name in [(table.players[0], "live"), (browser(), "live"), (table.host, "host")]:
        assert f"<s>{line}</s>" in page(client, name, table)
    log = reverse("match-log", args=[table.event.public_id, table.match.public_id])
    shown = browser().get(log).content.decode()
    assert f"<s>{line}</s>" in shown
    assert REASON in shown


def test_a_move_that_came_since_is_not_undone_by_mistake(table: Seated) -> None:
    old = json.dumps({"seq": states.table_of(table.match).voidable(state(table.match))})
    table.play(
        table.players[0],
        "PickDie",
        args=json.dumps({"die": 2}),
        ticket=ticket(table.match, Player(0)),
    )
    assert undo(table, table.host, args=old).status_code == 409
    assert state(table.match).voids == 0


def test_players_undo_nothing(table: Seated) -> None:
    answer = undo(table, table.players[1], surface="live", ticket=ticket(table.match, Player(1)))
    assert answer.status_code == 422
    assert undo(table, table.players[1]).status_code == 403
    assert state(table.match).voids == 0
