"""What a match's outcome means for the evening: places, awards, and the closing still to be carried."""

from datetime import datetime, timedelta

from events.domain.ledger import Ledger
from events.models import Award, Closing, Match, Prize, Registration, Round
from events.queries import programme, successors
from games import codec
from games.kernel import Outcome
from games.prizes import prizes_of
from games.programme import places_count

AWARD_ORDER = ("main", "first", "second", "third", "door")
"""The podium comes first."""

_PODIUM = ("first", "second", "third")


def settle(match: Match, outcome: Outcome, now: datetime) -> None:
    """Write places and awards and note that the ledger is still to hear of it.

    What somebody disqualified would have won is void at once. Part of the transaction that ended the match; the
    caller saves ``match``.
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
    prizes = _prizes(match, match.round.prize_round)
    won = prizes_of(outcome, is_final=match.round.kind == Round.Kind.FINAL)
    Award.objects.bulk_create(
        _award(match, prizes.get(name), name, seats[number].registration, now)
        for name in sorted(won, key=AWARD_ORDER.index)
        for number in won[name]
    )
    Closing.objects.create(match=match)


def award_by_heat(ledger: Ledger) -> None:
    """Where no final can be, the places of the one winner's heat are the evening's: its prizes go by them (EV-4).

    The door prize goes to whoever has the heat's, or else to the best placed without a prize.
    """
    event = ledger.event
    if not places_count(programme.evening_of(event)):
        return
    heats = event.matches.filter(round__kind__in=Round.BEFORE_A_FINAL).exclude(ended_at=None)
    deciding = [
        match
        for match in heats.select_related("round", "event")
        if match.seats.filter(place=1, registration__status=Registration.Status.REGISTERED).exists()
    ]
    if len(deciding) != 1:
        return
    match = deciding[0]
    prizes = _prizes(match, 0)
    placed = match.seats.exclude(place=None).order_by("place", "number")
    # A tie shares a place, never a prize (games.prizes).
    for name, seat in zip(_PODIUM, placed.select_related("registration"), strict=False):
        if name in prizes and seat.registration.status == Registration.Status.REGISTERED:
            _announce(ledger, _award(match, prizes[name], name, seat.registration, ledger.now))
    if "door" in prizes:
        _award_door(ledger, match, prizes["door"])


def _award_door(ledger: Ledger, match: Match, prize: Prize) -> None:
    taken = set(match.awards.filter(prize__isnull=False).values_list("registration_id", flat=True))
    held = match.awards.filter(place="door", prize=None).select_related("registration").first()
    if held is not None and held.registration_id not in taken:
        held.prize = prize
        _announce(ledger, held)
        return
    wanted = Award(event=match.event, match=match, prize=prize, place="door")
    entry = next(iter(successors.candidates(wanted)), None)
    if entry is not None:
        _announce(ledger, _award(match, prize, "door", entry, ledger.now))


def _announce(ledger: Ledger, award: Award) -> None:
    award.save()
    ledger.append(
        "awarded",
        by="clock",
        round=0,
        place=award.place,
        prize=award.prize.title if award.prize else "",
        reg=award.registration.reg,
    )


def _prizes(match: Match, number: int) -> dict[str, Prize]:
    bound = match.event.prizes.filter(round=number).exclude(place=Prize.Place.CUSTOM)
    return {prize.place: prize for prize in bound}


def _award(
    match: Match, prize: Prize | None, place: str, entry: Registration, now: datetime
) -> Award:
    is_out = entry.status == Registration.Status.DISQUALIFIED
    return Award(
        event=match.event,
        match=match,
        prize=prize,
        place=place,
        registration=entry,
        state=Award.State.VOID if is_out else Award.State.AWARDED,
        reason="disqualified" if is_out else "",
        awarded_at=now,
        claim_until=now + timedelta(days=match.event.claim_days),
    )
