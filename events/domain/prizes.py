"""An award's life: awarded, claimed by the winner, delivered by the host, received or disputed by the winner."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Award, Event, Person, Registration

State = Award.State


def claim_award(
    *,
    event_id: str,
    command_id: str,
    person: Person | None = None,
    award_id: int | None = None,
    claim_code: str | None = None,
) -> Award:
    """The winner says that they want their prize.

    Either ``award_id`` with the winner as ``person``, or the ``claim_code`` that the host handed over to a winner
    whose device is gone: whoever has it claims with it. Raises Refusal 403 for anybody else, 404 on ``claim_code`` for
    a code that opens nothing, and once the prize has gone back.
    """
    return_unclaimed(event_id=event_id)
    with writing(event_id, by=f"person/{person.public_id}" if person else "claim-code") as ledger:
        award = (
            award_of(ledger, award_id) if claim_code is None else _award_by_code(ledger, claim_code)
        )
        if ledger.repeats(command_id, {"claim": award.pk}):
            return award
        is_winner = person is not None and award.registration.person_id == person.pk
        if not is_winner and claim_code is None:
            raise Refusal("not-yours", _("Only the winner can claim this prize."), status=403)
        check_not_disqualified(award)
        if award.state != State.AWARDED:
            raise _not_to_claim(award)
        award.state, award.claimed_at = State.CLAIMED, ledger.now
        award.save(update_fields=["state", "claimed_at"])
        record(ledger, "claimed", award, **({} if is_winner else {"with_code": True}))
        return award


def deliver_award(*, event_id: str, by: str, award_id: int, command_id: str) -> None:
    """The host or an organiser says that a claimed prize has been handed over, also once more after a dispute.

    The last delivery settles a finished evening. Raises Refusal before it is claimed, a second time, and while the
    winner is disqualified.
    """
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"deliver": award_id}):
            return
        award = award_of(ledger, award_id)
        check_not_disqualified(award)
        if award.state == State.AWARDED:
            raise Refusal(
                "unclaimed", _("The winner hasn't claimed this prize yet. Remind them first.")
            )
        if award.state not in (State.CLAIMED, State.DISPUTED):
            raise _gone(award) or Refusal("delivered", _("This prize has been delivered already."))
        award.state, award.delivered_at = State.DELIVERED, ledger.now
        award.save(update_fields=["state", "delivered_at"])
        record(ledger, "delivered", award)
        settle_if_done(ledger)


def confirm_award(*, event_id: str, person: Person, award_id: int, command_id: str) -> None:
    """The winner says that they have it. Raises Refusal before it was delivered, and for anybody else."""
    with writing(event_id, by=f"person/{person.public_id}") as ledger:
        if ledger.repeats(command_id, {"confirm": award_id}):
            return
        award = _own_award(ledger, award_id, person)
        if award.state not in (State.DELIVERED, State.DISPUTED):
            raise _not_delivered(award)
        award.state = State.CONFIRMED
        award.save(update_fields=["state"])
        record(ledger, "confirmed", award)
        settle_if_done(ledger)


def dispute_award(
    *, event_id: str, person: Person, award_id: int, text: str, command_id: str
) -> None:
    """The winner says that a prize called delivered hasn't come, or not as promised. It is owed again.

    Raises Refusal before it was delivered, for anybody else, and on ``text`` without 1 to 240 characters.
    """
    with writing(event_id, by=f"person/{person.public_id}") as ledger:
        if ledger.repeats(command_id, {"dispute": award_id, "text": text}):
            return
        award = _own_award(ledger, award_id, person)
        if award.state != State.DELIVERED:
            raise _not_delivered(award)
        award.reason = clean_line(text, field="text", longest=240, needed=True)
        award.state = State.DISPUTED
        award.save(update_fields=["state", "reason"])
        record(ledger, "disputed", award, text=award.reason)
        reopen(ledger)


def return_unclaimed(*, event_id: str) -> None:
    """What nobody claimed in time goes back to who gave it. Twice or late does nothing twice."""
    with writing(event_id, by="clock") as ledger:
        due = ledger.event.awards.filter(
            state=State.AWARDED, prize__isnull=False, claim_until__lt=ledger.now
        )
        for award in due.select_related("prize", "registration"):
            award.state = State.RETURNED
            award.save(update_fields=["state"])
            record(ledger, "returned", award)
        settle_if_done(ledger)


def settle_if_done(ledger: Ledger) -> None:
    """A finished evening with nothing left to hand over is settled."""
    owed = ledger.event.awards.filter(prize__isnull=False, state__in=Award.OWED)
    if ledger.event.state == Event.State.FINISHED and not owed.exists():
        ledger.event.state = Event.State.SETTLED
        ledger.append("settled", by="clock")


def reopen(ledger: Ledger) -> None:
    """A settled evening at which something is owed again is only finished."""
    if ledger.event.state == Event.State.SETTLED:
        ledger.event.state = Event.State.FINISHED


def award_of(ledger: Ledger, award_id: int | None) -> Award:
    """An award of this evening that comes with a prize. Raises Refusal 404 for another."""
    return _found(ledger, pk=award_id)


def record(ledger: Ledger, kind: str, award: Award, **more: Any) -> None:
    """Write a step of an award to the ledger."""
    ledger.append(
        kind,
        place=award.place,
        prize=award.prize.title if award.prize else "",
        reg=award.registration.reg,
        **more,
    )


def check_not_disqualified(award: Award) -> None:
    """Raises Refusal while the winner is disqualified: nothing is handed over then."""
    if award.registration.status == Registration.Status.DISQUALIFIED:
        raise Refusal(
            "disqualified",
            _("%(name)s is disqualified, so this prize isn't theirs. Give it to the next.")
            % {"name": award.registration.name},
        )


def _own_award(ledger: Ledger, award_id: int, person: Person) -> Award:
    award = award_of(ledger, award_id)
    if award.registration.person_id != person.pk:
        raise Refusal("not-yours", _("Only the winner can say that."), status=403)
    return award


def _award_by_code(ledger: Ledger, claim_code: str) -> Award:
    code = "".join(claim_code.split()).replace("-", "").lower()
    try:
        return _found(ledger, claim_code=code)
    except Refusal as refusal:
        raise Refusal(
            "no-code",
            _("No prize of this evening has this code. Type it as the host gave it out."),
            status=404,
            field="claim_code",
        ) from refusal


def _found(ledger: Ledger, **wanted: Any) -> Award:
    award = (
        Award.objects.filter(event=ledger.event, **wanted)
        .select_related("prize", "registration__person", "match__round")
        .first()
    )
    if award is None or award.prize is None:
        raise Refusal("no-prize", _("There is no such prize at this evening."), status=404)
    return award


def _not_to_claim(award: Award) -> Refusal:
    return _gone(award) or Refusal("claimed", _("You have claimed this prize already."))


def _not_delivered(award: Award) -> Refusal:
    if award.state == State.CONFIRMED:
        return Refusal("confirmed", _("You have said already that you have it."))
    if award.state == State.DISPUTED:
        return Refusal("disputed", _("You have said already that it hasn't come."))
    return _gone(award) or Refusal(
        "undelivered", _("This prize hasn't been delivered yet. Wait for the host.")
    )


def _gone(award: Award) -> Refusal | None:
    """Why there is nothing to hand over any more, if that is so."""
    if award.state == State.RETURNED:
        return Refusal("returned", _("Nobody claimed this prize in time, so it has gone back."))
    if award.state == State.VOID:
        return Refusal("void", _("This award doesn't stand any more."))
    return None
