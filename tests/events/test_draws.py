"""Drawing for a round: from the frozen list, in the scheme's order, with its seed open right after."""

from events.domain import registration
from events.models import Award, Call, Draw, Event, Registration, Round, Seed
from games import fair
from tests.events.factories import (
    by,
    close,
    closed_event,
    make_event,
    new_id,
    open_event,
    register_people,
)
from tests.events.playing import (
    answer,
    answer_all,
    called,
    draw,
    drawn_event,
    forget_everything,
    newcomer,
    pass_over,
    play_to_end,
    refused,
    seated_match,
    started_match,
)


def only_draw(event: Event) -> Draw:
    return Draw.objects.get(event=event)


def reasons(drawn: Draw) -> dict[str, str]:
    """Name to the reason for which they are left out."""
    names = dict(drawn.event.registrations.values_list("reg", "name"))
    return {names[item["reg"]]: item["reason"] for item in drawn.excluded}


def recomputed(drawn: Draw) -> list[str]:
    """The order as anybody works it out from what is published."""
    event = drawn.event
    rows = [(item["reg"], item["client_seed"]) for item in drawn.eligible]
    root = fair.list_root(event.scope, rows)
    assert root == drawn.root
    seed = bytes.fromhex(drawn.seed.opened)
    assert fair.commit(drawn.seed.scope, seed) == drawn.seed.commitment
    regs = [reg for reg, _seed in rows]
    return fair.draw_order(seed, event.scope, drawn.number, root, drawn.entropy, regs)


def play_round(event: Event) -> None:
    draw(event)
    play_to_end(answer_all(event))


def winner(event: Event) -> Registration:
    return Award.objects.filter(event=event, place="main").latest("pk").registration


def test_six_of_the_list_are_drawn_and_called_and_the_rest_are_reserves() -> None:
    event = drawn_event(9)
    drawn = only_draw(event)
    regs = set(event.registrations.values_list("reg", flat=True))
    assert (drawn.number, drawn.places, len(drawn.order), set(drawn.order)) == (1, 6, 9, regs)
    assert [call.registration.reg for call in called(event)] == drawn.order[:6]
    assert [call.rank for call in called(event)] == [1, 2, 3, 4, 5, 6]
    assert (event.state, event.ledger.filter(kind="called").count()) == (Event.State.RUNNING, 6)


def test_the_order_is_the_schemes_and_can_be_worked_out_by_anybody() -> None:
    drawn = only_draw(drawn_event(8))
    assert recomputed(drawn) == drawn.order


def test_the_ledger_says_all_that_the_draw_was() -> None:
    event = drawn_event(3)
    drawn = only_draw(event)
    line = event.ledger.get(kind="drawn")
    assert line.by == by(event)
    assert line.data == {
        "draw": 1,
        "round": 1,
        "kind": "round",
        "places": 3,
        "root": drawn.root,
        "entropy": "none",
        "order": drawn.order,
        "excluded": [],
    }


def test_the_draws_seed_is_open_right_after_it_and_no_other_is() -> None:
    event = drawn_event(3)
    drawn = only_draw(event)
    opened = list(event.seeds.exclude(opened="").values_list("purpose", "number"))
    assert opened == [(Seed.Purpose.DRAW, 1)]
    assert drawn.seed.opened_at == drawn.at
    assert len(bytes.fromhex(drawn.seed.opened)) == 32


def test_whoever_waits_left_or_was_removed_is_left_out_with_the_reason() -> None:
    event = open_event(capacity=5)
    entries = register_people(event, 6)
    close(event)
    registration.withdraw(event_id=event.public_id, person=entries[0].person, command_id=new_id())
    registration.remove(
        event_id=event.public_id,
        by=by(event),
        registration_id=entries[1].pk,
        reason="not nice",
        command_id=new_id(),
    )
    draw(event)
    drawn = only_draw(event)
    assert reasons(drawn) == {
        entries[0].name: "withdrawn",
        entries[1].name: "removed",
        entries[5].name: "was on the waiting list when registration closed",
    }
    assert set(drawn.order) == {entry.reg for entry in entries[2:5]}


