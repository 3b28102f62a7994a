"""What an evening's proof holds, before its end and after, and that it holds."""

import json
from typing import Any

from events.models import Event
from events.queries import proof
from games.proof import State, check
from tests.events.playing import SetClock, set_clock
from tests.events.proving import played_evening, public_evening

__all__ = ["set_clock"]


def built(event: Event) -> Any:
    return json.loads(json.dumps(proof.build(event)))


def test_a_played_evening_is_proved() -> None:
    lines = check(built(played_evening()))
    assert {line.state for line in lines} == {State.OK}


def test_an_evening_with_public_randomness_is_proved(set_clock: SetClock) -> None:
    lines = check(built(public_evening(set_clock)))
    assert {line.state for line in lines} == {State.OK}
