"""An evening with everything a proof tells of: names changed, people who left, reserves, an undone move, two rounds."""

import random
from typing import Any

from events.domain import awaited, registration
from events.domain.entropy import DRAW_LEAD, LINEUP_LEAD
from events.models import Event, Match
from events.queries import states
from games.kernel import Host
from games.table import Void
from tests.events.awards import ROUND, finish
from tests.events.factories import by, close, new_id, open_event, register
from tests.events.playing import (
    SetClock,
    act,
    answer,
    answer_all,
    called,
    committed,
    do,
    draw,
    forget_everything,
    pass_over,
    state,
)
from tests.events.playing import awaited as awaited_at
from tests.events.relays import DUE, SIGNATURE
from tests.events.relays import ROUND as BEACON_ROUND

NAMES = ("Ada", "Bär", "Кит", "Dory 🐟", "Eel", "Finn", "Gulper", "Hake", "Ide")


def enter(count: int = 9, **plan: Any) -> Event:
    """An open evening with two rounds to come: one was renamed, one withdrew and came back, one was removed."""
    forget_everything()
    event = open_event(None, **({"rounds": 2, "prizes": ROUND, "try_again": True} | plan))
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
    """A round in which the first who is called doesn't come."""
    draw(event)
    pass_over(event, called(event)[0])
    return play(answer_all(event), undo=undo, seed=seed)


def play(match: Match, *, undo: bool = False, seed: int = 3) -> Match:
    """The match to its end; one move that rolled is undone if asked for."""
    choose = random.Random(seed).choice
    undone = not undo
    while awaited_at(match):
        act(match, choose)
        last = states.table_of(match).voidable(state(match))
        if not undone and last and match.log.filter(seq__lte=last).exclude(chance=[]).count() > 3:
            undone = True
            do(match, Host(), Void(last, "the wrong hand"))
    return match


def leave(event: Event) -> None:
    """Somebody who was drawn as a reserve goes home."""
    entry = event.registrations.filter(status="registered").order_by("number").last()
    assert entry is not None
    with committed():
        registration.withdraw(event_id=event.public_id, person=entry.person, command_id=new_id())


def played_evening() -> Event:
    """The whole of it, finished, without public randomness."""
    event = close(enter())
    play_round(event, undo=True)
    leave(event)
    play_round(event, seed=5)
    return ended(event)


def public_evening(shown: SetClock) -> Event:
    """The same with the beacon's round for the first draw and match, and texts read out for the second."""
    event = close(enter(entropy_mode="drand"))
    shown.stop(DUE - DRAW_LEAD)
    draw(event)
    shown.stop(DUE)
    _beacon(event)
    shown.stop(DUE - LINEUP_LEAD)
    pass_over(event, called(event)[0])
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    shown.stop(DUE)
    _beacon(event)
    play(event.matches.get(), undo=True)
    leave(event)
    Event.objects.filter(pk=event.pk).update(entropy_mode="public", entropy_source="the lottery")
    draw(event)
    _read_out(event, "7 21 33 Über 48")
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    _read_out(event, "gannet")
    play(event.matches.order_by("number")[1], seed=5)
    return ended(event)


def ended(event: Event) -> Event:
    finish(event)
    event.refresh_from_db()
    return event


def _beacon(event: Event) -> None:
    with committed():
        awaited.beacon_came(event_id=event.public_id, round_=BEACON_ROUND, signature=SIGNATURE)


def _read_out(event: Event, text: str) -> None:
    with committed():
        awaited.give_text(event_id=event.public_id, by=by(event), text=text, command_id=new_id())
