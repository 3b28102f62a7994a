"""Whoever has a deadline sees it run, in every state that a game comes through, and so does everybody who watches."""

import random
import re
from collections.abc import Sequence

import pytest

from events.live import fragments
from events.models import Match
from events.queries import states
from games.kernel import Command, Player
from tests.events.playing import act, awaited, forget_everything, seated_match, state

pytestmark = pytest.mark.django_db

GAMES = ("live-bait", "knockout", "fish-or-cut-bait", "lure", "angler")
MOST_ACTS = 70
WATCHERS = (("live", "public"), ("host", "host"), ("screen", "public"))


def clocks(match: Match, surface: str, audience: str) -> set[int]:
    """The instants that this page counts down to, in epoch milliseconds."""
    html = "".join(fragments.render(match.topic, surface, audience).html.values())
    return {int(at) for at in re.findall(r'data-deadline="(\d+)"', html)}


def choose(choices: Sequence[Command]) -> Command:
    return random.Random(len(choices)).choice(choices)


@pytest.mark.parametrize("key", GAMES)
def test_every_deadline_is_on_its_owners_page_and_one_on_every_other(key: str) -> None:
    forget_everything()
    plan = {"format": "knockout"} if key == "knockout" else {"game": key}
    match = seated_match(4, **plan)
    assert match.game == key
    seen = set()
    for _number in range(MOST_ACTS):
        if not awaited(match):
            break
        act(match, choose)
        now = state(match)
        running = states.table_of(match).deadlines(now)
        waits = (getattr(now.game, "phase", ""), frozenset(type(who) for who in running))
        if not running or waits in seen:
            continue
        seen.add(waits)
        for who, at in running.items():
            audience = f"seat/{who.seat}" if isinstance(who, Player) else "host"
            surface = "live" if isinstance(who, Player) else "host"
            assert int(at.timestamp() * 1000) in clocks(match, surface, audience), (waits, who)
        for surface, audience in WATCHERS:
            ends = {int(at.timestamp() * 1000) for at in running.values()}
            assert clocks(match, surface, audience) & ends, (waits, surface)
    assert len(seen) > 1
