"""The console of a KnockOut stays usable and light however many play."""

import random

from events.live import fragments
from events.models import Match
from events.queries import undo
from games.kernel import Host
from games.table import Start
from tests.events.playing import act, awaited, do
from tests.events.test_knockout_evening import knockout

ACTS = 60


def played(count: int) -> tuple[Match, float, int]:
    """A KnockOut of so many after some acts: the bytes an act brought its host, and the most rows it ever listed."""
    match = knockout(count, capacity=500)
    do(match, Host(), Start())
    choose = random.Random(3).choice
    before = fragments.render(match.topic, "host", "host").html
    brought, rows = 0, 0
    for _act in range(ACTS):
        assert awaited(match)
        act(match, choose)
        after = fragments.render(match.topic, "host", "host").html
        changed = [html for name, html in after.items() if before[name] != html]
        brought += sum(len(html.encode()) for html in changed)
        rows = max(rows, after["tableroster"].count("<bdi>"))
        before = after
    return match, brought / ACTS, rows


def test_an_act_brings_the_host_as_much_among_many_as_among_few() -> None:
    _few, small, few_rows = played(24)
    match, large, rows = played(200)
    # The dice differ; if it grew with the roster it would be eight times as much.
    assert large < small * 1.5
    assert large < 14_000
    assert rows <= few_rows + 4
    console = fragments.render(match.topic, "host", "host").html
    assert sum(len(html.encode()) for html in console.values()) < 20_000


def test_what_an_undo_changes_is_said_of_few_however_many_play() -> None:
    match = knockout(200, capacity=200)
    do(match, Host(), Start())
    choose = random.Random(5).choice
    most = 0
    for _act in range(ACTS):
        act(match, choose)
        most = max(most, len(undo.preview(match)))
    assert 1 <= most <= 7
