"""An award beyond the plain way: codes, receipts, disputes, what goes back, and who takes it instead."""

from datetime import timedelta

import pytest

from events.domain import prizes, successors
from events.domain.sweep import sweep
from events.models import Award, Event, Registration
from events.queries import results
from tests.events.awards import (
    CUSTOM,
    ROUND,
    award,
    claim,
    deliver,
    entry_at,
    finish,
    kinds,
    played_knockout,
    played_round,
)
from tests.events.factories import by, last_line, new_id
from tests.events.playing import SetClock, committed, newcomer, refused, set_clock  # noqa: F401

State = Award.State


def confirm(won: Award, person=None) -> None:
    prizes.confirm_award(
        event_id=won.event.public_id,
        person=person or won.registration.person,
        award_id=won.pk,
        command_id=new_id(),
    )
    won.refresh_from_db()


def dispute(won: Award, text: str = "Nothing came") -> None:
    prizes.dispute_award(
        event_id=won.event.public_id,
        person=won.registration.person,
        award_id=won.pk,
        text=text,
        command_id=new_id(),
    )
    won.refresh_from_db()


def void(won: Award, to: Registration | None = None, reason: str = "broke a rule") -> None:
    with committed():
        successors.void_award(
            event_id=won.event.public_id,
            by=by(won.event),
            award_id=won.pk,
            reason=reason,
            command_id=new_id(),
            successor_id=to.pk if to else None,
        )
    won.refresh_from_db()


def hand_on(won: Award, entry: Registration) -> Award:
    with committed():
        return successors.award_successor(
            event_id=won.event.public_id,
            by=by(won.event),
            award_id=won.pk,
            registration_id=entry.pk,
            reason="comes next",
            command_id=new_id(),
        )


def give(event: Event, entry: Registration) -> Award:
    with committed():
        return successors.award_custom(
            event_id=event.public_id,
            by=by(event),
            prize_id=event.prizes.get(place="custom").pk,
            registration_id=entry.pk,
            reason="the pike in the bath",
            command_id=new_id(),
        )


def test_who_has_the_code_claims_and_nobody_with_another() -> None:
    won = award(played_round(), "main")
    wrong = "a" * 10 if won.claim_code != "a" * 10 else "b" * 10
    failed = refused("no-code", lambda: claim(won, newcomer(), claim_code=wrong))
    assert (failed.status, failed.field) == (404, "claim_code")
    spoken = f" {won.claim_code[:5].upper()}-{won.claim_code[5:]} "
    prizes.claim_award(event_id=won.event.public_id, command_id=new_id(), claim_code=spoken)
    won.refresh_from_db()
    line = last_line(won.event)
    assert (won.state, line.kind, line.by) == (State.CLAIMED, "claimed", "claim-code")
    assert (line.data["with_code"], line.data["reg"]) == (True, won.registration.reg)


def test_the_winner_confirms_what_was_delivered_and_nobody_else() -> None:
    won = award(played_round(), "main")
    claim(won)
    refused("undelivered", lambda: confirm(won))
    deliver(won)
    assert refused("not-yours", lambda: confirm(won, newcomer())).status == 403
    confirm(won)
    assert (won.state, last_line(won.event).kind) == (State.CONFIRMED, "confirmed")
    refused("confirmed", lambda: dispute(won))


def test_a_disputed_prize_is_owed_again_until_it_is_delivered_once_more() -> None:
    match = played_round(prizes=ROUND[:1])
    event, won = finish(match.event), award(match, "main")
    claim(won)
    refused("undelivered", lambda: dispute(won))
    deliver(won)
    event.refresh_from_db()
    assert event.state == Event.State.SETTLED
    assert refused("text-missing", lambda: dispute(won, " ")).field == "text"
    dispute(won)
    event.refresh_from_db()
    assert (won.state, won.reason, event.state) == (
        State.DISPUTED,
        "Nothing came",
        Event.State.FINISHED,
    )
    deliver(won)
    event.refresh_from_db()
    assert (won.state, event.state) == (State.DELIVERED, Event.State.SETTLED)
    assert kinds(event)[-5:] == ["delivered", "settled", "disputed", "delivered", "settled"]


def test_what_is_not_claimed_in_time_goes_back(set_clock: SetClock) -> None:  # noqa: F811
    match = played_round()
    event = finish(match.event)
    main, door = award(match, "main"), award(match, "door")
    claim(main)
    set_clock.move(days=7, seconds=-1)
    sweep()
    door.refresh_from_db()
    assert door.state == State.AWARDED
    set_clock.move(seconds=2)
    refused("returned", lambda: claim(door))
    door.refresh_from_db()
    main.refresh_from_db()
    assert (main.state, door.state) == (State.CLAIMED, State.RETURNED)
    line = last_line(event)
    assert (line.kind, line.by, line.data["reg"]) == ("returned", "clock", door.registration.reg)
    before = event.ledger.count()
    sweep()
    assert event.ledger.count() == before
    refused("returned", lambda: deliver(door))


def test_the_sweep_takes_it_back_and_settles_the_evening(set_clock: SetClock) -> None:  # noqa: F811
    event = finish(played_round(prizes=ROUND[:1]).event)
    assert event.state == Event.State.FINISHED
    set_clock.move(days=8)
    sweep()
    event.refresh_from_db()
    assert (event.state, kinds(event)[-2:]) == (Event.State.SETTLED, ["returned", "settled"])


