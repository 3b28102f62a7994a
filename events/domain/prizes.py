"""An award's life: awarded, claimed by the winner, delivered by the host or an organiser."""

from django.utils.translation import gettext_lazy as _

from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Award, Event, Person


def claim_award(*, event_id: str, person: Person, award_id: int, command_id: str) -> None:
    """The winner says that they want their prize. Raises Refusal 403 for anybody else."""
    with writing(event_id, by=f"person/{person.public_id}") as ledger:
        if ledger.repeats(command_id, {"claim": award_id}):
            return
        award = _award(ledger, award_id)
        if award.registration.person_id != person.pk:
            raise Refusal("not-yours", _("Only the winner can claim this prize."), status=403)
        if award.state != Award.State.AWARDED:
            raise Refusal("claimed", _("You have claimed this prize already."))
        award.state, award.claimed_at = Award.State.CLAIMED, ledger.now
        award.save(update_fields=["state", "claimed_at"])
        _record(ledger, "claimed", award)


def deliver_award(*, event_id: str, by: str, award_id: int, command_id: str) -> None:
    """The host or an organiser says that a claimed prize has been handed over.

    The last delivery settles a finished evening.
    """
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"deliver": award_id}):
            return
        award = _award(ledger, award_id)
        if award.state == Award.State.AWARDED:
            raise Refusal(
                "unclaimed", _("The winner hasn't claimed this prize yet. Remind them first.")
            )
        if award.state != Award.State.CLAIMED:
            raise Refusal("delivered", _("This prize has been delivered already."))
        award.state, award.delivered_at = Award.State.DELIVERED, ledger.now
        award.save(update_fields=["state", "delivered_at"])
        _record(ledger, "delivered", award)
        settle_if_done(ledger)


def settle_if_done(ledger: Ledger) -> None:
    """A finished evening with nothing left to hand over is settled."""
    owed = Award.objects.filter(
        event=ledger.event,
        prize__isnull=False,
        state__in=[Award.State.AWARDED, Award.State.CLAIMED],
    )
    if ledger.event.state == Event.State.FINISHED and not owed.exists():
        ledger.event.state = Event.State.SETTLED
        ledger.append("settled", by="clock")


def _award(ledger: Ledger, award_id: int) -> Award:
    award = (
        Award.objects.filter(event=ledger.event, pk=award_id)
        .select_related("prize", "registration__person")
        .first()
    )
    if award is None or award.prize is None:
        raise Refusal("no-prize", _("There is no such prize at this evening."), status=404)
    return award


def _record(ledger: Ledger, kind: str, award: Award) -> None:
    ledger.append(
        kind,
        place=award.place,
        prize=award.prize.title if award.prize else "",
        name=award.registration.name,
        reg=award.registration.reg,
    )
