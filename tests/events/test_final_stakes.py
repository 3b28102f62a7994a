"""What is at stake in a final: said in full before it begins, and who is in line once that is sure (LB-22)."""

import random
from dataclasses import replace
from typing import Any

from events.models import Match
from events.queries.table import table_context
from tests.events.awards import PODIUM, play_next
from tests.events.factories import closed_event
from tests.events.playing import act, answer_all, awaited, draw, state

SAID = "It has been to sea."


def a_final() -> Match:
    """The final of three heats, not begun."""
    prizes = (replace(PODIUM[0], announced=SAID), *PODIUM[1:])
    event = closed_event(6, format="heats-and-final", prizes=prizes)
    for _heat in range(3):
        play_next(event)
    draw(event)
    return answer_all(event)


def stakes(match: Match) -> dict[str, dict[str, Any]]:
    """What everybody reads at the table, by the prize's title."""
    fresh = Match.objects.select_related("event__host", "round").get(pk=match.pk)
    return {prize["title"]: prize for prize in table_context(fresh, "live", "public")[2]["prizes"]}


def test_a_finals_prizes_are_at_stake_before_it_begins() -> None:
    match = a_final()
    assert match.seq == 0
    assert [
        (prize["place"], title, prize["from_whom"], prize["announced"])
        for title, prize in stakes(match).items()
    ] == [
        ("First prize", "A boat", "Ida", SAID),
        ("Second prize", "A rod", "Anna", ""),
        ("Third prize", "A reel", "", ""),
        ("Door prize", "A hook", "", ""),
    ]


def test_lb22_the_last_caught_is_in_line_for_third_once_two_are_left() -> None:
    match = a_final()
    names = [seat.registration.name for seat in match.seats.order_by("number")]
    choose = random.Random(1).choice
    lines: dict[int, set[str]] = {0: set(), 1: set()}
    while awaited(match):
        caught = state(match).game.caught
        lines[len(caught)].add(stakes(match)["A reel"]["in_line"])
        act(match, choose)
    (third,) = state(match).game.caught[:1]
    assert lines == {0: {""}, 1: {names[third]}}
    over = stakes(match)
    assert (over["A reel"]["in_line"], over["A reel"]["winner"]) == ("", names[third])
