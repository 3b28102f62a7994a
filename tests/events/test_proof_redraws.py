"""Evenings whose draws were cancelled, late, or lost people on the way are proved as well, by both checkers."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from events.domain import awaited, registration
from events.domain.draws import redraw_round
from events.models import Event
from events.queries import proof
from games.proof import State, check
from tests.events.factories import by, closed_event, new_id
from tests.events.playing import (
    SetClock,
    answer,
    answer_all,
    called,
    committed,
    draw,
    forget_everything,
    set_clock,
)
from tests.events.proving import ended, play
from tests.events.relays import DUE, ROUND, SIGNATURE
from tests.serving import ROOT

__all__ = ["set_clock"]


def again(event: Event) -> None:
    with committed():
        redraw_round(
            event_id=event.public_id,
            by=by(event),
            reason="the wrong list",
            command_id=new_id(),
        )


def comes(event: Event) -> None:
    with committed():
        awaited.beacon_came(event_id=event.public_id, round_=ROUND, signature=SIGNATURE)


def removes(event: Event, reg: str) -> None:
    registration.remove(
        event_id=event.public_id,
        by=by(event),
        registration_id=event.registrations.get(reg=reg).pk,
        reason="went home",
        command_id=new_id(),
    )


def drawn_three_times(_clock: SetClock) -> Event:
    event = closed_event(9)
    draw(event)
    answer(event, called(event)[0].registration.person)
    again(event)
    removes(event, event.draws.get(number=2).order[6])
    again(event)
    play(answer_all(event))
    return event


def cancelled_while_it_waited_then_late(clock: SetClock) -> Event:
    event = closed_event(8, entropy_mode="drand")
    clock.stop(DUE - timedelta(seconds=30))
    draw(event)
    clock.move(seconds=5)
    again(event)
    clock.move(minutes=11)
    with committed():
        awaited.switch(
            event_id=event.public_id, by=by(event), mode="none", source="", command_id=new_id()
        )
    play(answer_all(event))
    return event


def with_people_who_left_before_they_were_drawn(clock: SetClock) -> Event:
    event = closed_event(9, entropy_mode="drand")
    clock.stop(DUE - timedelta(seconds=30))
    draw(event)
    for entry in event.registrations.order_by("number")[:4]:
        removes(event, entry.reg)
    clock.stop(DUE)
    comes(event)
    clock.stop(DUE - timedelta(seconds=3))
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    clock.stop(DUE)
    comes(event)
    play(event.matches.get())
    return event


def a_knockout_that_lost_somebody(clock: SetClock) -> Event:
    event = closed_event(7, format="knockout", entropy_mode="drand")
    clock.stop(DUE - timedelta(seconds=30))
    draw(event)
    removes(event, event.registrations.order_by("number")[0].reg)
    clock.stop(DUE - timedelta(seconds=3))
    comes(event)
    clock.stop(DUE)
    comes(event)
    play(event.matches.get())
    return event


@pytest.mark.parametrize(
    "evening",
    [
        drawn_three_times,
        cancelled_while_it_waited_then_late,
        with_people_who_left_before_they_were_drawn,
        a_knockout_that_lost_somebody,
    ],
)
def test_both_checkers_find_it_in_order(
    set_clock: SetClock, tmp_path: Path, evening: Callable[[SetClock], Event]
) -> None:
    forget_everything()
    event = ended(evening(set_clock))
    built = json.loads(json.dumps(proof.build(event)))
    lines = check(built)
    assert [line for line in lines if line.state not in (State.OK, State.LATER)] == []
    called_off = [line.text for line in lines if line.state == State.LATER]
    never_drawn = event.draws.filter(order=[])
    assert len(called_off) == never_drawn.count()
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(built))
    said = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "verify_fair.py"), str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stderr) == (0, ""), said.stdout
