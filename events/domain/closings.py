"""Carrying a finished match into its event's ledger, in a transaction of its own."""

from events.domain.writing import writing
from events.models import Award, Closing, LogEntry, Match, Registration


def carry_all(*, event_id: str) -> None:
    """Carry whatever a crash left behind, so that what comes next stands after it in the ledger."""
    left = Closing.objects.filter(match__event__public_id=event_id, done_at=None)
    for match_id in left.order_by("match_id").values_list("match__public_id", flat=True):
        carry_closing(match_id=match_id)


def carry_closing(*, match_id: str) -> None:
    """Tell the ledger how the match ended and who won what. Twice does nothing twice; the sweep retries it.

    Locks Event, then Match, like everything that needs both (design.md 5).
    """
    event_id = Match.objects.values_list("event__public_id", flat=True).get(public_id=match_id)
    with writing(event_id, by="clock") as ledger:
        match = Match.objects.select_for_update(no_key=True).get(public_id=match_id)
        closing = Closing.objects.get(match=match)
        if closing.done_at is not None:
            return
        ledger.append(
            "match-ended",
            round=match.round.number,
            match=match.public_id,
            seq=match.seq,
            head=match.head,
            places=[
                [seat.place, seat.registration.reg]
                for seat in match.seats.exclude(place=None)
                .order_by("place")
                .select_related("registration")
            ],
            rolls=LogEntry.objects.filter(match=match).exclude(chance=[]).count(),
        )
        for award in match.awards.select_related("prize", "registration"):
            if award.registration.status == Registration.Status.DISQUALIFIED:
                _void(award)
            is_void = award.state == Award.State.VOID
            ledger.append(
                "voided" if is_void else "awarded",
                **({"reason": award.reason} if is_void else {"round": match.round.number}),
                place=award.place,
                prize=award.prize.title if award.prize else "",
                reg=award.registration.reg,
            )
        closing.done_at = ledger.now
        closing.save(update_fields=["done_at"])


def _void(award: Award) -> None:
    """Somebody may have been disqualified while the match was ending, unseen by either (the locks differ)."""
    if award.state == Award.State.AWARDED:
        award.state, award.reason = Award.State.VOID, "disqualified"
        award.save(update_fields=["state", "reason"])
