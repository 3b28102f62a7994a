"""The database is set up the way the one writer needs it."""

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db


def ask(sql: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own settings")
def test_database_sqlite_is_durable_and_waits():
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    found = {name: ask(f"PRAGMA {name}") for name in pragmas}
    full = 2
    assert found == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": 20_000,
    }


@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL's own settings")
def test_database_postgresql_reads_what_is_committed():
    assert ask("SHOW transaction_isolation") == "read committed"
