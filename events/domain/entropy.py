"""Naming the public randomness of a draw or a line-up when it is frozen, and noting it when it comes (fair-v1).

A seed that was sealed before and a value that nobody knew when the list was frozen: whoever could bend one of them
can't bend what follows from both. All of it is done under the event's lock.
"""

import hashlib
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from events.domain import beacon
from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.models import Draw, Entropy, Event, Match
from games import fair

Mode = Event.EntropyMode

DRAW_LEAD = timedelta(seconds=30)
LINEUP_LEAD = timedelta(seconds=3)
"""How long after the freeze the round that is named is made, at least."""
LATE_AFTER = timedelta(minutes=10)
"""What has not come so long after it was due is late: the host may switch to something else."""
LONGEST_SOURCE = 120
CALLED_OUT = gettext_noop("a word that somebody calls out once the line-up is locked")
"""The text a line-up waits for: what the draw waited for may be known by then."""

_NO_SOURCE = _("Say what will be read out, before anybody can know it.")


def check_source(mode: str, source: str) -> None:
    """Raises Refusal on ``source`` for a text that is to be read out and isn't said to be which."""
    if mode == Mode.PUBLIC and not source:
        raise Refusal("no-source", _NO_SOURCE, field="source")


def named(ledger: Ledger, lead: timedelta, **subject: Draw | Match) -> Entropy:
    """What the event's next draw or line-up waits for; ``subject`` is ``draw`` or ``match``.

    The beacon's round is the first that is made ``lead`` after this instant.
    """
    event = ledger.event
    row = Entropy(event=event, **subject)
    source = event.entropy_source if "draw" in subject else CALLED_OUT
    _name(row, event.entropy_mode, source, ledger, lead)
    row.save(force_insert=True)
    return row


def rename(ledger: Ledger, row: Entropy, mode: str, source: str) -> None:
    """Let something wait for another kind of randomness, before any of it is asked for."""
    _name(row, mode, source, ledger, DRAW_LEAD if row.draw_id else LINEUP_LEAD)
    row.save()


def _name(row: Entropy, mode: str, source: str, ledger: Ledger, lead: timedelta) -> None:
    row.mode, row.round, row.source = mode, None, ""
    row.due_at, row.late_at = ledger.now, None
    if mode == Mode.DRAND:
        chain = beacon.chain()
        row.round = chain.round_from(ledger.now + lead)
        row.due_at = chain.due(row.round)
    elif mode == Mode.PUBLIC:
        row.source = source


def described(row: Entropy) -> dict[str, Any]:
    """What was named, as the ledger says it."""
    match row.mode:
        case Mode.DRAND:
            return {"mode": row.mode, "chain": beacon.chain().hash, "round": row.round}
        case Mode.PUBLIC:
            return {"mode": row.mode, "source": row.source}
    return {"mode": row.mode}


def subject(row: Entropy) -> dict[str, Any]:
    """What it is for, as the ledger says it: the draw's number or the match's public id."""
    if row.draw is not None:
        return {"draw": row.draw.number}
    assert row.match is not None  # noqa: S101 - a constraint of the table
    return {"match": row.match.public_id}


def settle(ledger: Ledger, row: Entropy, *, line: str, text: str = "", signature: str = "") -> None:
    """Note what has come, and tell everybody, before anything is worked out from it."""
    row.line, row.text, row.signature = line, text, signature
    row.settled_at = ledger.now
    row.save()
    told = {"text": text, "signature": signature}
    ledger.append(
        "entropy",
        **subject(row),
        line=line,
        **{name: value for name, value in told.items() if value},
    )


def settle_none(ledger: Ledger, row: Entropy) -> bool:
    """Settle at once what waits for nothing; whether it was that."""
    if row.mode != Mode.NONE:
        return False
    settle(ledger, row, line=fair.NO_ENTROPY)
    return True


def public_line(text: str) -> str:
    """The scheme's entropy line of a text: the SHA-256 of its UTF-8."""
    return fair.entropy_line("public", hashlib.sha256(text.encode()).hexdigest())


def line_of(match: Match) -> str:
    """The entropy line of a match's line-up: empty while it is waited for, ``none`` for matches older than that."""
    row = Entropy.objects.filter(match=match).first()
    return row.line if row is not None else fair.NO_ENTROPY
