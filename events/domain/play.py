"""The one writer of matches: every command, from every door, becomes log entries here and nowhere else."""

import logging
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from events.domain import attempts, outcomes
from events.domain.closings import carry_closing
from events.domain.ledger import payload_hash
from events.domain.refusal import Refusal, Stale, said
from events.domain.seeds import open_seed
from events.fault_points import fault
from events.live import broadcast
from events.models import CommandRecord, LogEntry, Match
from events.queries import alarms, chain, clock, states
from events.queries.prepared import Prepared
from events.queries.table import reading
from games import codec, fair, table
from games.kernel import Command, Entry, Host, IllegalMove, Player
from games.table import (
    Clock,
    DeadlineSet,
    Paused,
    Resume,
    Sender,
    Skip,
    Start,
    Table,
    TableState,
    TimeAdded,
)

logger = logging.getLogger(__name__)

LINEUP_AWAITED = "lineup-awaited"
_MOVES_ON = ("seq", "head", "next_deadline", "touched_at")
"""The columns of a match that change while it is played."""
_OVERDUE_BOUND = 1000
"""More time-outs than a match can owe at once: each seat owes one, and a new wait is never overdue yet."""


_LOCKED = Prepared(
    lambda public_id: (
        Match.objects.select_for_update(no_key=True, of=("self",))
        .select_related("event__host", "seed", "round")
        .filter(public_id=public_id)
    ),
    "public_id",
)
_RECORD = Prepared(
    lambda **record: CommandRecord.objects.filter(**record), "scope", "actor", "command_id"
)


@dataclass(frozen=True, slots=True)
class Taken:
    """A command that is done: the number of the last entry, and whether it had been done before.

    ``match`` is the row as it was left, with its event, so that an answer can be drawn from it.
    """

    seq: int
    repeated: bool = False
    match: Match = field(compare=False, repr=False, kw_only=True)


def execute(
    *,
    match_id: str,
    actor: Sender,
    command: Command,
    command_id: str,
    ticket: str | None,
    sent_at: datetime | None = None,
    by: str = "",
) -> Taken:
    """Do a command, once, or refuse it.

    ``match_id`` is the public id; ``command_id`` names the intention, so a repeat is answered and not done again;
    ``ticket`` is what the form was made for (None only for the clock); ``sent_at`` is the page's own time, kept for
    rulings and deciding nothing; ``by`` says who acts as the host (``user/7``). Raises Refusal: 404 no such match,
    409 the page is out of date, 422 the rules say no. A refusal changes nothing but what was overdue, and a player's
    that came late is noted (`attempts`).
    """
    answer: Taken | Refusal
    fault("before_lock")
    with transaction.atomic(durable=True):
        writer = _Writer.lock(match_id)
        writer.by = by
        try:
            answer = writer.take(
                actor, command, command_id, ticket, attempts.believed(sent_at, writer.now)
            )
        except Refusal as refusal:
            # Everything is checked before the first row of a command is written, so what stands
            # now is only what was overdue; it is kept.
            answer = refusal
            if isinstance(actor, Player):
                writer.note(actor, command, refusal, attempts.believed(sent_at, writer.now))
        writer.save()
        fault("before_commit")
    if isinstance(answer, Refusal):
        raise answer
    return answer


def apply_overdue(*, match_id: str) -> None:
    """Let every clock that has run out count, as of the database's clock. Twice or late does nothing twice."""
    with transaction.atomic(durable=True):
        writer = _Writer.lock(match_id)
        writer.apply_overdue()
        writer.save()


def shift_clocks(*, match_id: str, by: timedelta) -> None:
    """Move every running clock on, before anything counts as overdue, as part of the outage's transaction."""
    writer = _Writer.lock(match_id)
    running = writer.table.deadlines(writer.state)
    if running:
        moved = [DeadlineSet(who, at + by) for who, at in running.items()]
        writer.append(Clock(), [TimeAdded(int(by.total_seconds())), *moved], [])
    writer.save()


def hold(*, match_id: str) -> None:
    """Stop a match's clocks, on nobody's command, as part of a transaction that has locked its event.

    Does nothing to one that has not begun, is paused already, or is over.
    """
    writer = _Writer.lock(match_id)
    state = writer.state
    if state.started and not state.paused and writer.table.outcome(state) is None:
        writer.append(Clock(), [Paused(writer.now)], [])
    writer.save()


