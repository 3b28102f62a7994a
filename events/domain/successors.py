"""Awards that don't stand, who takes them instead, and prizes that the host gives as they like."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from events.domain import results
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.prizes import award_of, record, reopen, settle_if_done
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Award, Event, Prize, Registration
from events.queries import successors

State = Award.State
_GIVEN = {State.DELIVERED, State.CONFIRMED}
_TOO_EARLY = {Event.State.DRAFT, Event.State.PUBLISHED, Event.State.CANCELLED}


def award_custom(
    *, event_id: str, by: str, prize_id: int, registration_id: int, reason: str, command_id: str
) -> Award:
    """The host gives one of their own prizes to somebody on the list, with a reason that everybody reads.

    After the evening this makes the result's next version. Raises Refusal 404 for no such prize or entry, when it has
    been awarded already, and for whoever isn't on the list any more.
    """
    with writing(event_id, by=by) as ledger:
        prize = ledger.event.prizes.filter(pk=prize_id, place=Prize.Place.CUSTOM).first()
        if prize is None:
            raise Refusal("no-prize", _("There is no such prize at this evening."), status=404)
        payload = {"custom": prize_id, "to": registration_id, "reason": reason}
        if ledger.repeats(command_id, payload):
            return prize.awards.latest("pk")
        if ledger.event.state in _TOO_EARLY:
            raise Refusal("too-early", _("Prizes are given once the list is closed."))
        if prize.awards.exclude(state__in=[State.VOID, State.RETURNED]).exists():
            raise Refusal("awarded", _("This prize has been awarded already."))
        entry = _entry(ledger, registration_id)
        reason = clean_line(reason, field="reason", longest=240, needed=True)
        # What was void or went back is followed by this one, so that the result names the prize once.
        before = prize.awards.filter(successor=None).select_related("match", "registration").last()
        award = give(ledger, prize, str(Prize.Place.CUSTOM), entry, reason, before=before)
        if before is not None:
            before.successor = award
            before.save(update_fields=["successor"])
        results.next_version(ledger, reason)
        return award


def void_award(
    *,
    event_id: str,
    by: str,
    award_id: int,
    reason: str,
    command_id: str,
    successor_id: int | None = None,
) -> None:
    """The award doesn't stand, for a reason that everybody reads; ``successor_id`` gets it at once.

    Raises Refusal for one that has been handed over or is void already, and as `award_successor` does.
    """
    with writing(event_id, by=by) as ledger:
        payload = {"void": award_id, "reason": reason, "to": successor_id}
        if ledger.repeats(command_id, payload):
            return
        award = award_of(ledger, award_id)
        reason = clean_line(reason, field="reason", longest=240, needed=True)
        make_void(ledger, award, reason)
        if successor_id is not None:
            hand_on(ledger, award, _candidate(award, successor_id), reason)
        results.next_version(ledger, reason)
        settle_if_done(ledger)


def propose_successor(award: Award) -> Registration | None:
    """Who would take the prize instead: the first of `queries.successors.candidates`."""
    return next(iter(successors.candidates(award)), None)


def award_successor(
    *, event_id: str, by: str, award_id: int, registration_id: int, reason: str, command_id: str
) -> Award:
    """Give what is void or has gone back to one who comes after.

    Whoever moves up to it gives up what they had from the same match and haven't been handed, so that one person
    takes one prize; that award is void then and has a successor of its own. Raises Refusal for an award that stands,
    that has a successor, or for somebody who doesn't come after.
    """
    with writing(event_id, by=by) as ledger:
        award = award_of(ledger, award_id)
        payload = {"successor": award_id, "to": registration_id, "reason": reason}
        if ledger.repeats(command_id, payload):
            return award.successor or award
        if award.state not in (State.VOID, State.RETURNED):
            raise Refusal("stands", _("This award stands. Declare it void first."))
        if award.successor_id is not None:
            raise Refusal("succeeded", _("This prize has a new winner already."))
        reason = clean_line(reason, field="reason", longest=240, needed=True)
        successor = hand_on(ledger, award, _candidate(award, registration_id), reason)
        results.next_version(ledger, reason)
        return successor


def make_void(ledger: Ledger, award: Award, reason: str) -> None:
    """Raises Refusal for what has been handed over or is void already."""
    if award.state in _GIVEN:
        raise Refusal(
            "delivered",
            _("This prize has been handed over to %(name)s already.")
            % {"name": award.registration.name},
        )
    if award.state == State.VOID:
        raise Refusal("void", _("This award doesn't stand any more."))
    award.state, award.reason = State.VOID, reason
    award.save(update_fields=["state", "reason"])
    record(ledger, "voided", award, reason=reason)


def hand_on(ledger: Ledger, award: Award, entry: Registration, reason: str) -> Award:
    """Make the award of the one who takes it instead, and let them give up a lesser one."""
    for other in successors.gives_up(award, entry):
        make_void(ledger, other, reason)
    successor = give(ledger, award.prize, award.place, entry, reason, before=award)
    award.successor = successor
    award.save(update_fields=["successor"])
    return successor


def give(
    ledger: Ledger,
    prize: Prize | None,
    place: str,
    entry: Registration,
    reason: str,
    before: Award | None = None,
) -> Award:
    """Make an award and write it down; ``before`` is the one that it comes instead of."""
    award = Award.objects.create(
        event=ledger.event,
        match=before.match if before else None,
        prize=prize,
        place=place,
        registration=entry,
        reason=reason,
        awarded_at=ledger.now,
        claim_until=ledger.now + timedelta(days=ledger.event.claim_days),
    )
    more = {"instead_of": before.registration.name} if before else {}
    number = before.match.round.number if before and before.match else 0
    record(ledger, "awarded", award, round=number, reason=reason, **more)
    reopen(ledger)
    return award


def _entry(ledger: Ledger, registration_id: int) -> Registration:
    entry = ledger.event.registrations.filter(pk=registration_id).first()
    if entry is None:
        raise Refusal("no-entry", _("There is no such entry at this evening."), status=404)
    if entry.status != Registration.Status.REGISTERED and not (
        entry.status == Registration.Status.WITHDRAWN and entry.seats.exists()
    ):
        raise Refusal(
            "not-active", _("They aren't on this evening's list, so they can't win here.")
        )
    return entry


def _candidate(award: Award, registration_id: int) -> Registration:
    for entry in successors.candidates(award):
        if entry.pk == registration_id:
            return entry
    raise Refusal("not-next", _("Choose somebody who comes after the winner."))
