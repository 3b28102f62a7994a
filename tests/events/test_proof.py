"""What an evening's proof holds, before its end and after, and that it holds."""

import json

from events.queries import proof
from games.proof import State, check
from tests.events.proving import played_evening


def test_a_played_evening_is_proved() -> None:
    lines = check(json.loads(json.dumps(proof.build(played_evening()))))
    assert {line.state for line in lines} == {State.OK}
