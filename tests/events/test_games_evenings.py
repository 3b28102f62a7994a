"""EV-9: every game can be an evening in each format it has, with tables as it seats and prizes by place."""

import csv
import io
import random
from dataclasses import replace
from typing import Any

import pytest

from events.domain import evenings
from events.domain.prize_plans import PrizeLine
from events.models import Award, Event, Match, Registration
from events.queries import exports, programme, result_data, rounds
from events.queries.house_rules import formats_of
from games import TABLES
from games.kernel import Outcome, Player
from games.prizes import prizes_of
from games.programme import Next
from games.table import Withdraw
from tests.events.factories import by, closed_event, make_event, make_plan, new_id
from tests.events.playing import (
    act,
    answer,
    awaited,
    called,
    committed,
    do,
    draw,
    forget_everything,
    pass_over,
    play_to_end,
    refused,
)

QUICK: dict[str, dict[str, Any]] = {
    "fish-or-cut-bait": {"rounds": 1, "throw_budget": 1},
    "lure": {},
    "angler": {},
}
SEATS = {game: TABLES[game].game.max_seats for game in QUICK}
PODIUM = ("first", "second", "third", "door")


def evening(game: str, people: int, prizes: tuple[PrizeLine, ...] = (), **plan: Any) -> Event:
    forget_everything()
    return closed_event(people, game=game, options=QUICK[game], prizes=prizes, **plan)


def seated(event: Event) -> list[Match]:
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    return rounds.tables(event)


def play_round(event: Event) -> list[Match]:
    draw(event)
    return [play_to_end(match, seed=match.number) for match in seated(event)]


def finish(event: Event) -> Event:
    with committed():
        evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id())
    event.refresh_from_db()
    return event


def coming(event: Event) -> Next:
    """The round that can be drawn now."""
    found = programme.next_round(event)
    assert found is not None
    return found


def entries(match: Match) -> list[Registration]:
    """Everybody with a place, the best first, equal ones in the order drawn."""
    placed = match.seats.exclude(place=None).order_by("place", "number")
    return [seat.registration for seat in placed.select_related("registration")]


def won(event: Event) -> list[tuple[str, str, str]]:
    """Each award with a prize: its place, the prize, who has it."""
    rows = Award.objects.filter(event=event, prize__isnull=False).order_by("pk")
    return [
        (row.place, row.prize.title if row.prize else "", row.registration.name) for row in rows
    ]


def test_each_game_has_its_formats() -> None:
    assert formats_of("live-bait") == ("prize-every-round", "heats-and-final", "knockout")
    assert {formats_of(game) for game in QUICK} == {("prize-every-round", "heats-and-final")}


@pytest.mark.parametrize("game", QUICK)
def test_only_live_bait_can_be_a_knockout(game: str) -> None:
    refusal = refused("format-game", lambda: make_event(game=game, format="knockout"))
    assert refusal.field == "format"
    assert TABLES[game].title in str(refusal)


@pytest.mark.parametrize("game", QUICK)
def test_a_round_draws_as_many_as_the_game_seats_and_its_prizes_go_by_place(game: str) -> None:
    prizes = (PrizeLine(1, "main", "A rod"), PrizeLine(1, "door", "A tin"))
    event = evening(game, SEATS[game] + 2, prizes)
    draw(event)
    assert len(called(event)) == SEATS[game]
    (match,) = seated(event)
    play_to_end(match)
    best = entries(match)
    assert won(event) == [("main", "A rod", best[0].name), ("door", "A tin", best[1].name)]
    assert best[0].pk not in {pk for pool in coming(event).pools for pk in pool.eligible}
    finish(event)
    (table,) = result_data.build(event, 1)["rounds"]
    assert [row["points"] for row in table["places"]] == sorted(
        (row["points"] for row in table["places"]), reverse=True
    )
    rows = list(csv.DictReader(io.StringIO(exports.places_csv(event).decode("utf-8-sig"))))
    assert [row["points"] for row in rows] == [str(row["points"]) for row in table["places"]]


@pytest.mark.parametrize("game", QUICK)
def test_heats_are_played_side_by_side_and_their_winners_meet(game: str) -> None:
    prizes = tuple(PrizeLine(0, place, f"{place} prize") for place in PODIUM)
    event = evening(game, 9, prizes, format="heats-and-final")
    assert programme.labels(event) == ["Round of heats", "Final"]
    assert programme.heats_of(event) == 3
    heats = play_round(event)
    assert [match.seats.count() for match in heats] == [3, 3, 3]
    assert {match.round.kind for match in heats} == {"heats"}
    assert won(event) == []
    winners = {seat.registration_id for match in heats for seat in match.seats.filter(place=1)}
    assert (coming(event).kind, set(coming(event).seats)) == ("final", winners)
    (final,) = play_round(event)
    best = entries(final)
    assert [(place, name) for place, _title, name in won(event)] == [
        (place, entry.name) for place, entry in zip(PODIUM, best, strict=False)
    ]
    assert programme.next_round(event) is None
    finish(event)
    podium = result_data.build(event, 1)["podium"]
    assert {row["title"] for row in podium} == {"Final"}


