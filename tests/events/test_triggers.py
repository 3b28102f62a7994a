"""The database itself keeps what happened."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from events.models import LedgerEntry, LogEntry, Match, Round
from tests.events.factories import open_event


def ledger_row() -> LedgerEntry:
    row = open_event().ledger.first()
    assert row is not None
    return row


def log_row() -> LogEntry:
    event, now = open_event(), timezone.now()
    match = Match.objects.create(
        event=event,
        round=Round.objects.create(event=event, number=1),
        seed=event.seeds.get(purpose="game", number=1),
        number=1,
        game=event.game,
        lineup="0" * 64,
        touched_at=now,
    )
    return LogEntry.objects.create(match=match, seq=1, kind="Started", data={}, by="host", at=now)


@pytest.fixture(params=[ledger_row, log_row], ids=["ledger", "log"])
def row(request: pytest.FixtureRequest) -> LedgerEntry | LogEntry:
    return request.param()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET kind = 'other' WHERE id = {pk}",
        "DELETE FROM {table} WHERE id = {pk}",
        "UPDATE {table} SET kind = kind",
        "DELETE FROM {table}",
    ],
)
def test_a_row_of_what_happened_cannot_be_changed(row: LedgerEntry, statement: str) -> None:
    before = list(type(row).objects.values())
    with (
        pytest.raises(DatabaseError, match="are only added"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.format(table=row._meta.db_table, pk=row.pk))
    assert list(type(row).objects.values()) == before


def test_an_event_with_a_ledger_cannot_be_deleted(row: LedgerEntry | LogEntry) -> None:
    event = row.event if isinstance(row, LedgerEntry) else row.match.event
    with pytest.raises(DatabaseError), transaction.atomic():
        event.delete()
    event.refresh_from_db()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_emptying_the_test_database_leaves_the_triggers(turn: int) -> None:
    row = ledger_row()
    assert LedgerEntry.objects.filter(kind="created").count() == 1
    with pytest.raises(DatabaseError, match="are only added"):
        row.delete()