def test_who_has_not_played_is_drawn_first_and_those_who_have_fill_the_rest() -> None:
    forget_everything()
    event = closed_event(8)
    play_round(event)
    first = only_draw(event)
    draw(event)
    fresh, again = Draw.objects.filter(event=event, round__number=2).order_by("number")
    assert (fresh.places, again.places) == (2, 4)
    assert set(fresh.order) == set(first.order[6:])
    main = winner(event)
    assert set(again.order) == set(first.order[:6]) - {main.reg}
    assert (recomputed(fresh), recomputed(again)) == (fresh.order, again.order)
    names = {entry.reg: entry.name for entry in event.registrations.all()}
    assert reasons(again) == {
        **{names[reg]: "drawn before those who have played" for reg in fresh.order},
        main.name: "has won a main prize",
    }
    assert reasons(fresh)[main.name] == "has won a main prize"
    assert {reasons(fresh)[names[reg]] for reg in again.order} == {"has played"}
    assert [call.registration.reg for call in called(event)] == fresh.order + again.order[:4]


def test_trying_again_is_possible_once_an_evening() -> None:
    forget_everything()
    event = closed_event(4)
    play_round(event)
    play_round(event)
    played = set(
        Call.objects.filter(draw__event=event, draw__round__number=2).values_list(
            "registration__name", flat=True
        )
    )
    refusal = refused("too-few", lambda: draw(event))
    assert (refusal.status, len(played)) == (422, 3)
    assert event.played_rounds.count() == 2


def test_a_door_prize_winner_stays_in_the_draw() -> None:
    forget_everything()
    event = closed_event(4)
    play_round(event)
    door = Award.objects.get(event=event, place="door").registration
    draw(event)
    assert door.reg in Draw.objects.get(event=event, number=2).order


def test_fewer_than_two_are_not_drawn() -> None:
    event = closed_event(1)
    before = event.ledger.count()
    refused("too-few", lambda: draw(event))
    event.refresh_from_db()
    assert (event.ledger.count(), event.draws.count(), event.state) == (before, 0, "closed")
    assert not event.seeds.exclude(opened="").exists()


def test_two_are_enough_for_a_duel() -> None:
    assert len(called(drawn_event(2))) == 2


def test_nobody_is_drawn_while_registration_is_open() -> None:
    event = open_event()
    register_people(event, 3)
    refused("still-open", lambda: draw(event))
    assert event.draws.count() == 0


def test_nobody_is_drawn_from_a_draft() -> None:
    refused("still-open", lambda: draw(make_event()))


def test_nobody_is_drawn_while_people_are_called_or_play() -> None:
    event = drawn_event(8)
    refused("round-under-way", lambda: draw(event))
    match = started_match(8)
    refused("round-under-way", lambda: draw(match.event))
    seated = seated_match(8)
    refused("round-under-way", lambda: draw(seated.event))
    assert (event.draws.count(), match.event.draws.count()) == (1, 1)


def test_a_double_click_draws_once() -> None:
    forget_everything()
    event = closed_event(8)
    draw(event, command_id="draw now")
    before = event.ledger.count()
    draw(event, command_id="draw now")
    assert (event.draws.count(), event.ledger.count()) == (1, before)


def test_a_round_that_came_to_nothing_is_drawn_again_with_a_seed_of_its_own() -> None:
    event = drawn_event(2)
    for call in called(event):
        pass_over(event, call)
    draw(event)
    rounds = list(Round.objects.filter(event=event).values_list("number", "attempt"))
    draws = list(event.draws.order_by("number"))
    assert rounds == [(1, 1), (1, 2)]
    assert [drawn.number for drawn in draws] == [1, 2]
    assert draws[0].seed_id != draws[1].seed_id
    assert set(draws[0].order) == set(draws[1].order)


def test_a_removal_does_not_reshuffle_the_reserves() -> None:
    event = drawn_event(9)
    order = only_draw(event).order
    gone = event.registrations.get(reg=order[6])
    registration.remove(
        event_id=event.public_id,
        by=by(event),
        registration_id=gone.pk,
        reason="went home",
        command_id=new_id(),
    )
    pass_over(event, called(event)[0])
    pass_over(event, called(event)[0])
    assert [call.registration.reg for call in called(event)] == [*order[2:6], order[7], order[8]]
    assert only_draw(event).order == order


def test_a_stranger_to_the_list_is_in_no_draw() -> None:
    event = drawn_event(3)
    refused("not-called", lambda: answer(event, newcomer()))
    assert len(only_draw(event).order) == 3


def test_used_up_seals_are_said_and_nothing_is_drawn() -> None:
    forget_everything()
    event = closed_event(2)
    Seed.objects.filter(event=event, purpose=Seed.Purpose.DRAW).delete()
    refused("no-seals", lambda: draw(event))
    assert (event.draws.count(), event.played_rounds.count()) == (0, 0)
