"""Line-ups that wait for public randomness, and people who leave while a draw or a line-up waits."""

from events.domain import departures
from events.domain.beacon import QUICKNET
from events.models import Entropy
from events.queries import rounds
from games import fair
from games.kernel import Host
from games.table import Start
from tests.events.factories import new_id
from tests.events.playing import (
    SetClock,
    called,
    committed,
    do,
    draw,
    refused,
    set_clock,
    state,
)
from tests.events.relays import DUE, ROUND
from tests.events.waiting import LINE, comes, frozen_draw, kinds, locked_match, order_of, removed

__all__ = ["set_clock"]


def test_a_line_up_waits_for_a_round_of_its_own(set_clock: SetClock) -> None:
    match = locked_match(set_clock)
    line = match.event.ledger.get(kind="lineup")
    seats = match.seats.order_by("number").values_list("number", "registration__reg")
    assert line.data == {
        "match": match.public_id,
        "scope": match.seed.scope,
        "round": 1,
        "kind": "round",
        "seats": [{"seat": seat, "reg": reg} for seat, reg in seats],
        "entropy": {"mode": "drand", "chain": QUICKNET.hash, "round": ROUND},
    }
    assert (match.lineup, rounds.current_match(match.event)) == ("", None)
    assert rounds.under_way(match.event)
    refused("lineup-awaited", lambda: do(match, Host(), Start()))
    assert match.log.count() == 0


def test_the_dice_follow_from_the_line_up_with_its_round(set_clock: SetClock) -> None:
    match = locked_match(set_clock)
    set_clock.stop(DUE)
    comes(match.event)
    match.refresh_from_db()
    rows = [
        (seat.number, seat.registration.reg, seat.registration.client_seed)
        for seat in match.seats.order_by("number")
    ]
    assert match.lineup == fair.game_entropy(match.seed.scope, rows, LINE)
    assert kinds(match.event)[-3:] == ["lineup", "entropy", "match-made"]
    assert match.event.ledger.get(kind="match-made").data["lineup"] == match.lineup
    assert rounds.current_match(match.event) == match
    do(match, Host(), Start())
    assert state(match).started


def test_whoever_leaves_while_a_line_up_waits_gives_up_the_seat_when_it_is_there(
    set_clock: SetClock,
) -> None:
    match = locked_match(set_clock, 3)
    seat = match.seats.get(number=1)
    with committed():
        departures.leave(
            event_id=match.event.public_id, person=seat.registration.person, command_id=new_id()
        )
    assert match.log.count() == 0
    comes(match.event)
    assert state(match).withdrawn == (1,)


def test_a_knockout_waits_twice_and_seats_nobody_who_has_left(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock, 8, format="knockout")
    gone = event.registrations.order_by("number")[0]
    removed(event, gone.pk)
    comes(event)
    drawn, match = event.draws.get(), event.matches.get()
    seats = list(match.seats.order_by("number").values_list("registration__reg", flat=True))
    assert seats == [reg for reg in drawn.order if reg != gone.reg]
    assert event.ledger.get(kind="skipped").data == {
        "draw": 1,
        "rank": drawn.order.index(gone.reg) + 1,
        "reg": gone.reg,
        "reason": "was removed before being called",
    }
    refused("lineup-awaited", lambda: do(match, Host(), Start()))
    Entropy.objects.filter(match=match).update(round=ROUND)
    comes(event)
    do(match, Host(), Start())
    assert state(match).started


def test_a_removal_after_the_freeze_changes_nobody_elses_place(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock)
    for entry in event.registrations.order_by("number")[:4]:
        removed(event, entry.pk)
    comes(event)
    drawn = event.draws.get()
    assert (len(drawn.order), drawn.order) == (9, order_of(drawn, LINE))
    gone = set(event.registrations.exclude(status="registered").values_list("reg", flat=True))
    left = [reg for reg in drawn.order if reg not in gone]
    assert [call.registration.reg for call in called(event)] == left
    skipped = [line.data["reg"] for line in event.ledger.filter(kind="skipped").order_by("seq")]
    before_the_last = drawn.order[: drawn.order.index(left[-1])]
    assert skipped == [reg for reg in before_the_last if reg in gone]


def test_a_frozen_list_of_which_everybody_has_left_is_drawn_anew(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock, 3)
    for entry in event.registrations.all():
        removed(event, entry.pk)
    comes(event)
    assert kinds(event)[-1] == "round-empty"
    assert not rounds.under_way(event)
    refused("too-few", lambda: draw(event))
