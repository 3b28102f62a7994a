"""What the host rules about a result: a disqualification, a corrected place, a note. All are public."""

from enum import StrEnum

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from events.domain import exclusion, results
from events.domain.closings import carry_all
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.refusal import Refusal
from events.domain.successors import give, make_void
from events.domain.writing import writing
from events.models import Award, Event, Match, Seat

_NOT_YET = {Event.State.DRAFT, Event.State.PUBLISHED, Event.State.CANCELLED}


class Ruling(StrEnum):
    """What can be ruled."""

    DISQUALIFY = "disqualify"
    REINSTATE = "reinstate"
    SWAP = "swap"
    STRIKE = "strike"
    NOTE = "note"


def ruling(
    *,
    event_id: str,
    by: str,
    kind: str,
    reason: str,
    command_id: str,
    registration_id: int | None = None,
    match_id: str | None = None,
    other_id: int | None = None,
) -> None:
    """Rule; after the evening this makes version n+1 of its result, during it the result at its end says so.

    ``disqualify`` and ``reinstate`` take a registration (`exclusion`). ``swap`` lets two registrations of a match that
    is over change places and what they won by them, ``strike`` takes one's place and lets the others move up.
    ``note`` only writes the reason down. Raises Refusal on ``kind`` for another, 404 for a match or a seat that isn't
    there, while the match goes on, and where a prize has been handed over that would change hands.
    """
    if kind not in list(Ruling):
        raise Refusal("choice", _("Choose one from the list."), field="kind")
    carry_all(event_id=event_id)
    if kind in (Ruling.DISQUALIFY, Ruling.REINSTATE):
        act = exclusion.disqualify if kind == Ruling.DISQUALIFY else exclusion.reinstate
        act(
            event_id=event_id,
            by=by,
            registration_id=registration_id or 0,
            reason=reason,
            command_id=command_id,
        )
        return
    with writing(event_id, by=by) as ledger:
        asked = {"ruling": kind, "of": [registration_id, match_id, other_id], "reason": reason}
        if ledger.repeats(command_id, asked):
            return
        correct(ledger, kind, reason, registration_id, match_id, other_id)


def correct(
    ledger: Ledger,
    kind: str,
    reason: str,
    registration_id: int | None = None,
    match_id: str | None = None,
    other_id: int | None = None,
) -> None:
    """A swap, a strike or a note, under its lock."""
    if ledger.event.state in _NOT_YET:
        raise Refusal("not-yet", _("There is no result yet that could be ruled on."))
    reason = clean_line(reason, field="reason", longest=240, needed=True)
    if kind == Ruling.NOTE:
        ledger.append("noted", reason=reason)
    elif kind == Ruling.SWAP:
        _swap(ledger, match_id, registration_id, other_id, reason)
    else:
        _strike(ledger, match_id, registration_id, reason)
    results.next_version(ledger, reason)


def _swap(
    ledger: Ledger,
    match_id: str | None,
    registration_id: int | None,
    other_id: int | None,
    reason: str,
) -> None:
    match = _match(ledger, match_id)
    one, other = _placed(match, registration_id), _placed(match, other_id)
    if one.place == other.place:
        raise Refusal("same-place", _("Choose two people with different places."))
    taker = {one.registration_id: other.registration, other.registration_id: one.registration}
    theirs = _awards(match, one, other)
    one.place, other.place = other.place, one.place
    Seat.objects.bulk_update([one, other], ["place"])
    _record(ledger, match, "swap", [one, other], reason)
    for award in theirs:
        make_void(ledger, award, reason)
    for award in theirs:
        award.successor = give(
            ledger, award.prize, award.place, taker[award.registration_id], reason, before=award
        )
        award.save(update_fields=["successor"])


def _strike(ledger: Ledger, match_id: str | None, registration_id: int | None, reason: str) -> None:
    match = _match(ledger, match_id)
    seat = _placed(match, registration_id)
    theirs = _awards(match, seat)
    below = match.seats.filter(place__gt=seat.place)
    seat.place = None
    seat.save(update_fields=["place"])
    below.update(place=F("place") - 1)
    _record(ledger, match, "strike", [seat], reason)
    for award in theirs:
        make_void(ledger, award, reason)


def _awards(match: Match, *seats: Seat) -> list[Award]:
    """What those in the seats have from the match and haven't lost."""
    rows = match.awards.filter(registration__in=[seat.registration_id for seat in seats])
    gone = [Award.State.VOID, Award.State.RETURNED]
    return list(
        rows.exclude(state__in=gone).select_related("prize", "registration", "match__round")
    )


def _match(ledger: Ledger, match_id: str | None) -> Match:
    match = ledger.event.matches.select_related("round", "event").filter(public_id=match_id).first()
    if match is None:
        raise Refusal("no-match", _("There is no such match at this evening."), status=404)
    if match.ended_at is None:
        raise Refusal("match-goes-on", _("This match goes on. Undo a move at its table instead."))
    return match


def _placed(match: Match, registration_id: int | None) -> Seat:
    seat = (
        match.seats.filter(registration_id=registration_id or 0)
        .select_related("registration")
        .first()
    )
    if seat is None:
        raise Refusal("no-seat", _("They didn't sit at that table."), status=404)
    if seat.place is None:
        raise Refusal("no-place", _("They have no place at that table."))
    return seat


def _record(ledger: Ledger, match: Match, kind: str, seats: list[Seat], reason: str) -> None:
    ledger.append(
        "corrected",
        ruling=kind,
        round=match.round.number,
        kind=str(match.round.kind),
        match=match.public_id,
        names=[seat.registration.name for seat in seats],
        regs=[seat.registration.reg for seat in seats],
        reason=reason,
    )
