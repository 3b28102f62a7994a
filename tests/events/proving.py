"""An evening with everything a proof tells of: names changed, people who left, reserves, an undone move, two rounds."""

import random
from typing import Any

from events.domain import registration
from events.models import Event, Match
from events.queries import states
from games.kernel import Host
from games.table import Void
from tests.events.awards import ROUND, finish
from tests.events.factories import by, close, new_id, open_event, register
from tests.events.playing import (
    act,
    answer,
    answer_all,
    awaited,
    called,
    committed,
    do,
    draw,
    forget_everything,
    pass_over,
    state,
)

NAMES = ("Ada", "Bär", "Кит", "Dory 🐟", "Eel", "Finn", "Gulper", "Hake", "Ide")


def enter(count: int = 9, **plan: Any) -> Event:
    """An open evening with two rounds to come: one was renamed, one withdrew and came back, one was removed."""
    forget_everything()
    event = open_event(**({"rounds": 2, "prizes": ROUND, "try_again": True} | plan))
    entries = [register(event, name=name) for name in NAMES[:count]]
    registration.rename(
        event_id=event.public_id, person=entries[0].person, name="Adele", command_id=new_id()
    )
    registration.withdraw(event_id=event.public_id, person=entries[1].person, command_id=new_id())
    register(event, entries[1].person, name="Bärbel")
    registration.remove(
        event_id=event.public_id,
        by=by(event),
        registration_id=entries[2].pk,
        reason="twice on the list",
        command_id=new_id(),
    )
    return event


def play_round(event: Event, *, undo: bool = False, seed: int = 3) -> Match:
    """A round in which the first who is called doesn't come; one move is undone if asked for."""
    draw(event)
    pass_over(event, called(event)[0])
    match = answer_all(event)
    choose = random.Random(seed).choice
    undone = not undo
    while awaited(match):
        act(match, choose)
        voidable = states.table_of(match).voidable(state(match))
        if (
            not undone
            and voidable
            and match.log.filter(seq__lte=voidable).exclude(chance=[]).count() > 3
        ):
            undone = True
            do(match, Host(), Void(voidable, "the wrong hand"))
    return match


def leave(event: Event) -> None:
    """Somebody who was drawn as a reserve goes home."""
    entry = event.registrations.filter(status="registered").order_by("number").last()
    assert entry is not None
    with committed():
        registration.withdraw(event_id=event.public_id, person=entry.person, command_id=new_id())


def played_evening() -> Event:
    """The whole of it, finished."""
    event = close(enter())
    play_round(event, undo=True)
    leave(event)
    play_round(event, seed=5)
    finish(event)
    event.refresh_from_db()
    return event


__all__ = ["answer", "enter", "leave", "play_round", "played_evening"]
