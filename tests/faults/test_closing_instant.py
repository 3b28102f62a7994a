"""F5: people register over the closing instant while the worker dies: who was told they are in is on the list."""

import random
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest

from tests.concurrency.test_rush import each_at_once, entries, told, visitors
from tests.faults.counts import by_night
from tests.faults.history import History
from tests.faults.invariants import broken
from tests.faults.report import Tried, note
from tests.faults.stored import read
from tests.serving import Serving
from tests.staging import close_in, stage, state_of, until
from tests.visitor import Answer, Form, Visitor

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.night]

PEOPLE = 200
WINDOW_S = 2.0
"""They come from half of this before the closing instant to half of it after."""
LEAD_S = 6.0
"""From when the instant is set: the machine needs time to get everybody ready."""
CLOSED_WITHIN_S = 1.5
MARGIN_S = 3.0


@pytest.mark.parametrize("rounds", [by_night(6)])
def test_who_comes_at_the_closing_instant_is_in_or_told_that_they_are_not(
    breakable_pair: Serving, seed: int, rounds: int
) -> None:
    chance = random.Random(seed)
    late = [close_on(breakable_pair, chance) for _round in range(rounds)]
    note(Tried("F5", f"worker killed at the closing, {PEOPLE} come", rounds, "J", max(late), seed))
    assert max(late) < CLOSED_WITHIN_S + MARGIN_S


def close_on(site: Serving, chance: random.Random) -> float:
    """One evening; seconds from the closing instant to the frozen list."""
    evening = stage(site, capacity=PEOPLE)
    with visitors(site, PEOPLE) as people:
        forms = [person.registration(evening.path) for person in people]
        closes_at = close_in(evening, LEAD_S)
        kill_at = LEAD_S + chance.uniform(-0.05, 0.05)
        threading.Timer(kill_at, lambda: site.kill9("worker")).start()

        def enter(person: Visitor, form: Form, name: str, at: float) -> Answer:
            rest = at - (datetime.now(UTC) - closes_at).total_seconds()
            time.sleep(max(0.0, rest))  # the moment of coming is what is tried, not waited for
            return person.enter(form, name)

        acts: list[Callable[[], Answer]] = [
            partial(enter, *pair, f"Guest {number}", chance.uniform(-WINDOW_S / 2, WINDOW_S / 2))
            for number, pair in enumerate(zip(people, forms, strict=True))
        ]
        answers = each_at_once(acts)
    until("the list to be frozen", lambda: state_of(evening) == "closed")
    frozen = frozen_at(site, evening.event_id)
    stored = {name: (status, number) for number, status, name in entries(evening)}
    for number, answer in enumerate(answers):
        name = f"Guest {number}"
        assert (answer.status == 200) == (name in stored), answer.text[:2000]
        if answer.status == 200:
            assert told(answer) == stored[name]
        else:
            assert (answer.status, "has closed" in answer.text) == (422, True)
    assert broken(History(), read(site)) == []
    site.start("worker")
    return (frozen - closes_at).total_seconds()


def frozen_at(site: Serving, event_id: str) -> datetime:
    [event] = [one for one in read(site).evenings if one.scope == f"event/{event_id}"]
    return next(line.at for line in event.lines if line.kind == "frozen")
