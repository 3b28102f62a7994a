"""Making a round's match: seats in draw order, a sealed seed, the line-up, the house rules as they were."""

from events.models import Award, Match, Seed
from games import codec, fair
from games.live_bait.model import LiveBaitOptions
from tests.events.factories import closed_event
from tests.events.playing import (
    answer_all,
    called,
    draw,
    drawn_event,
    forget_everything,
    play_to_end,
    seated_match,
)


def options(match: Match) -> LiveBaitOptions:
    made = codec.decode(LiveBaitOptions, match.options)
    assert isinstance(made, LiveBaitOptions)
    return made


def test_seats_follow_the_draw() -> None:
    event = drawn_event(6)
    order = event.draws.get().order
    match = answer_all(event)
    seats = match.seats.order_by("number").values_list("number", "registration__reg")
    assert list(seats) == list(enumerate(order))


def test_the_ledger_names_the_line_up() -> None:
    match = seated_match(3)
    line = match.event.ledger.get(kind="match-made")
    seats = match.seats.order_by("number").select_related("registration")
    assert line.data == {
        "round": 1,
        "kind": "round",
        "match": match.public_id,
        "lineup": match.lineup,
        "seats": [{"seat": seat.number, "reg": seat.registration.reg} for seat in seats],
    }
    rows = [(s.number, s.registration.reg, s.registration.client_seed) for s in seats]
    assert match.lineup == fair.game_entropy(match.seed.scope, rows, "none")


def test_each_match_has_the_next_sealed_seed_and_it_stays_sealed() -> None:
    forget_everything()
    event = closed_event(6)
    draw(event)
    first = play_to_end(answer_all(event))
    draw(event)
    second = answer_all(event)
    assert [(m.number, m.seed.purpose, m.seed.number) for m in (first, second)] == [
        (1, Seed.Purpose.GAME, 1),
        (2, Seed.Purpose.GAME, 2),
    ]
    assert not event.seeds.filter(purpose=Seed.Purpose.GAME).exclude(opened="").exists()


def test_house_rules_are_kept_with_the_match() -> None:
    match = seated_match(3, options={"duel": False, "roll_s": 10})
    match.event.options = {"duel": True}
    match.event.save()
    assert (options(match).duel, options(match).roll_s, options(match).pick_s) == (False, 10, 30)


def test_nothing_runs_before_the_host_starts() -> None:
    match = seated_match(3)
    assert (match.seq, match.next_deadline, match.ended_at, match.outcome) == (0, None, None, None)


def test_nobody_who_has_won_a_main_prize_sits_down_again() -> None:
    forget_everything()
    event = closed_event(4)
    draw(event)
    play_to_end(answer_all(event))
    main = Award.objects.get(event=event, place="main").registration
    draw(event)
    assert main not in [call.registration for call in called(event)]
    assert options(answer_all(event)).prior_winners == ()


def test_a_former_winner_who_sits_is_named_to_the_game() -> None:
    match = seated_match(3)
    seat = match.seats.select_related("registration").get(number=1)
    Award.objects.create(
        event=match.event,
        match=match,
        place="main",
        registration=seat.registration,
        awarded_at=match.touched_at,
    )
    event = match.event
    match.ended_at = match.touched_at
    match.save()
    Award.objects.filter(match=match).update(place="first")
    draw(event)
    Award.objects.filter(match=match).update(place="main")
    second = answer_all(event)
    place = second.seats.get(registration=seat.registration).number
    assert options(second).prior_winners == (place,)
