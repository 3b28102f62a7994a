"""Disputes as people use them: opened at the table, read by everybody, ruled on at the console."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.models import CommandRecord, Dispute, LogEntry
from events.queries import disputes
from events.queries.evening.ruling import cards
from events.queries.evening.standing import Standing
from events.queries.happenings import happenings
from games.kernel import Host, Player
from tests.events.factories import open_event
from tests.events.playing import state, ticket
from tests.web.browsers import browser, device
from tests.web.tables import Seated, seated

SAID = "I had picked already"


@pytest.fixture
def table() -> Seated:
    return seated()


def moves(table: Seated) -> list[int]:
    """What the form offers, newest first."""
    return [move.seq for move in disputes.moves(table.match)]


def pick(table: Seated, seat: int, die: int, **more: str) -> Any:
    fields = {"args": json.dumps({"die": die}), "ticket": ticket(table.match, Player(seat))}
    return table.play(table.players[seat], "PickDie", **(fields | more))


def open_one(table: Seated, client: Client, **changes: Any) -> Any:
    table.match.refresh_from_db()
    fields = {"match": table.match.public_id, "seq": str(moves(table)[0]), "text": SAID}
    return table.ask(client, "Dispute", **(fields | changes))


def rule(table: Seated, client: Client, ruling: str = "The pick counts", **changes: Any) -> Any:
    fields = {"dispute": str(Dispute.objects.latest("pk").pk), "ruling": ruling}
    return table.ask(client, "RuleDispute", **(fields | changes))


def page(client: Client, name: str, table: Seated) -> str:
    return str(client.get(reverse(name, args=[table.event.public_id])).content.decode())


def form(client: Client, table: Seated) -> Any:
    return client.get(reverse("dispute", args=[table.event.public_id, table.match.public_id]))


# ------------------------------------------------------------------------------ opening


def test_a_player_disputes_a_move_and_the_table_stands_still(table: Seated) -> None:
    assert open_one(table, table.players[1]).status_code == 200
    dispute = Dispute.objects.get()
    assert (dispute.registration, dispute.said) == (table.entry(1), SAID)
    assert state(table.match).paused


def test_the_form_offers_what_happened_and_still_counts(table: Seated) -> None:
    pick(table, 0, 2)
    table.match.refresh_from_db()
    shown = form(table.players[0], table).content.decode()
    for move in disputes.moves(table.match):
        assert f'name="seq" value="{move.seq}"' in shown
        assert move.text in shown
    assert len(moves(table)) == 2
    assert 'name="entry"' not in shown


def test_the_way_to_dispute_is_shown_at_the_table_only(table: Seated) -> None:
    address = reverse("dispute", args=[table.event.public_id, table.match.public_id])
    assert address in page(table.players[0], "live", table)
    assert address in page(table.host, "host", table)
    assert address not in page(browser(), "live", table)
    assert address not in page(browser(), "screen", table)


def test_the_host_disputes_for_somebody(table: Seated) -> None:
    shown = form(table.host, table).content.decode()
    assert f'<option value="{table.entry(2).pk}">' in shown
    assert open_one(table, table.host, entry=str(table.entry(2).pk)).status_code == 200
    assert Dispute.objects.get().registration == table.entry(2)


def test_whoever_does_not_sit_there_disputes_nothing(table: Seated) -> None:
    _somebody, stranger = device()
    for client in (browser(), stranger, browser(open_event().host)):
        assert open_one(table, client).status_code == 403
        assert form(client, table).status_code == 403
    assert not Dispute.objects.exists()
    assert open_one(table, table.players[0]).status_code == 200


def test_a_match_of_another_evening_is_not_found(table: Seated) -> None:
    other = seated()
    fields = {"match": other.match.public_id, "entry": str(other.entry(0).pk)}
    assert open_one(table, table.host, **fields).status_code == 404
    assert form(table.players[0], table).status_code == 200
    address = reverse("dispute", args=[table.event.public_id, other.match.public_id])
    assert table.players[0].get(address).status_code == 404
    assert not Dispute.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field", "status"),
    [
        ({"text": " "}, "text", 422),
        ({"text": "x" * 241}, "text", 422),
        ({"seq": ""}, "seq", 422),
        ({"seq": "99999"}, "seq", 422),
        ({"seq": "x"}, "", 400),
        ({"seq": "1" * 30}, "", 400),
        ({"match": ""}, "", 404),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_wrong_is_said_at_its_field_and_changes_nothing(
    table: Seated, wrong: dict[str, str], field: str, status: int
) -> None:
    answer = open_one(table, table.players[0], **wrong)
    assert (answer.status_code, answer.json()["field"]) == (status, field)
    assert answer.json()["message"]
    assert not Dispute.objects.exists()
    assert not state(table.match).paused


def test_the_host_says_whose_dispute_it_is(table: Seated) -> None:
    answer = open_one(table, table.host)
    assert (answer.status_code, answer.json()["field"]) == (422, "entry")


def test_hostile_text_stays_text(table: Seated) -> None:
    open_one(table, table.players[0], text="<b>unfair</b> \"x\" data-x='1'")
    for client, name in [(browser(), "live"), (table.host, "host"), (browser(), "screen")]:
        shown = page(client, name, table)
        assert "<b>unfair" not in shown
    assert "&lt;b&gt;unfair" in page(browser(), "live", table)


# --------------------------------------------------------------------- while it is open


def test_every_page_says_that_the_table_waits_for_a_ruling(table: Seated) -> None:
    waits = "table waits for a ruling"
    pages = [
        (table.players[0], "live"),
        (browser(), "live"),
        (table.host, "host"),
        (browser(), "screen"),
    ]
    assert [waits in page(client, name, table) for client, name in pages] == [False] * 4
    open_one(table, table.players[1])
    assert [waits in page(client, name, table) for client, name in pages] == [True] * 4


def test_the_clocks_do_not_go_on_before_the_ruling_and_the_console_says_why(table: Seated) -> None:
    open_one(table, table.players[1])
    fields = {"surface": "host", "ticket": ticket(table.match, Host())}
    answer = table.play(table.host, "Resume", **fields)
    assert (answer.status_code, answer.json()["code"]) == (422, "disputed")
    assert "until then you can undo the last move" in page(table.host, "host", table)
    rule(table, table.host)
    assert not state(table.match).paused


# -------------------------------------------------------------------------- both times


def card(table: Seated) -> dict[str, Any]:
    table.event.refresh_from_db()
    return cards(Standing(table.event))[0]


def test_the_console_shows_both_times_and_what_is_between_them(table: Seated) -> None:
    sent = datetime.now(UTC) - timedelta(seconds=1)
    pick(table, 0, 2, sent_at=str(round(sent.timestamp() * 1000)))
    open_one(table, table.players[0])
    record = CommandRecord.objects.get(actor="seat/0")
    shown = card(table)
    assert record.sent_at is not None
    late = (record.at - record.sent_at).total_seconds()
    assert (shown["name"], shown["said"]) == (table.entry(0).name, SAID)
    assert shown["received"].endswith(f", {late:.1f} s later")
    assert "die 2" in shown["about"]
    for text in (shown["sent"], shown["received"], shown["deadline"]):
        assert text in page(table.host, "host", table)


def test_the_deadline_is_the_one_the_act_ran_against(table: Seated) -> None:
    pick(table, 0, 2)
    open_one(table, table.players[0])
    given = LogEntry.objects.filter(match=table.match, kind="DeadlineSet", data__who__seat=0)
    first = given.order_by("seq")[0]
    times = disputes.times(Dispute.objects.get())
    assert times.deadline is not None
    assert times.deadline.isoformat() == datetime.fromisoformat(first.data["at"]).isoformat()
    assert times.received is not None
    assert times.received < times.deadline


def test_a_time_that_the_page_did_not_send_is_not_made_up(table: Seated) -> None:
    pick(table, 0, 2)
    open_one(table, table.players[0])
    assert card(table)["sent"] == ""
    assert "<dd>not known</dd>" in page(table.host, "host", table)
    assert "later" not in card(table)["received"]


def test_only_the_host_sees_the_times(table: Seated) -> None:
    pick(table, 0, 2, sent_at=str(round(datetime.now(UTC).timestamp() * 1000)))
    open_one(table, table.players[0])
    received = card(table)["received"]
    assert received in page(table.host, "host", table)
    assert received not in page(table.players[0], "live", table)


# ------------------------------------------------------------------------------- ruling


def test_after_the_ruling_everybody_reads_it(table: Seated) -> None:
    open_one(table, table.players[1])
    assert rule(table, table.host).status_code == 200
    for client, name in [
        (table.players[0], "live"),
        (browser(), "live"),
        (table.host, "host"),
        (browser(), "screen"),
    ]:
        shown = page(client, name, table)
        assert "The pick counts" in shown
        assert "waits for a ruling" not in shown
    told = [line.text for line in happenings(table.event)]
    assert told[-1] == (
        f"{table.event.host.name} ruled on {table.entry(1).name}’s dispute: The pick counts."
    )


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"ruling": " "}, 422), ({"dispute": "99999"}, 404), ({"dispute": "x"}, 400)],
    ids=str,
)
def test_a_ruling_without_words_or_dispute_changes_nothing(
    table: Seated, wrong: dict[str, str], status: int
) -> None:
    open_one(table, table.players[1])
    answer = rule(table, table.host, **wrong)
    assert answer.status_code == status
    assert answer.json()["field"] == ("ruling" if status == 422 else "")
    assert Dispute.objects.get().ruled_at is None
    assert state(table.match).paused


def test_players_and_hosts_of_other_evenings_do_not_rule(table: Seated) -> None:
    open_one(table, table.players[1])
    for client in (*table.players, browser(), browser(open_event().host)):
        assert rule(table, client).status_code == 403
    assert Dispute.objects.get().ruled_at is None
    other = seated()
    assert (
        other.ask(
            other.host, "RuleDispute", dispute=str(Dispute.objects.get().pk), ruling="no"
        ).status_code
        == 404
    )


def test_somebody_who_left_their_seat_can_still_say_what_was_wrong(table: Seated) -> None:
    table.ask(table.players[0], "Leave")
    assert open_one(table, table.players[0]).status_code == 200
