"""Leaving for good, in whatever state: on the list, called, here, seated, playing, over."""

from events.domain import departures, registration
from events.models import Call, Event, Match, Person, Registration
from games.kernel import Player
from tests.events.factories import by, closed_event, new_id, open_event, register
from tests.events.playing import (
    act,
    answer,
    awaited,
    called,
    committed,
    draw,
    drawn_event,
    forget_everything,
    newcomer,
    pass_over,
    play_to_end,
    refused,
    replayed,
    seated_match,
    started_match,
    state,
)

Status = Registration.Status


def leave(event: Event, person: Person, command_id: str | None = None) -> None:
    with committed():
        departures.leave(event_id=event.public_id, person=person, command_id=command_id or new_id())


def take_out(event: Event, entry: Registration, command_id: str | None = None) -> None:
    with committed():
        departures.take_out(
            event_id=event.public_id,
            by=by(event),
            registration_id=entry.pk,
            reason="shouting",
            command_id=command_id or new_id(),
        )


def entry_in(match: Match, seat: int) -> Registration:
    return match.seats.select_related("registration__person").get(number=seat).registration


def test_leaving_the_list_is_withdrawing() -> None:
    event = open_event()
    entry = register(event)
    leave(event, entry.person)
    entry.refresh_from_db()
    assert entry.status == Status.WITHDRAWN


def test_whoever_leaves_while_called_is_replaced() -> None:
    event = drawn_event(7)
    call = called(event)[0]
    leave(event, call.registration.person)
    call.refresh_from_db()
    assert (call.state, call.reason) == (Call.State.PASSED, "left the evening")
    assert called(event)[-1].rank == 7
    line = event.ledger.get(kind="passed")
    assert line.by == f"person/{call.registration.person.public_id}"


def test_whoever_leaves_while_here_is_replaced() -> None:
    event = drawn_event(7)
    call = called(event)[0]
    answer(event, call.registration.person)
    leave(event, call.registration.person)
    call.refresh_from_db()
    assert call.state == Call.State.PASSED
    assert [other.rank for other in called(event)] == [2, 3, 4, 5, 6, 7]


def test_the_last_answer_missing_leaves_and_the_others_are_seated() -> None:
    event = drawn_event(3)
    first, second, third = called(event)
    answer(event, first.registration.person)
    answer(event, second.registration.person)
    leave(event, third.registration.person)
    match = Match.objects.get(event=event)
    assert match.seats.count() == 2


def test_leaving_a_round_that_came_to_nothing_says_so_once() -> None:
    event = drawn_event(2)
    here, other = called(event)
    answer(event, here.registration.person)
    pass_over(event, other)
    leave(event, here.registration.person)
    assert event.ledger.filter(kind="round-empty").count() == 1
    refused("too-few", lambda: draw(event))


def test_leaving_before_the_start_frees_nobody_else() -> None:
    match = seated_match(3)
    entry = entry_in(match, 1)
    leave(match.event, entry.person)
    match.refresh_from_db()
    assert state(match).withdrawn == (1,)
    assert match.ended_at is None
    assert state(match) == replayed(match)
    play_to_end(match)
    assert match.seats.get(number=1).place is None


def test_leaving_during_play_withdraws_the_seat() -> None:
    match = started_match(3)
    act(match)
    entry = entry_in(match, 0)
    leave(match.event, entry.person)
    match.refresh_from_db()
    row = match.log.get(kind="Withdrew")
    assert (row.by, row.data["seat"], row.data["reason"]) == ("seat/0", 0, "")
    assert Player(0) not in dict(awaited(match))


def test_with_one_left_the_match_ends() -> None:
    match = started_match(2)
    leave(match.event, entry_in(match, 0).person)
    match.refresh_from_db()
    assert match.ended_at is not None
    assert [match.seats.get(number=seat).place for seat in (0, 1)] == [None, 1]
    assert match.event.ledger.filter(kind="match-ended").count() == 1


def test_leaving_by_one_press_twice_is_leaving_once() -> None:
    match = started_match(3)
    person = entry_in(match, 0).person
    leave(match.event, person, command_id="bye")
    match.refresh_from_db()
    before = match.seq, match.event.ledger.count()
    leave(match.event, person, command_id="bye")
    match.refresh_from_db()
    assert (match.seq, match.event.ledger.count()) == before
    assert refused("not-in", lambda: leave(match.event, person)).status == 409


def test_a_repeat_finishes_what_was_cut_off_after_the_entry() -> None:
    match = started_match(3)
    person = entry_in(match, 0).person
    registration.withdraw(event_id=match.event.public_id, person=person, command_id="bye")
    leave(match.event, person, command_id="bye")
    match.refresh_from_db()
    assert state(match).withdrawn == (0,)


def test_the_host_takes_somebody_out_of_a_match_with_the_reason() -> None:
    match = started_match(3)
    entry = entry_in(match, 2)
    take_out(match.event, entry)
    entry.refresh_from_db()
    match.refresh_from_db()
    row = match.log.get(kind="Withdrew")
    assert (entry.status, row.by, row.data["reason"]) == (Status.REMOVED, "host", "shouting")
    assert match.event.ledger.get(kind="removed").data["reason"] == "shouting"


def test_the_host_takes_out_somebody_called() -> None:
    event = drawn_event(7)
    call = called(event)[0]
    take_out(event, call.registration)
    call.refresh_from_db()
    assert (call.state, call.reason, called(event)[-1].rank) == ("passed", "shouting", 7)
    assert event.ledger.get(kind="passed").by == by(event)


def test_what_was_won_stays_won_when_the_winner_leaves() -> None:
    match = play_to_end(seated_match(3))
    award = match.awards.get(place="main")
    leave(match.event, award.registration.person)
    award.refresh_from_db()
    assert award.state == "awarded"
    assert match.seats.get(registration=award.registration).place == 1


def test_a_stranger_and_another_evenings_entry_can_not_leave() -> None:
    forget_everything()
    event, other = closed_event(2), closed_event(2)
    assert refused("not-in", lambda: leave(event, newcomer())).status == 409
    foreign = other.registrations.all()[0]
    assert refused("no-entry", lambda: take_out(event, foreign)).status == 404
    foreign.refresh_from_db()
    assert foreign.status == Status.REGISTERED
