"""Calling the drawn: they answer, are passed over, and the next reserve is called (EV-7)."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.matches import seat_players
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Call, Person, Registration, Round
from events.queries import rounds

NO_ANSWER = "no answer in time"
LONGEST_REASON = 120


def answer_call(*, event_id: str, person: Person, command_id: str) -> None:
    """The called person says that they are here. Raises Refusal when nobody called them or the time is up."""
    pass_over_due(event_id=event_id)
    with writing(event_id, by=f"person/{person.public_id}") as ledger:
        if ledger.repeats(command_id, {"answer": True}):
            return
        settle_due_calls(ledger)
        call = _newest_call(ledger, person)
        if call is None:
            raise Refusal("not-called", _("You are not called at the moment. Keep this page open."))
        if call.state == Call.State.HERE:
            return
        if call.state == Call.State.PASSED:
            raise Refusal(
                "passed-over",
                _("Your call has ended and the next person was called. You can be drawn again."),
            )
        _settle(ledger, call, Call.State.HERE)
        go_on(ledger, call.draw.round)


def pass_over(*, event_id: str, by: str, call_id: int, reason: str, command_id: str) -> None:
    """The host goes on without one who is called; the next reserve is called instead.

    Raises Refusal on ``reason``, which everybody reads, for more than 120 characters or unfit ones.
    """
    reason = clean_line(reason, field="reason", longest=LONGEST_REASON)
    pass_over_due(event_id=event_id)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"pass": call_id}):
            return
        settle_due_calls(ledger)
        call = _open_call(ledger, call_id)
        _settle(ledger, call, Call.State.PASSED, reason or str(_("passed over by the host")))
        go_on(ledger, call.draw.round)


def call_again(*, event_id: str, by: str, call_id: int, command_id: str) -> None:
    """The host calls the same person once more: their time starts anew."""
    pass_over_due(event_id=event_id)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"again": call_id}):
            return
        settle_due_calls(ledger)
        call = _open_call(ledger, call_id)
        call.deadline = ledger.now + timedelta(seconds=ledger.event.answer_s)
        call.save(update_fields=["deadline"])
        _record(ledger, "called", call, again=True)


def pass_over_due(*, event_id: str) -> None:
    """The clock passes over everybody who hasn't answered in time. Twice or late does nothing twice.

    In a transaction of its own, and before each command about calls: so it stays done if that is then refused.
    """
    with writing(event_id, by="clock") as ledger:
        settle_due_calls(ledger)


def settle_due_calls(ledger: Ledger) -> None:
    """Pass over, under the lock, whoever's time to answer is up."""
    due = Call.objects.filter(
        draw__event=ledger.event, state=Call.State.CALLED, deadline__lt=ledger.now
    ).select_related("draw__round", "registration")
    touched: Round | None = None
    for call in due.order_by("draw__number", "rank"):
        _settle(ledger, call, Call.State.PASSED, NO_ANSWER, by="clock")
        touched = call.draw.round
    if touched is not None:
        go_on(ledger, touched)


def give_up_call(ledger: Ledger, person: Person, reason: str) -> None:
    """Whoever leaves the event while called, or here and not yet seated, is passed over."""
    call = _newest_call(ledger, person)
    if call is None or call.state == Call.State.PASSED or not rounds.is_calling(call.draw.round):
        return
    _settle(ledger, call, Call.State.PASSED, reason)
    go_on(ledger, call.draw.round)


def go_on(ledger: Ledger, round_: Round) -> None:
    """Call whoever is needed; once nobody is called any more, seat those who are here."""
    call_from_reserves(ledger, round_)
    calls = rounds.calls_of(round_)
    if any(call.state == Call.State.CALLED for call in calls):
        return
    # Leaving takes several transactions: whoever is no longer on the list isn't seated.
    here = [
        call
        for call in calls
        if call.state == Call.State.HERE
        and call.registration.status == Registration.Status.REGISTERED
    ]
    if not seat_players(ledger, round_, [call.registration for call in here]):
        ledger.append("round-empty", by="clock", round=round_.number, here=len(here))


def call_from_reserves(ledger: Ledger, round_: Round) -> None:
    """Call reserves, in the order drawn, until every place has somebody called or here."""
    places = sum(round_.draws.values_list("places", flat=True))
    taken = sum(call.state != Call.State.PASSED for call in rounds.calls_of(round_))
    for draw, rank, registration in rounds.reserves_of(round_)[: max(0, places - taken)]:
        call = Call.objects.create(
            draw=draw,
            registration=registration,
            rank=rank,
            called_at=ledger.now,
            deadline=ledger.now + timedelta(seconds=ledger.event.answer_s),
        )
        _record(ledger, "called", call, reserve=rank > draw.places)


def _newest_call(ledger: Ledger, person: Person) -> Call | None:
    """The person's call in the round under way."""
    round_ = rounds.current(ledger.event)
    return next(
        (
            call
            for call in (rounds.calls_of(round_) if round_ else [])
            if call.registration.person_id == person.pk
        ),
        None,
    )


def _open_call(ledger: Ledger, call_id: int) -> Call:
    call = (
        Call.objects.filter(draw__event=ledger.event, pk=call_id)
        .select_related("draw__round", "registration")
        .first()
    )
    if call is None:
        raise Refusal("no-call", _("There is no such call at this evening."), status=404)
    if call.state != Call.State.CALLED:
        raise Refusal("call-settled", _("That call has been settled already."), status=409)
    return call


def _settle(
    ledger: Ledger, call: Call, state: Call.State, reason: str = "", *, by: str | None = None
) -> None:
    call.state, call.settled_at, call.reason = state, ledger.now, reason[:LONGEST_REASON]
    call.save(update_fields=["state", "settled_at", "reason"])
    _record(ledger, "here" if state == Call.State.HERE else "passed", call, by=by, reason=reason)


def _record(
    ledger: Ledger, kind: str, call: Call, *, by: str | None = None, **data: object
) -> None:
    ledger.append(
        kind,
        by=by,
        draw=call.draw.number,
        rank=call.rank,
        name=call.registration.name,
        reg=call.registration.reg,
        **data,
    )