def test_a_winner_who_withdrew_stays_the_winner() -> None:
    won = award(played_round(), "main")
    Registration.objects.filter(pk=won.registration_id).update(status="withdrawn")
    claim(won)
    deliver(won)
    assert won.state == State.DELIVERED


def test_nothing_happens_to_a_void_award() -> None:
    won = award(played_round(), "main")
    void(won)
    for act in (claim, deliver, confirm, dispute, void):
        refused("void", lambda: act(won))  # noqa: B023
    assert won.reason == "broke a rule"


def test_what_was_handed_over_is_not_void_any_more() -> None:
    won = award(played_round(), "main")
    claim(won)
    deliver(won)
    refused("delivered", lambda: void(won))
    won.refresh_from_db()
    assert won.state == State.DELIVERED


def test_first_goes_to_the_next_who_gives_up_their_own_and_so_on() -> None:
    match = played_knockout(10)
    first, second, third = (award(match, place) for place in ("first", "second", "third"))
    refused("stands", lambda: hand_on(first, entry_at(match, 2)))
    void(first)
    assert successors.propose_successor(first) == entry_at(match, 2)
    refused("not-next", lambda: hand_on(first, first.registration))
    moved = hand_on(first, entry_at(match, 2))
    refused("succeeded", lambda: hand_on(first, entry_at(match, 3)))
    second.refresh_from_db()
    assert (moved.place, moved.state, second.state) == ("first", State.AWARDED, State.VOID)
    # Third holds a podium prize, so second goes to the next who has none.
    door = set(match.awards.filter(place="door").values_list("registration_id", flat=True))
    proposed = successors.propose_successor(second)
    assert proposed == entry_at(match, 4)
    assert entry_at(match, 4).pk not in door
    third.refresh_from_db()
    assert third.state == State.AWARDED
    told = match.event.ledger.filter(kind="awarded").last()
    assert (told.data["reg"], told.data["instead_of"]) == (  # type: ignore[union-attr]
        entry_at(match, 2).reg,
        first.registration.reg,
    )


def test_a_door_prize_of_a_knockout_goes_to_the_next_caught_without_any() -> None:
    match = played_knockout(10)
    won = award(match, "door")
    void(won)
    takers = set(match.awards.values_list("registration_id", flat=True))
    last = max(
        seat.place or 0
        for seat in match.seats.exclude(place=None)
        if seat.registration_id not in takers
    )
    assert successors.propose_successor(won) == entry_at(match, last)


def test_a_door_prize_elsewhere_goes_to_who_came_closest_without_any() -> None:
    match = played_round(5)
    won = award(match, "door")
    void(won)
    takers = set(match.awards.values_list("registration_id", flat=True))
    places = [
        seat.place or 0
        for seat in match.seats.exclude(place=None)
        if seat.registration_id not in takers
    ]
    assert successors.propose_successor(won) == entry_at(match, min(places))


def test_void_with_a_successor_is_one_step() -> None:
    match = played_round(5)
    won = award(match, "door")
    void(won)
    entry = successors.propose_successor(won)
    other = played_round(5)
    theirs = award(other, "door")
    void(theirs, successors.propose_successor(theirs))
    assert theirs.successor.prize == theirs.prize  # type: ignore[union-attr]
    assert entry is not None
    assert hand_on(won, entry).prize == won.prize


@pytest.mark.parametrize("status", ["withdrawn", "removed", "disqualified"])
def test_nobody_who_has_left_is_proposed(status: str) -> None:
    match = played_knockout(8)
    second = entry_at(match, 2)
    first = award(match, "first")
    void(first)
    assert successors.propose_successor(first) == second
    Registration.objects.filter(pk=second.pk).update(status=status)
    assert successors.propose_successor(first) == entry_at(match, 3)


def test_the_host_gives_a_prize_of_their_own_once() -> None:
    match = played_round(prizes=(*ROUND, CUSTOM))
    event = match.event
    lucky, other = entry_at(match, 3), entry_at(match, 4)
    won = give(event, lucky)
    assert (won.place, won.match, won.registration, won.reason) == (
        "custom",
        None,
        lucky,
        "the pike in the bath",
    )
    refused("awarded", lambda: give(event, other))
    void(won)
    again = give(event, other)
    assert again.claim_until == again.awarded_at + timedelta(days=event.claim_days)
    claim(again)
    deliver(again)


def test_a_prize_given_anew_stands_once_in_the_result() -> None:
    match = played_round(prizes=(*ROUND, CUSTOM))
    event = match.event
    first = give(event, entry_at(match, 3))
    void(first)
    second = give(event, entry_at(match, 4))
    first.refresh_from_db()
    assert first.successor == second
    assert last_line(event).data["instead_of"] == first.registration.reg
    given = results.latest(finish(event)).data["prizes"]
    assert [(prize["prize"], prize["name"]) for prize in given] == [
        ("A mug", second.registration.name)
    ]


def test_a_prize_of_the_hosts_own_goes_to_nobody_who_is_out() -> None:
    match = played_round(prizes=(*ROUND, CUSTOM))
    entry = entry_at(match, 3)
    for status in ("removed", "disqualified", "waiting"):
        Registration.objects.filter(pk=entry.pk).update(status=status)
        refused("not-active", lambda: give(match.event, entry))
    stranger = entry_at(played_round(), 1)
    assert refused("no-entry", lambda: give(match.event, stranger)).status == 404
