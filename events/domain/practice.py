"""Practice players: they register, answer, choose and roll through the same doors as people, after a pause."""

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.utils.translation import gettext_lazy as _

from events.domain.admission import check_open
from events.domain.calls import answer_call
from events.domain.play import execute
from events.domain.refusal import Refusal
from events.domain.registration import register
from events.domain.writing import writing
from events.models import Call, Event, Match, Person, Prize
from events.queries import clock, states
from games.kernel import Player
from games.practice import AT_EASE, Pace, choose, pace_of

logger = logging.getLogger(__name__)

_Subject = TypeVar("_Subject", Call, Match)

NAMES = (
    "Ada", "Bram", "Cleo", "Dov", "Esme", "Finn", "Greta", "Hugo", "Ines", "Jory",
    "Kit", "Lark", "Milo", "Nell", "Otis", "Pia", "Quill", "Rosa", "Sorrel", "Tam",
    "Uma", "Vito", "Wren", "Xenia", "Yara", "Zeno",
)  # fmt: skip
MOST = 60
"""Practice players at one rehearsal, at most."""

_LIVE_STATES = (Event.State.CLOSED, Event.State.RUNNING)


def add_practice_players(*, event_id: str, by: str, count: int, command_id: str) -> int:
    """Register practice players at a rehearsal; how many were added.

    A repeat adds none. Raises Refusal on an evening that is no rehearsal or has prizes, and whenever people couldn't
    register either.
    """
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"practice": count}):
            return 0
        event = ledger.event
        if not event.rehearsal or Prize.objects.filter(event=event).exists():
            raise Refusal(
                "not-a-rehearsal",
                _("Practice players only come to rehearsals, where nothing can be won."),
            )
        check_open(ledger)
        there = event.registrations.filter(person__practice=True).count()
        if not 1 <= count <= MOST - there:
            raise Refusal(
                "too-many",
                _("Add at least one practice player and keep to %(most)s in all.") % {"most": MOST},
            )
    for number in range(there + 1, there + 1 + count):
        register(
            event_id=event_id,
            person=Person.objects.create(name=_name(number), practice=True),
            name=_name(number),
            code=event.entry_code,
            client_seed=None,
            command_id=f"{command_id}/{number}",
        )
    return count


def act_for_practice_players() -> int:
    """Let every practice player do what is waited for, once their pause is over; the number of acts.

    What they choose follows from where the match stands, so two sweeps at once choose the same and do it once.
    """
    now = clock.now()
    calls = Call.objects.filter(
        state=Call.State.CALLED,
        registration__person__practice=True,
        draw__event__rehearsal=True,
        deadline__gte=now,
    ).select_related("registration__person", "draw__event")
    done = sum(_tried(_answer, call, now) for call in calls)
    matches = Match.objects.filter(
        ended_at=None, event__rehearsal=True, event__state__in=_LIVE_STATES
    ).select_related("event")
    return done + sum(_tried(_play, match, now) for match in matches)


def _tried(act: Callable[[_Subject, datetime], int], subject: _Subject, now: datetime) -> int:
    """What fails for one doesn't stop the others; the next sweep looks again."""
    try:
        return act(subject, now)
    except Refusal as refusal:
        # The clock, the host or another process was faster.
        logger.info("practice player of %s: %s", subject, refusal.code)
    except Exception:
        logger.exception("practice players could not go on with %s", subject)
    return 0


def _answer(call: Call, now: datetime) -> int:
    if now - call.called_at < _pause(f"call/{call.pk}"):
        return 0
    answer_call(
        event_id=call.draw.event.public_id,
        person=call.registration.person,
        command_id=f"practice/{call.pk}",
    )
    return 1


def _play(match: Match, now: datetime) -> int:
    """At most one act a match and sweep: the first of those waited for whose pause is over."""
    state, table = states.state_of(match), states.table_of(match)
    practice = set(
        match.seats.filter(registration__person__practice=True).values_list("number", flat=True)
    )
    for who in table.waits(state):
        if not isinstance(who, Player) or who.seat not in practice:
            continue
        ticket = table.ticket(state, who)
        subject = f"{match.public_id}/{who.seat}"
        if now - match.touched_at < _pause(f"{subject}/{ticket}", pace_of(match.game)):
            continue
        style, number = _number(subject), _number(ticket)
        command = choose(table.game, state.game, who.seat, style, number)
        if command is not None and not state.paused:
            execute(
                match_id=match.public_id,
                actor=who,
                command=command,
                command_id=f"practice/{ticket}",
                ticket=ticket,
            )
            return 1
    return 0


def _pause(subject: str, pace: Pace = AT_EASE) -> timedelta:
    """A human-like pause, the same whoever asks: 0.7 to 2 s, less where the game is fast."""
    return timedelta(milliseconds=pace.shortest + _number(subject) % pace.spread)


def _number(subject: str) -> int:
    return int.from_bytes(hashlib.sha256(subject.encode()).digest()[:6], "big")


def _name(number: int) -> str:
    """Practice names say that they are practice players."""
    turn, place = divmod(number - 1, len(NAMES))
    return f"Bot {NAMES[place]}" if turn == 0 else f"Bot {NAMES[place]} {turn + 1}"
