"""What an evening's proof holds, before its end and after, and that it holds."""

import json
from typing import Any

from events.models import Event
from events.queries import proof
from games.proof import State, check
from tests.events.awards import PODIUM, finish, play_next, played_knockout, played_round
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


def test_a_knockout_is_proved_although_nobody_is_called_for_it() -> None:
    event = finish(played_knockout(9).event)
    lines = check(built(event))
    assert {line.state for line in lines} == {State.OK}
    assert "9 players, seated" in " ".join(line.text for line in lines)


def test_heats_and_their_final_are_proved() -> None:
    event = played_round(
        9, format="heats-and-final", heats=2, prizes=PODIUM, entropy_mode="none"
    ).event
    play_next(event)
    play_next(event)
    lines = check(built(finish(event)))
    assert {line.state for line in lines} == {State.OK}
    assert len(built(event)["matches"]) == 3
