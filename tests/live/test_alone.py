"""What somebody in a long queue is told is rendered when it changes, not at every roll."""

import pytest

from events.live import fragments
from events.live.shown import Viewer
from events.models import Match
from tests.events.playing import awaited, do, drawn_event, state

pytestmark = pytest.mark.django_db

SEATS = 30
WAITING = [Viewer("live", f"seat/{seat}") for seat in range(12, SEATS)]


def shown(match: Match) -> dict[Viewer, dict[str, str]]:
    found = fragments.render_all(match.topic, WAITING)
    return {viewer: dict(rendered.html) for viewer, rendered in found.items()}


def test_a_roll_that_moves_no_queue_renders_nobodys_place_in_it_anew() -> None:
    """The very same text, not only an equal one; and it is another one once the queue has moved."""
    event = drawn_event(SEATS, format="knockout", capacity=SEATS)
    match = event.matches.select_related("event__host", "round").get()
    kept = moved = 0
    before = None
    while not moved or not kept:
        who, choices = awaited(match)[0]
        do(match, who, choices[0])
        if state(match).game.phase not in ("live", "host_again"):
            continue
        now = state(match).game.queue, shown(match)
        if before is not None:
            for viewer in WAITING:
                old, new = before[1][viewer], now[1][viewer]
                if before[0] != now[0]:
                    assert new["turn"] != old["turn"]
                    assert new["queue"] != old["queue"]
                    moved += 1
                elif new["turn"] == old["turn"]:
                    assert new["turn"] is old["turn"]
                    kept += 1
        before = now
