"""Disputes about what happened at a table: the clocks stop until the host has ruled."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.play import actor_key, execute
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import CommandRecord, Dispute, Event, Match, Person, Registration, Seat
from events.queries import states
from games.kernel import Command, Host, Player
from games.table import Pause, Paused, Resume

MOST = 3
"""So many disputes a person may open at one match: each stops everybody's clock."""
_DISPUTE = "dispute"
"""Who stopped the clocks, as the log has it, where no host did."""


def open_dispute(
    *,
    match_id: str,
    text: str,
    command_id: str,
    seq: int | None = None,
    person: Person | None = None,
    by: str = "",
    registration_id: int | None = None,
) -> Dispute:
    """Say that something at a table wasn't right; the table pauses until the host rules.

    ``seq`` is the log entry that it is about (None: the last). Opened by a ``person`` in a seat, or ``by`` the host
    for the ``registration_id`` in one. Both times of the act go with it: when the page sent it and when the server
    got it. Raises Refusal 403 for whoever has no seat, on ``text`` without 1 to 240 characters, while an earlier
    dispute of theirs is open, and after three.
    """
    match = _match(match_id)
    seat = _seat(match, person, registration_id)
    by = f"person/{person.public_id}" if person else by
    wanted = match.seq if seq is None else seq
    with writing(match.event.public_id, by=by) as ledger:
        asked = {"dispute": [match_id, seat.number, wanted], "text": text}
        repeated = ledger.repeats(command_id, asked)
        dispute = (
            seat_disputes(match, seat).latest("pk")
            if repeated
            else _open(ledger, match, seat, wanted, text)
        )
    if not repeated:
        fine = {"paused", "over", "not-started"}
        _at_table(match, Pause(), f"{command_id}:pause", fine, _DISPUTE)
    return dispute


def rule_dispute(*, event_id: str, by: str, dispute_id: int, ruling: str, command_id: str) -> None:
    """The host decides, in words that everybody reads; with the last open dispute the clocks go on that it had stopped.

    Raises Refusal 404 for no such dispute, 409 for one that was ruled on, and on ``ruling`` without 1 to 240
    characters.
    """
    with writing(event_id, by=by) as ledger:
        dispute = (
            Dispute.objects.select_related("match__event", "match__round", "registration")
            .filter(match__event=ledger.event, pk=dispute_id)
            .first()
        )
        if dispute is None:
            raise Refusal("no-dispute", _("There is no such dispute."), status=404)
        repeated = ledger.repeats(command_id, {"rule": dispute_id, "ruling": ruling})
        if not repeated:
            if dispute.ruled_at is not None:
                raise Refusal("ruled", _("This has been ruled on already."), status=409)
            dispute.ruling = clean_line(ruling, field="ruling", longest=240, needed=True)
            dispute.ruled_by, dispute.ruled_at = by, ledger.now
            dispute.save(update_fields=["ruling", "ruled_by", "ruled_at"])
            _record(ledger, "dispute-ruled", dispute, ruling=dispute.ruling)
    still_open = dispute.match.disputes.filter(ruled_at=None).exists()
    if not still_open and _stopped_by_dispute(dispute.match):
        fine = {"not-paused", "over", "recheck"}
        _at_table(dispute.match, Resume(), f"{command_id}:resume", fine, by)


def _stopped_by_dispute(match: Match) -> bool:
    """Whether a dispute stopped the clocks; where the host had, they are the host's to let go on."""
    paused = match.log.filter(kind=Paused.__name__).last()
    return paused is not None and paused.by == _DISPUTE


def seat_disputes(match: Match, seat: Seat) -> Any:
    """What somebody has disputed at a match."""
    return match.disputes.filter(registration_id=seat.registration_id)


def _open(ledger: Ledger, match: Match, seat: Seat, seq: int, text: str) -> Dispute:
    if ledger.event.state not in (Event.State.RUNNING, Event.State.CLOSED):
        raise Refusal("over", _("This evening is over. Ask its host for a ruling."))
    if not 0 < seq <= match.seq:
        raise Refusal("no-entry", _("Choose what it is about from the table's log."), field="seq")
    mine = seat_disputes(match, seat)
    if mine.filter(ruled_at=None).exists():
        raise Refusal("dispute-open", _("Your dispute is waiting for the host already."))
    if mine.count() >= MOST:
        raise Refusal("disputes-many", _("Talk to the host: you have disputed enough here."))
    said = clean_line(text, field="text", longest=240, needed=True)
    sent_at, received_at = times_of(match, seat.number, seq)
    dispute = Dispute.objects.create(
        match=match,
        registration=seat.registration,
        seq=seq,
        said=said,
        sent_at=sent_at,
        received_at=received_at,
        opened_at=ledger.now,
    )
    _record(ledger, "dispute-opened", dispute, said=said, seq=seq)
    return dispute


def times_of(match: Match, seat: int, seq: int) -> tuple[datetime | None, datetime | None]:
    """When the act in question was sent by the page, and received: what was refused counts before what was done.

    An attempt of the seat's that the table refused at or after this entry; else the command that wrote it.
    """
    tried = match.attempts.filter(seat=seat, seq__gte=seq).first()
    if tried is not None:
        return tried.sent_at, tried.received_at
    row = match.log.filter(seq=seq).first()
    if row is None:
        return None, None
    record = (
        CommandRecord.objects.filter(
            scope=match.topic,
            actor__in=[actor_key(Player(seat)), actor_key(Host()), row.by],
            seq__gte=seq,
        )
        .order_by("seq")
        .first()
    )
    is_its = record is not None and record.at == row.at
    return (record.sent_at if record is not None and is_its else None), row.at


def _at_table(
    match: Match, command: Command, command_id: str, fine: set[str], by: str = ""
) -> None:
    """Stop the clocks or let them go on, as the host; whoever was faster is fine too."""
    try:
        execute(
            match_id=match.public_id,
            actor=Host(),
            command=command,
            command_id=command_id[-64:],
            ticket=None,
            by=by,
        )
    except Refusal as refusal:
        if refusal.code not in fine:
            raise


def _match(match_id: str) -> Match:
    match = Match.objects.select_related("event", "round").filter(public_id=match_id).first()
    if match is None:
        raise Refusal("no-match", _("There is no such match."), status=404)
    if not states.state_of(match).started:
        raise Refusal("not-started", _("Nothing has happened here yet."))
    return match


def _seat(match: Match, person: Person | None, registration_id: int | None) -> Seat:
    seats = match.seats.select_related("registration")
    seat = (
        seats.filter(registration__person=person).first()
        if person is not None
        else seats.filter(registration_id=registration_id or 0).first()
    )
    if seat is None:
        raise Refusal("no-seat", _("You don’t sit at this table. You can watch."), status=403)
    return seat


def _record(ledger: Ledger, kind: str, dispute: Dispute, **more: Any) -> None:
    entry: Registration = dispute.registration
    ledger.append(
        kind,
        match=dispute.match.public_id,
        round=dispute.match.round.number,
        reg=entry.reg,
        **more,
    )