class _Writer:
    """A match under its lock: where it stands, and the entries added to it."""

    def __init__(self, match: Match, now: datetime) -> None:
        self.match = match
        self.now = now
        self.table: Table[Any] = states.table_of(match)
        self.state: TableState[Any] = states.state_of(match)
        self.written: list[reading.Logged] = []
        self._start = match.seq
        self.by = ""

    @classmethod
    def lock(cls, match_id: str) -> "_Writer":
        match = _LOCKED.first(public_id=match_id)
        if match is None:
            raise Refusal("no-match", _("There is no such match."), status=404)
        match.seed.event = match.event  # whose scope it was sealed under
        fault("after_lock")
        return cls(match, clock.now())

    def take(
        self,
        actor: Sender,
        command: Command,
        command_id: str,
        ticket: str | None,
        sent_at: datetime | None,
    ) -> Taken:
        digest = payload_hash({"command": codec.encode(command)})
        record = _RECORD.first(
            scope=self.match.topic, actor=actor_key(actor), command_id=command_id
        )
        if record is not None:
            if record.payload_hash != digest:
                raise Refusal(
                    "id-reused", _("This page got mixed up. Load it again, then try once more.")
                )
            return Taken(seq=record.seq, repeated=True, match=self.match)
        if not self.match.lineup:
            raise Refusal(
                LINEUP_AWAITED,
                _(
                    "The line-up still waits for its public number. Play can start once that is there."
                ),
            )
        self.apply_overdue()
        made_for = _made_for(actor, command)
        if ticket is not None and (
            isinstance(made_for, Clock) or ticket != self.table.ticket(self.state, made_for)
        ):
            raise Stale("stale", _("The table has moved on. Look again, then choose."))
        if isinstance(command, Resume) and self.match.disputes.filter(ruled_at=None).exists():
            raise Refusal("disputed", _("Rule on the dispute first: then the clocks go on."))
        if isinstance(command, Start | Resume) and alarms.is_alarmed(self.match):
            raise Refusal(
                "recheck",
                _(
                    "What is stored of this table doesn’t check out. An organiser has to clear it up first."
                ),
            )
        self._decide(actor, command)
        CommandRecord.objects.create(
            scope=self.match.topic,
            actor=actor_key(actor),
            command_id=command_id,
            payload_hash=digest,
            seq=self.match.seq,
            sent_at=sent_at,
            at=self.now,
        )
        return Taken(seq=self.match.seq, match=self.match)

    def note(
        self, actor: Player, command: Command, refusal: Refusal, sent_at: datetime | None
    ) -> None:
        """Keep a player's act that came too late: after their time ran out, or from a page that is out of date."""
        timed_out = LogEntry.objects.filter(
            match=self.match, seq__gt=self._start, kind=table.TimedOut.__name__
        )
        late = any(row.data == codec.encode(table.TimedOut(actor)) for row in timed_out)
        if late or isinstance(refusal, Stale):
            attempts.note(
                self.match,
                seat=actor.seat,
                command=type(command).__name__,
                code="late" if late else refusal.code,
                sent_at=sent_at,
                received_at=self.now,
            )

    def apply_overdue(self) -> None:
        for _round in range(_OVERDUE_BOUND):
            due = self.table.overdue(self.state, self.now)
            if not due:
                return
            self._decide(Clock(), due[0])
        raise RuntimeError(f"clocks of match {self.match.pk} never run dry")

    def _decide(self, actor: Sender, command: Command) -> None:
        chance = fair.FairChance(
            open_seed(self.match.seed),
            self.match.seed.scope,
            self.match.lineup,
            attempts=_attempts(self.match) if self.state.voids else {},
        )
        try:
            entries = self.table.decide(self.state, actor, command, chance, self.now)
        except table.Stale as stale:
            raise Stale(stale.code, said(stale)) from stale
        except IllegalMove as illegal:
            raise Refusal(illegal.code, said(illegal)) from illegal
        self.append(actor, entries, [list(drawn) for drawn in chance.drawn])

    def append(self, actor: Sender, entries: Sequence[Entry], drawn: list[Any]) -> None:
        rows = [
            LogEntry(
                match=self.match,
                seq=self.match.seq + offset,
                kind=type(entry).__name__,
                data=codec.encode(entry),
                by=(isinstance(actor, Host) and self.by) or actor_key(actor),
                chance=drawn if offset == 1 else [],
                at=self.now,
            )
            for offset, entry in enumerate(entries, start=1)
        ]
        secret = any(entry.sealed for entry in entries)
        for row, entry in zip(rows, entries, strict=True):
            # What was drawn for a sealed entry would tell what it says.
            self._chain(row, sealed=entry.sealed or (secret and bool(row.chance)))
        LogEntry.objects.bulk_create(rows)
        fault("after_write")
        self.written += zip(rows, entries, strict=True)
        self.match.seq += len(entries)
        self.state = self.table.fold(self.state, entries)

    def _chain(self, row: LogEntry, *, sealed: bool) -> None:
        """Give a row its place in the chain."""
        commitment = ""
        if sealed:
            row.salt = secrets.token_hex(16)
            commitment = fair.sealed_entry(
                self.match.public_id, row.seq, row.salt, chain.content(row)
            )
        row.hash = fair.chain(self.match.head, chain.log_entry(row, commitment))
        self.match.head = row.hash

    def save(self) -> None:
        """Save how far the match has got; settle an outcome; publish after the commit."""
        match, state = self.match, self.state
        if match.seq == self._start:
            return
        match.touched_at = self.now
        match.next_deadline = self.table.next_deadline(state)
        outcome = self.table.outcome(state)
        if outcome is not None and match.ended_at is None:
            outcomes.settle(match, outcome, self.now)
        match.save(update_fields=_MOVES_ON if outcome is None else None)
        transaction.on_commit(lambda: states.remember(match, state), robust=True)
        transaction.on_commit(lambda: reading.written(match, self.written), robust=True)
        transaction.on_commit(lambda: broadcast.publish(match.topic, match.seq), robust=True)
        if match.ended_at == self.now:
            transaction.on_commit(lambda: carry_closing(match_id=match.public_id), robust=True)


def _made_for(actor: Sender, command: Command) -> Sender:
    """Whose wait a form was made for: a skip is about the player's, so that it can't hit their next one."""
    return command.who if isinstance(command, Skip) else actor


def actor_key(actor: Sender) -> str:
    """How an actor is written in command records, and in log rows where nobody says who acts as the host."""
    match actor:
        case Player(seat=seat):
            return f"seat/{seat}"
        case Clock():
            return "clock"
        case _:
            return "host"


def _attempts(match: Match) -> Counter[str]:
    """How often a void has used up each label, so that the next roll under it is a new one (design.md 8)."""
    rows = match.log.filter(kind=table.Voided.__name__).values_list("data", flat=True)
    voided = [seq for data in rows for seq in codec.decode(table.Voided, data).seqs]
    chances = match.log.filter(seq__in=voided).values_list("chance", flat=True)
    return Counter(label for drawn in chances for _kind, label, *_rest in drawn)
