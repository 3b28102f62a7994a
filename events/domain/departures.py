"""Leaving an evening for good: the entry, a call that is open and a seat at a table, all together."""

from django.utils.translation import gettext as _

from events.domain import registration
from events.domain.calls import give_up_call
from events.domain.play import LINEUP_AWAITED, execute
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Match, Person, Registration, Seat
from games.kernel import Host, Player
from games.table import Withdraw


def leave(*, event_id: str, person: Person, command_id: str) -> None:
    """The person withdraws from the event, in whatever state it is."""
    registration.withdraw(event_id=event_id, person=person, command_id=command_id)
    _clear_place(event_id, person, str(_("left the evening")), f"person/{person.public_id}")
    seat = _open_seat(event_id, person)
    if seat is not None:
        # Before the start nobody but the host can act at a table, so the leaving is done as the host.
        started = seat.match.seq > 0
        actor = Player(seat.number) if started else Host()
        _withdraw(seat, actor, "" if started else str(_("left the evening")), command_id)


def take_out(*, event_id: str, by: str, registration_id: int, reason: str, command_id: str) -> None:
    """The host removes somebody, with a reason that everybody reads."""
    registration.remove(
        event_id=event_id,
        by=by,
        registration_id=registration_id,
        reason=reason,
        command_id=command_id,
    )
    person = Registration.objects.select_related("person").get(pk=registration_id).person
    leave_the_table(event_id=event_id, by=by, person=person, reason=reason, command_id=command_id)


def leave_the_table(
    *, event_id: str, by: str, person: Person, reason: str, command_id: str
) -> None:
    """Whoever was taken out gives up an open call and a seat at a table, for a reason that everybody reads."""
    _clear_place(event_id, person, reason, by)
    seat = _open_seat(event_id, person)
    if seat is not None:
        _withdraw(seat, Host(), reason, command_id)


def clear_seats(*, match_id: str) -> None:
    """Whoever left while the line-up waited for its entropy, when nobody could act, gives up the seat now."""
    gone = Seat.objects.filter(match__public_id=match_id).exclude(
        registration__status=Registration.Status.REGISTERED
    )
    for seat in gone.select_related("match").order_by("number"):
        _withdraw(seat, Host(), str(_("left the evening")), f"left/{seat.pk}")


def _clear_place(event_id: str, person: Person, reason: str, by: str) -> None:
    with writing(event_id, by=by) as ledger:
        give_up_call(ledger, person, reason)


def _open_seat(event_id: str, person: Person) -> Seat | None:
    return (
        Seat.objects.filter(
            match__event__public_id=event_id,
            match__ended_at=None,
            registration__person=person,
        )
        .select_related("match")
        .first()
    )


def _withdraw(seat: Seat, actor: Player | Host, reason: str, command_id: str) -> None:
    match: Match = seat.match
    try:
        execute(
            match_id=match.public_id,
            actor=actor,
            command=Withdraw(seat.number, reason),
            command_id=command_id,
            ticket=None,
        )
    except Refusal as refusal:
        # The match may have ended, or the seat left, a moment earlier: either way nobody waits for it. Of a line-up
        # that waits for its entropy the seat is cleared as soon as that is there.
        if refusal.code not in {"over", "withdrawn", LINEUP_AWAITED}:
            raise
