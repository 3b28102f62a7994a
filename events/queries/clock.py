"""The one place for time: the database's clock."""

from datetime import UTC, datetime

from django.db import connection

# Each names the instant the statement runs, not the instant its transaction began: a deadline is
# compared after the lock was waited for (design.md 5, research: an UPDATE … WHERE lets latecomers in).
_STATEMENTS = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')",
}


def now() -> datetime:
    """The database's clock, aware, in UTC: microseconds on PostgreSQL, milliseconds on SQLite.

    Call it in a statement of its own after the lock was taken.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STATEMENTS[connection.vendor])
        (instant,) = cursor.fetchone()
    if isinstance(instant, str):
        return datetime.fromisoformat(instant).replace(tzinfo=UTC)
    return instant.astimezone(UTC)
