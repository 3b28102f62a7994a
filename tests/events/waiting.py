"""Draws and line-ups that wait for a round of the beacon of which the signature is known."""

from datetime import timedelta

from events.domain import awaited, registration
from events.domain.beacon import QUICKNET
from events.models import Draw, Event, Match
from games import fair
from tests.events.factories import by, closed_event, new_id
from tests.events.playing import SetClock, answer, called, committed, draw, forget_everything
from tests.events.relays import DUE, RANDOMNESS, ROUND, SIGNATURE

LINE = f"drand {QUICKNET.hash} {ROUND} {RANDOMNESS}"


def kinds(event: Event, after: str = "frozen") -> list[str]:
    found = list(event.ledger.order_by("seq").values_list("kind", flat=True))
    return found[found.index(after) + 1 :]


def comes(event: Event) -> None:
    with committed():
        awaited.beacon_came(event_id=event.public_id, round_=ROUND, signature=SIGNATURE)
    event.refresh_from_db()


def frozen_draw(shown: SetClock, count: int = 9, **changes: object) -> Event:
    """An evening whose draw waits for the round of which the signature is known."""
    forget_everything()
    event = closed_event(count, **({"entropy_mode": "drand"} | changes))
    shown.stop(DUE - timedelta(seconds=30))
    draw(event)
    return event


def locked_match(shown: SetClock, count: int = 2, **changes: object) -> Match:
    """A match whose line-up waits for that round."""
    event = frozen_draw(shown, count, **changes)
    shown.stop(DUE)
    comes(event)
    shown.stop(DUE - timedelta(seconds=3))
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    return event.matches.get()


def order_of(drawn: Draw, line: str) -> list[str]:
    """The order as anybody works it out from what is published."""
    seed = bytes.fromhex(drawn.seed.opened)
    regs = [entry["reg"] for entry in drawn.eligible]
    return fair.draw_order(seed, drawn.event.scope, drawn.number, drawn.root, line, regs)


def removed(event: Event, entry: int) -> None:
    registration.remove(
        event_id=event.public_id,
        by=by(event),
        registration_id=entry,
        reason="went home",
        command_id=new_id(),
    )
