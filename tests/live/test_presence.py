"""Presence: heard of lately, and nothing else."""

import pytest
from django.core.cache import cache

from events.live import presence


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def state(at: float) -> presence.Presence:
    return presence.state("evening", ["ada"], at)["ada"]


def test_unheard_of_is_away():
    assert state(1000.0) == ("away", None)


def test_here_then_idle_then_away_by_the_last_heartbeat():
    presence.touch("evening", "ada", 1000.0)
    presence.touch("evening", "ada", 1010.0)
    assert state(1035.0) == ("here", 1000.0)
    assert state(1035.1) == ("idle", 1010.0)
    assert state(1070.0) == ("idle", 1010.0)
    assert state(1070.1) == ("away", 1010.0)


def test_late_word_of_an_old_connection_takes_nothing_back():
    presence.touch("evening", "ada", 1100.0)
    presence.touch("evening", "ada", 1000.0)
    assert state(1110.0) == ("here", 1100.0)


def test_coming_back_begins_anew():
    presence.touch("evening", "ada", 1000.0)
    presence.touch("evening", "ada", 1100.0)
    assert state(1100.0) == ("here", 1100.0)


def test_presence_at_one_evening_is_none_at_another():
    presence.touch("evening", "ada", 1000.0)
    assert presence.state("another", ["ada"], 1000.0)["ada"].state == "away"
