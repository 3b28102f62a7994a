"""Letting draws and line-ups go on once what they wait for is there: a round of the beacon, or a text read out."""

import logging
import threading
import time

from django.conf import settings
from django.db import connections, transaction
from django.utils.translation import gettext_lazy as _

from events.domain import beacon, entropy, relays
from events.domain.departures import clear_seats
from events.domain.draws import finish_draw
from events.domain.entropy import Mode
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.matches import finish_lineup
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Entropy, Event
from events.queries import clock

logger = logging.getLogger(__name__)

LONGEST_TEXT = 240
AGAIN = 3.0
"""Seconds until relays that didn't have a round are asked again."""
_INSTEAD = (Mode.PUBLIC, Mode.NONE)

_asking = threading.Lock()
_again_at = 0.0


def give_text(*, event_id: str, by: str, text: str, command_id: str) -> None:
    """The host types what was read out; everybody sees it, and the draw or line-up that waits for it goes on.

    Raises Refusal on ``text`` without 1 to 240 characters or with what was read out at this evening before (it was
    known when the list was frozen), and 409 when no text is waited for.
    """
    text = clean_line(text, field="text", longest=LONGEST_TEXT, needed=True)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"text": text}):
            return
        rows = [row for row in _waiting(ledger.event) if row.mode == Mode.PUBLIC]
        if not rows:
            raise Refusal("no-text-awaited", _("No text is waited for just now."), status=409)
        if ledger.event.entropies.filter(text=text).exists():
            raise Refusal(
                "text-used",
                _(
                    "This was read out before, so it was known when the list was frozen. Take a new text."
                ),
                field="text",
            )
        for row in rows:
            entropy.settle(ledger, row, line=entropy.public_line(text), text=text)
            _go_on(ledger, row)


def switch(*, event_id: str, by: str, mode: str, source: str, command_id: str) -> None:
    """Wait for something else, from here on, once what was named is late: a text (``source`` says which), or nothing.

    The ledger says so before anything else is asked for or worked out. Raises Refusal 409 when nothing is waited for,
    422 before it is late, and on ``mode`` or ``source`` for what can't be.
    """
    source = clean_line(source, field="source", longest=entropy.LONGEST_SOURCE)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"switch": mode, "source": source}):
            return
        rows = _waiting(ledger.event)
        if not rows:
            raise Refusal("nothing-awaited", _("Nothing is waited for just now."), status=409)
        if mode not in _INSTEAD:
            raise Refusal("choice", _("Choose one from the list."), field="mode")
        entropy.check_source(mode, source)
        _say_late(ledger, rows)
        if any(row.late_at is None for row in rows):
            raise Refusal(
                "not-late",
                _("It isn’t late yet. Ten minutes after it was due you can go on without it."),
            )
        ledger.event.entropy_mode, ledger.event.entropy_source = mode, source
        for row in rows:
            entropy.rename(ledger, row, mode, source)
            ledger.append(
                "entropy-switched", **entropy.subject(row), entropy=entropy.described(row)
            )
        for row in rows:
            if entropy.settle_none(ledger, row):
                _go_on(ledger, row)


def say_late(*, event_id: str) -> None:
    """Tell everybody what has not come in time. Twice does nothing twice."""
    with writing(event_id, by="clock") as ledger:
        _say_late(ledger, _waiting(ledger.event))


def beacon_came(*, event_id: str, round_: int, signature: str) -> None:
    """A round of the beacon is there: whatever waits for just this one goes on. Twice does nothing twice.

    Raises ValueError for a signature that isn't the beacon's.
    """
    chain = beacon.chain()
    if not chain.is_genuine(round_, signature):
        raise ValueError(f"not the beacon's signature of round {round_}")
    with writing(event_id, by="clock") as ledger:
        for row in _waiting(ledger.event):
            # The host may have switched while the relay was asked: then this came too late.
            if row.mode == Mode.DRAND and row.round == round_:
                line = chain.line(round_, signature)
                entropy.settle(ledger, row, line=line, signature=signature)
                _go_on(ledger, row)


def ask_relays() -> int:
    """Ask for every round that is due, and let go on what waits for it; how many rounds came.

    Holds no lock and no transaction while it asks. It may take seconds: see `ask_in_background`.
    """
    due = Entropy.objects.filter(settled_at=None, mode=Mode.DRAND, due_at__lte=clock.now())
    events: dict[int, list[str]] = {}
    for round_, event_id in due.values_list("round", "event__public_id").distinct():
        events.setdefault(round_ or 0, []).append(event_id)
    came = 0
    for round_ in sorted(events):
        signature = relays.signature_of(beacon.chain(), round_, settings.BEACON_SOURCES)
        if signature is None:
            continue
        came += 1
        for event_id in events[round_]:
            try:
                beacon_came(event_id=event_id, round_=round_, signature=signature)
            except Exception:
                logger.exception("round %s could not be used for %s", round_, event_id)
    return came


def ask_in_background() -> bool:
    """Ask on a thread of its own, so that a slow relay delays nothing else; whether one was started.

    None is while one still asks, or did within the last seconds. What it finds is the same for every process that asks.
    """
    if time.monotonic() < _again_at or not _asking.acquire(blocking=False):
        return False
    threading.Thread(target=_ask, name="beacon", daemon=True).start()
    return True


def _ask() -> None:
    global _again_at
    try:
        ask_relays()
    except Exception:
        logger.exception("the beacon could not be asked")
    finally:
        connections.close_all()
        _again_at = time.monotonic() + AGAIN
        _asking.release()


def _waiting(event: Event) -> list[Entropy]:
    rows = event.entropies.filter(settled_at=None).order_by("pk")
    return list(rows.select_related("draw__round", "draw__seed__event", "match__round"))


def _say_late(ledger: Ledger, rows: list[Entropy]) -> None:
    for row in rows:
        if row.late_at is None and ledger.now >= row.due_at + entropy.LATE_AFTER:
            row.late_at = ledger.now
            row.save(update_fields=["late_at"])
            ledger.append("entropy-late", by="clock", **entropy.subject(row))


def _go_on(ledger: Ledger, row: Entropy) -> None:
    if row.draw is not None:
        finish_draw(ledger, row)
        return
    finish_lineup(ledger, row)
    match = row.match
    if match is not None:
        transaction.on_commit(lambda: clear_seats(match_id=match.public_id), robust=True)
