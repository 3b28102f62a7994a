"""What a match's outcome means for the evening: places, awards, and the closing still to be carried."""

from datetime import datetime, timedelta

from events.models import Award, Closing, Match, Prize
from games import codec
from games.kernel import Outcome


def settle(match: Match, outcome: Outcome, now: datetime) -> None:
    """Write places and awards and note that the ledger is still to hear of it.

    Part of the transaction that ended the match; the caller saves ``match``.
    """
    match.outcome = codec.encode(outcome)
    match.ended_at = now
    match.next_deadline = None
    seats = {seat.number: seat for seat in match.seats.select_related("registration")}
    place = 1
    for group in outcome.places:
        for number in group:
            seats[number].place = place
            seats[number].save(update_fields=["place"])
        place += len(group)
    prizes = {
        prize.place: prize
        for prize in Prize.objects.filter(event=match.event, round=match.round.prize_round)
    }
    Award.objects.bulk_create(
        Award(
            event=match.event,
            match=match,
            prize=prizes.get(name),
            place=name,
            registration=seats[number].registration,
            awarded_at=now,
            claim_until=now + timedelta(days=match.event.claim_days),
        )
        for name, winners in outcome.prizes.items()
        for number in winners
    )
    Closing.objects.create(match=match)