def test_more_winners_than_the_final_seats_are_drawn_for_it() -> None:
    event = evening("lure", 12, format="heats-and-final", heats=4)
    draw(event)
    heats = seated(event)
    assert [match.seats.count() for match in heats] == [3, 3, 3, 3]
    for match in heats:
        play_to_end(match)
    for match in heats[:2]:
        # Two tied for first at each of these tables, as by a ruling.
        second = match.seats.exclude(place=1).order_by("place", "number")[0]
        second.place = 1
        second.save()
    assert (len(coming(event).seats), coming(event).places) == (6, 5)
    draw(event)
    assert len(called(event)) == 5
    final = event.draws.get(number=2)
    assert (final.places, len(final.order)) == (5, 6)
    left = called(event)[0]
    pass_over(event, left)
    assert final.order[5] in {call.registration.reg for call in called(event)}


def test_four_entries_make_one_table_whose_places_are_the_evenings() -> None:
    prizes = tuple(PrizeLine(0, place, f"{place} prize") for place in PODIUM)
    event = evening("angler", 4, prizes, format="heats-and-final")
    (match,) = play_round(event)
    match.seats.filter(place=1).exclude(number=entries(match)[0].seats.get().number).update(place=2)
    assert programme.next_round(event) is None
    finish(event)
    best = entries(match)
    assert {(place, name) for place, _title, name in won(event)} == {
        (place, entry.name) for place, entry in zip(PODIUM, best, strict=True)
    }


def test_a_tie_for_first_in_the_only_heat_is_played_off() -> None:
    event = evening("angler", 4, format="heats-and-final")
    (match,) = play_round(event)
    match.seats.filter(registration__in=entries(match)[:2]).update(place=1)
    assert (coming(event).kind, set(coming(event).seats)) == (
        "final",
        {e.pk for e in entries(match)[:2]},
    )


def test_a_host_may_ask_for_no_more_heats_than_the_final_seats() -> None:
    assert (
        refused("number", lambda: make_event(game="lure", format="heats-and-final", heats=6)).field
        == "heats"
    )
    assert make_event(game="lure", format="heats-and-final", heats=5).heats == 5
    assert make_event(game="angler", format="heats-and-final", heats=6).heats == 6


@pytest.mark.parametrize("game", QUICK)
def test_who_leaves_a_table_has_no_place_and_no_prize(game: str) -> None:
    prizes = (PrizeLine(1, "main", "A rod"), PrizeLine(1, "door", "A tin"))
    event = evening(game, 3, prizes)
    draw(event)
    (match,) = seated(event)
    choose = random.Random(5).choice
    for _step in range(2):
        act(match, choose)
    do(match, Player(1), Withdraw(1, ""))
    while awaited(match):
        act(match, choose)
    gone = match.seats.get(number=1)
    assert gone.place is None
    assert gone.registration.name not in {name for _place, _prize, name in won(event)}
    assert {place for place, _prize, _name in won(event)} == {"main", "door"}


def test_several_tables_of_a_heat_go_on_after_one_is_over() -> None:
    event = evening("angler", 6, format="heats-and-final")
    draw(event)
    first, second = seated(event)
    play_to_end(first)
    assert rounds.under_way(event)
    assert rounds.current_match(event) == second
    refused("round-under-way", lambda: draw(event))
    play_to_end(second)
    assert rounds.played(event) == 1


# ------------------------------------------------------------------------------ ties and prizes

TIED = {
    ((0,), (1,), (2,)): {"main": (0,), "door": (1,)},
    ((2, 1), (0,)): {"main": (1,), "door": (2,)},
    ((1,), (2, 0)): {"main": (1,), "door": (0,)},
    ((3,),): {"main": (3,)},
}


@pytest.mark.parametrize("places", TIED)
def test_a_tie_in_a_round_shares_the_place_and_no_prize(places: Any) -> None:
    assert prizes_of(Outcome(places, {}), is_final=False) == TIED[places]


def test_a_tie_in_a_final_takes_the_prizes_of_the_places_it_covers_in_draw_order() -> None:
    tied = Outcome(((4, 1), (0,), (3, 2)), {})
    assert prizes_of(tied, is_final=True) == {
        "first": (1,),
        "second": (4,),
        "third": (0,),
        "door": (2,),
    }
    assert prizes_of(Outcome(((1,), (0,)), {}), is_final=True) == {"first": (1,), "second": (0,)}


def test_a_game_that_names_its_own_prizes_keeps_them() -> None:
    named = Outcome(((1,), (0,)), {"main": (1,), "door": (0,)})
    assert prizes_of(replace(named, places=((0,), (1,))), is_final=True) == named.prizes


def test_of_two_tied_for_first_in_a_round_only_the_main_prizes_winner_leaves_the_draw() -> None:
    event = evening("angler", 4, rounds=2)
    (match,) = play_round(event)
    match.seats.update(place=3)
    match.seats.filter(number__in=(1, 2)).update(place=1)
    eligible = {pk for pool in coming(event).pools for pk in pool.eligible}
    assert match.seats.get(number=1).registration_id not in eligible
    assert match.seats.get(number=2).registration_id in eligible


def test_house_rules_of_every_game_are_kept_with_the_match() -> None:
    event = closed_event(2, game="lure", options={"cast_s": 30, "deck": _deck(12)})
    draw(event)
    (match,) = seated(event)
    assert match.options["cast_s"] == 30
    assert len(match.options["deck"]) == 12
    assert make_plan(options={"deck": _deck(12)}).options["deck"] == _deck(12)


def _deck(count: int) -> list[dict[str, Any]]:
    row = {"type": "Fish", "points": 1, "catch": 4, "requirement": "none", "splash": None}
    return [{**row, "name": f"Fish {number}"} for number in range(count)]
