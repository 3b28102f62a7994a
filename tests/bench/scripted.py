"""A match's whole course, known beforehand: who does what with which ticket, worked out from its own seed.

Dice follow from the seal and tickets from the state, so whoever has both can say every command that will be accepted,
and a client that measures needs to read no page. Run inside the site (`manage.py shell`), as `tests.seeding` is.
"""

import json
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse

from events.domain.play import execute
from events.domain.seeds import open_seed
from events.models import Event, Match
from events.queries import clock, states
from games import codec, fair
from games.kernel import Command, Host, Player
from games.table import Pause, Resume, Start


def courses(event_ids: list[str], most: int) -> None:
    """Print, as JSON, the next acts of each evening's match, at most so many of each, and the host's session.

    An act is ``[seat or -1 for the host, command, args, ticket, seq after it]``.
    """
    event = Event.objects.get(public_id=event_ids[0])
    print(
        json.dumps({"session": session(event), "matches": [course(one, most) for one in event_ids]})
    )


def course(event_id: str, most: int) -> dict[str, Any]:
    """One match: where its commands go, its topics and seqs now, and its acts."""
    match = Match.objects.select_related("event", "seed__event").get(event__public_id=event_id)
    return {
        "path": reverse("match-command", args=[event_id, match.public_id]),
        "event_id": event_id,
        "event_seq": match.event.seq,
        "match_id": match.public_id,
        "seq": match.seq,
        "guests": guests(match),
        "acts": acts(match, most),
    }


def guests(match: Match) -> list[int]:
    """By seat, the place of whoever sits there in the crowd that was registered (`tests.seeding`)."""
    seats = match.seats.select_related("registration").order_by("number")
    return [int(seat.registration.name.rpartition(" ")[2]) - 1 for seat in seats]


def acts(match: Match, most: int) -> list[list[Any]]:
    """Everybody does the first thing they may, whoever is waited for first, until the end or ``most``."""
    table, state, seed = states.table_of(match), states.state_of(match), open_seed(match.seed)
    now, seq = clock.now(), match.seq
    found: list[list[Any]] = []
    while len(found) < most and (who := next(iter(table.waits(state)), None)) is not None:
        command = _first(table.legal_commands(state, who))
        chance = fair.FairChance(seed, match.seed.scope, match.lineup)
        ticket = table.ticket(state, who)
        entries = table.decide(state, who, command, chance, now)
        state, seq = table.fold(state, entries), seq + len(entries)
        body: Any = codec.encode(command)
        args = {key: value for key, value in body.items() if key != "type"}
        seat = who.seat if isinstance(who, Player) else -1
        found.append([seat, type(command).__name__, args, ticket, seq])
    return found


def _first(commands: tuple[Command, ...]) -> Command:
    return next((one for one in commands if isinstance(one, Start)), commands[0])


def session(event: Event) -> str:
    """The key of a session in which the evening's host is signed in."""
    store = SessionStore()
    store[SESSION_KEY] = str(event.host_id)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = event.host.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def lengthen(event_id: str, entries: int) -> None:
    """Pause and go on until the log has so many entries: it grows, and the table stays as it stands."""
    match = Match.objects.get(event__public_id=event_id)
    number = 0
    while match.seq < entries:
        for command in (Pause(), Resume()):
            number += 1
            execute(
                match_id=match.public_id,
                actor=Host(),
                command=command,
                command_id=f"lengthened-{match.seq}-{number}",
                ticket=None,
                by=f"user/{match.event.host_id}",
            )
        match.refresh_from_db()
