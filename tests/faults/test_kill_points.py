"""F1: a process is killed at each point of a command, and at any moment: nothing is lost, doubled or out of order."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from tests.faults.clients import Crowd
from tests.faults.counts import by_night
from tests.faults.orders import POINTS, Orders
from tests.faults.report import Tried, note
from tests.serving import Serving
from tests.staging import close_in, stage, until

pytestmark = [pytest.mark.served, pytest.mark.fault]

NAMES = ("Osric", "Tansy", "Wren", "Bram", "Ilka")
AN_EVENING = 10
"""Kills at one evening: its tables aren't all played to the end then."""
FIRST_ACTS = 12


@contextmanager
def seated(site: Serving, watchers: int = 2) -> Iterator[Crowd]:
    """An evening whose first table has begun; everybody leaves at the end."""
    crowd = Crowd(stage(site, rounds=6))
    try:
        crowd.enter(NAMES, watchers)
        close_in(crowd.evening, 0.3)
        crowd.play(FIRST_ACTS)
        yield crowd
    finally:
        crowd.leave()


def is_dead(site: Serving) -> bool:
    return any(process.poll() is not None for process in site.processes.values())


def kill_one(
    site: Serving, orders: Orders, crowd: Crowd, chance: random.Random, kill: int
) -> float:
    """Let a process die at the next point in turn or at any moment, and start it again; seconds until all are back."""
    point = ([*POINTS, *[None] * 3])[kill % AN_EVENING]
    crowd.play(chance.randint(1, 4))
    if point:
        orders.give(point, "kill")
    else:
        name = chance.choice([name for name in site.processes if name.startswith("web")])
        threading.Timer(chance.uniform(0, 0.2), partial(site.kill9, name)).start()
    crowd.play(1000, stop=partial(is_dead, site))
    until("the process to die", partial(is_dead, site))
    if point:
        orders.clear(point)
    site.start()
    up = time.monotonic()
    crowd.come_back()
    for client in crowd.clients:
        until(f"{client.name}'s page", partial(client.hear, 0.05))
    return time.monotonic() - up


@pytest.mark.parametrize("kills", [len(POINTS), by_night(105)])
def test_killed_at_any_point_nothing_is_lost_or_doubled(
    breakable: Serving, orders: Orders, seed: int, kills: int
) -> None:
    kill_and_check(breakable, orders, seed, kills, "kill -9, one process on SQLite")


@pytest.mark.parametrize("kills", [by_night(45)])
def test_of_two_processes_one_is_killed_and_nothing_is_lost_or_doubled(
    breakable_pair: Serving, orders: Orders, seed: int, kills: int
) -> None:
    kill_and_check(breakable_pair, orders, seed, kills, "kill -9, two processes on PostgreSQL")


def kill_and_check(site: Serving, orders: Orders, seed: int, kills: int, what: str) -> None:
    chance = random.Random(seed)
    slowest, acknowledged = 0.0, 0
    for begun in range(0, kills, AN_EVENING):
        with seated(site) as crowd:
            for kill in range(min(AN_EVENING, kills - begun)):
                slowest = max(slowest, kill_one(site, orders, crowd, chance, kill))
            crowd.play(3)
            crowd.check()
            acknowledged += len(crowd.history.said("ok"))
    assert acknowledged > FIRST_ACTS + kills
    note(Tried("F1", what, kills, "A-K", slowest, seed, f"{acknowledged} commands"))
