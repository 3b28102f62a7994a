"""The prior winner's rule is waived by the host with a reason, which everybody reads."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.domain.evenings import add_co_host
from events.domain.play import execute
from events.models import LogEntry
from events.queries.happenings import happenings
from games.kernel import Host
from games.live_bait.commands import WaivePriorWinner
from games.live_bait.entries import Waived
from games.table import Start
from tests.events.factories import by, close, make_user, new_id, open_event, register
from tests.events.playing import answer_all, do, draw, play_to_end, state
from tests.web.browsers import browser, device, stored
from tests.web.tables import Seated

WHY = "Agreed by everybody at the table"


@pytest.fixture
def table() -> Seated:
    """The second round of an evening at which whoever has won plays along."""
    event = open_event(rounds=2, winners_leave=False)
    browsers = {}
    for _number in range(3):
        person, client = device()
        browsers[register(event, person).pk] = client
    close(event)
    draw(event)
    play_to_end(answer_all(event))
    draw(event)
    match = answer_all(event)
    do(match, Host(), Start())
    seats = match.seats.order_by("number").values_list("registration_id", flat=True)
    return Seated(match, browser(event.host), [browsers[pk] for pk in seats])


def waive(table: Seated, client: Client | None = None, **changes: Any) -> Any:
    fields = {"match": table.match.public_id, "reason": WHY}
    return table.ask(client or table.host, "WaivePriorWinner", **(fields | changes))


def told(table: Seated) -> list[dict[str, Any]]:
    return list(table.event.ledger.filter(kind="waived").values_list("data", flat=True))


def is_waived(table: Seated) -> bool:
    return LogEntry.objects.filter(match=table.match, kind=Waived.__name__).exists()


def test_the_host_waives_it_with_a_reason_that_everybody_reads(table: Seated) -> None:
    assert waive(table).status_code == 200
    assert state(table.match).game.waived
    assert told(table) == [{"match": table.match.public_id, "round": 2, "reason": WHY}]
    name = str(table.event.host)
    assert happenings(table.event)[-1].text == (
        f"{name} waived the prior winner’s rule for round 2: {WHY}."
    )
    for client, page in ((table.players[1], "live"), (browser(), "live"), (table.host, "host")):
        shown = client.get(reverse(page, args=[table.event.public_id])).content.decode()
        note = shown[shown.index('id="waived"') :].split("</section>")[0]
        assert (name in note, WHY in note) == (True, True)


def test_nothing_is_said_of_a_rule_that_stands(table: Seated) -> None:
    shown = browser().get(reverse("live", args=[table.event.public_id])).content.decode()
    note = shown[shown.index('id="waived"') :].split("</section>")[0]
    assert (" hidden" in note, "waived the" in note) == (True, False)


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"reason": ""}, 422, "reason"),
        ({"reason": " \u200b "}, 422, "reason"),
        ({"reason": "x" * 201}, 422, "reason"),
        ({"reason": "a\u202eb"}, 422, "reason"),
        ({"match": ""}, 404, ""),
        ({"match": "a" * 26}, 404, ""),
    ],
)
def test_without_a_reason_or_a_match_nothing_is_waived(
    table: Seated, changes: dict[str, str], status: int, field: str
) -> None:
    before = stored()
    answer = waive(table, None, **changes)
    assert (answer.status_code, answer.json()["field"]) == (status, field)
    assert answer.json()["message"]
    assert stored() == before


def test_the_tables_own_door_asks_for_the_reason(table: Seated) -> None:
    answer = table.play(table.host, "WaivePriorWinner", surface="host", ticket="")
    assert (answer.status_code, "Say why" in answer.json()["message"]) == (422, True)
    assert not is_waived(table)


def test_players_and_watchers_can_waive_nothing_and_a_co_host_can(table: Seated) -> None:
    for client in (table.players[0], browser(), browser(make_user())):
        assert waive(table, client).status_code == 403
    assert not is_waived(table)
    helper = make_user()
    add_co_host(
        event_id=table.event.public_id,
        by=by(table.event),
        email=helper.email,
        command_id=new_id(),
    )
    assert waive(table, browser(helper)).status_code == 200
    assert is_waived(table)


def test_waiving_twice_is_refused_and_pressing_twice_is_once(table: Seated) -> None:
    assert [waive(table, command_id="waive-once").status_code for _ in range(2)] == [200, 200]
    again = waive(table)
    assert (again.status_code, again.json()["code"]) == (422, "waived")
    assert len(told(table)) == 1
    assert LogEntry.objects.filter(match=table.match, kind=Waived.__name__).count() == 1


def test_a_press_mends_what_a_crash_between_table_and_ledger_left_out(table: Seated) -> None:
    execute(
        match_id=table.match.public_id,
        actor=Host(),
        command=WaivePriorWinner(),
        command_id="cut-off-here",
        ticket=None,
    )
    assert told(table) == []
    assert waive(table, command_id="cut-off-here").status_code == 200
    assert len(told(table)) == 1


def test_the_console_asks_for_the_reason_on_a_page_of_its_own(table: Seated) -> None:
    address = reverse("waive", args=[table.event.public_id, table.match.public_id])
    console = table.host.get(reverse("host", args=[table.event.public_id])).content.decode()
    assert f'href="{address}" data-fetches' in console
    page = table.host.get(address).content.decode()
    winner = table.event.awards.get(place="main", match__number=1).registration
    assert winner.name in page
    assert 'data-command="WaivePriorWinner"' in page
    assert table.players[0].get(address).status_code == 403
    assert waive(table).status_code == 200
    console = table.host.get(reverse("host", args=[table.event.public_id])).content.decode()
    assert address not in console
