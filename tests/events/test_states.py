"""Where a match stands is folded once, by whoever looks first; and nothing is kept that may be undone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from events.models import Match
from events.queries import keeping, states
from games.kernel import Host
from games.table import Pause
from tests.events.playing import act, do, play_to_end, replayed, started_match
from tests.events.playing import state as newest

pytestmark = pytest.mark.django_db(transaction=True)


def asked(look: Callable[[], Any]) -> int:
    """How often the database is asked."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        look()
    return len(queries)


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def test_a_process_that_only_reads_folds_each_entry_once() -> None:
    match = play_to_end(started_match(3))
    keeping.forget_all()
    first, second = fresh(match), fresh(match)
    assert asked(lambda: states.state_of(first)) > 0
    assert asked(lambda: states.state_of(second)) == 0
    assert states.state_of(second) == replayed(match)


def test_an_older_reading_is_folded_once_while_others_play_on() -> None:
    match = started_match(3)
    before = newest(match)
    older = fresh(match)
    act(match)
    assert newest(match) != before
    assert asked(lambda: states.state_of(older)) > 0
    assert asked(lambda: states.state_of(older)) == 0
    assert states.state_of(older) == before
    assert newest(match) == replayed(match), "the newer state is still the one that is kept"


def test_nothing_is_kept_of_a_transaction_that_may_be_undone() -> None:
    match = started_match(3)
    do(match, Host(), Pause())
    keeping.forget_all()
    with transaction.atomic():
        states.state_of(fresh(match))
    outside = fresh(match)
    assert asked(lambda: states.state_of(outside)) > 0
