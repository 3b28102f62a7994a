"""What people, the wall and the console are told between rounds follows the programme of the evening's format."""

import pytest

from events.models import Event, Match, Registration
from events.queries.evening import evening_context
from tests.events.playing import answer_all, draw, drawn_event, play_to_end

pytestmark = pytest.mark.django_db


def told(event: Event, entry: Registration) -> str:
    event = Event.objects.get(pk=event.pk)
    me = evening_context(event, "live", f"person/{entry.person.public_id}")[1]["me"]
    return str(me["title"])


def wall(event: Event) -> tuple[str, str]:
    event = Event.objects.get(pk=event.pk)
    stage = evening_context(event, "screen", "public")[1]["wallstage"]
    return stage["title"], stage["text"]


def winner(match: Match) -> Registration:
    return match.seats.get(place=1).registration


def loser(match: Match) -> Registration:
    return match.seats.exclude(place=1).order_by("number")[0].registration


def unplayed(event: Event) -> Registration:
    return event.registrations.filter(seats=None).order_by("number")[0]


def test_a_heats_winner_is_in_the_final_and_others_are_told_what_they_can_be_drawn_for() -> None:
    event = drawn_event(14, format="heats-and-final", try_again=False)
    first = play_to_end(answer_all(event), seed=1)
    assert told(event, unplayed(event)) == "You can be drawn for heat 2"
    assert told(event, winner(first)) == "You are in the final"
    assert told(event, loser(first)) == ""
    assert wall(event) == ("Between rounds", "Names for heat 2 are drawn soon.")
    draw(event)
    second = answer_all(event)
    assert told(event, unplayed(event)) == "You can be drawn for the next round"
    assert told(event, second.seats.order_by("number")[0].registration) == ""
    play_to_end(second, seed=2)


def test_before_and_after_the_final_nobody_else_is_promised_a_draw() -> None:
    event = drawn_event(14, format="heats-and-final")
    heats = [play_to_end(answer_all(event), seed=1)]
    for seed in (2, 3, 4):
        draw(event)
        heats.append(play_to_end(answer_all(event), seed=seed))
        if len(heats) == 3:
            assert wall(event) == ("Between rounds", "The 3 winners meet in the final.")
            assert told(event, winner(heats[0])) == "You are in the final"
            assert told(event, loser(heats[0])) == ""
    assert told(event, loser(heats[0])) == ""
    assert wall(event)[0] == "All rounds are played"


def test_whoever_has_won_a_main_prize_is_not_promised_another_draw() -> None:
    event = drawn_event(8, rounds=2)
    first = play_to_end(answer_all(event), seed=1)
    assert told(event, unplayed(event)) == "You can be drawn for round 2"
    assert told(event, loser(first)) == "You can be drawn for round 2"
    assert told(event, winner(first)) == ""
    assert wall(event) == ("Between rounds", "Names for round 2 are drawn soon.")


def test_during_the_last_round_nobody_is_promised_another() -> None:
    event = drawn_event(8, rounds=1)
    match = answer_all(event)
    waiting = unplayed(event)
    assert told(event, waiting) == ""
    play_to_end(match)
    assert told(event, waiting) == ""
    assert wall(event)[0] == "All rounds are played"
