"""Emptying the test database although its ledger and log rows can't be deleted.

PostgreSQL truncates, which the triggers don't see. On SQLite a flush deletes row by row, so the
triggers are lifted for exactly that list of statements and put back by the same transaction.
"""

from collections.abc import Iterator

import pytest
from django.db.backends.sqlite3.base import DatabaseWrapper  # its operations can't come first


@pytest.fixture(scope="session", autouse=True)
def flush_lifts_triggers() -> Iterator[None]:
    operations = DatabaseWrapper.ops_class
    flush = operations.sql_flush

    def sql_flush(self, *args, **kwargs) -> list[str]:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        return [
            *(f"DROP TRIGGER {name}" for name, _sql in triggers),
            *flush(self, *args, **kwargs),
            *(sql for _name, sql in triggers),
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", sql_flush)
        yield
