"""A prepared query finds what the query it was made from finds, in every thread, and locks as that does."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from events.models import Match
from events.queries.prepared import Prepared
from tests.events.playing import started_match

pytestmark = pytest.mark.django_db(transaction=True)


def query(public_id: str) -> Any:
    return Match.objects.select_related("event__host", "round").filter(public_id=public_id)


def columns(match: Match | None) -> list[dict[str, Any]]:
    """Every column of the row and of those that came with it."""
    assert match is not None
    rows = (match, match.event, match.event.host, match.round)
    return [
        {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
        for row in rows
    ]


def test_it_finds_the_same_row_with_all_that_comes_with_it() -> None:
    first, second = started_match(2), started_match(3)
    prepared = Prepared(query, "public_id")
    for match in (first, second, first):
        found = prepared.first(public_id=match.public_id)
        with CaptureQueriesContext(connection) as more:
            seen = columns(found)
        assert seen == columns(query(match.public_id).first())
        assert len(more) == 0, "what comes with it is there already"
        assert found is not None
        assert not found._state.adding
    assert prepared.first(public_id="nowhere") is None


def test_it_sees_what_was_written_since_it_was_made() -> None:
    match = started_match(2)
    prepared = Prepared(query, "public_id")
    before = prepared.first(public_id=match.public_id)
    Match.objects.filter(pk=match.pk).update(seq=99)
    after = prepared.first(public_id=match.public_id)
    assert before is not None
    assert after is not None
    assert (before.seq, after.seq) == (match.seq, 99)


def test_each_thread_asks_on_its_own_connection() -> None:
    match = started_match(2)
    prepared = Prepared(query, "public_id")

    def found() -> Match | None:
        try:
            return prepared.first(public_id=match.public_id)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert [one.result() for one in [threads.submit(found) for _ in range(4)]] == [match] * 4


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one lock for all")
def test_it_locks_the_row_as_the_query_says() -> None:
    match = started_match(2)
    prepared = Prepared(
        lambda public_id: Match.objects.select_for_update(no_key=True).filter(public_id=public_id),
        "public_id",
    )
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert prepared.first(public_id=match.public_id) == match
    assert "FOR NO KEY UPDATE" in queries[0]["sql"]
