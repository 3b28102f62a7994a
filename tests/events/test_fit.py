"""Will it fit: how long an evening of each game takes, and how what is left of a match shrinks."""

import random
from typing import Any

import pytest

from events.queries import fit
from events.queries.pace import PACES
from events.queries.spans import Span
from games import TABLES
from tests.events.factories import closed_event
from tests.events.playing import act, answer_all, awaited, draw, forget_everything

OTHERS = sorted(PACES)


def test_every_game_has_a_length() -> None:
    assert set(PACES) | {"live-bait", "knockout"} == set(TABLES)


@pytest.mark.parametrize("game", OTHERS)
def test_more_people_take_longer_and_rarely_much_longer(game: str) -> None:
    least, most = TABLES[game].game.min_seats, TABLES[game].game.max_seats
    spans = [fit.match_span(game, seats, {}) for seats in (4, most)]
    assert spans == sorted(spans, key=lambda span: span.mean)
    assert all(span.minutes < span.rarely < 1.5 * span.minutes + 5 for span in spans)
    assert fit.match_span(game, least - 1, {}) == Span()
    assert fit.match_span(game, most + 3, {}) == spans[-1]


def test_fish_turns_are_counted() -> None:
    """Eight rounds of four: 32 turns of 36 s used, each flipped and followed by the next (FC-1, FC-2)."""
    assert fit.match_span("fish-or-cut-bait", 4, {}).mean == fit.START_S + 32 * (5 + 36 + 4)
    short = {"rounds": 4, "turn_s": 30, "ready_s": 10}
    assert fit.match_span("fish-or-cut-bait", 4, short).mean == fit.START_S + 16 * (5 + 24 + 4)
    counted = {"throw_budget": 10}
    assert fit.match_span("fish-or-cut-bait", 4, counted).mean == fit.START_S + 32 * (50 + 4)


def test_lure_and_angler_take_about_as_long_as_at_a_table() -> None:
    """Nine rounds or so of Lure; every seat once the angler, about four casts each."""
    assert 8 * 60 < fit.match_span("lure", 4, {}).mean < 20 * 60
    assert 6 * 60 < fit.match_span("angler", 4, {}).mean < 20 * 60
    assert fit.match_span("lure", 4, {"cast_s": 30}).mean < fit.match_span("lure", 4, {}).mean


def test_heats_side_by_side_take_as_long_as_the_largest_of_them() -> None:
    event = closed_event(9, game="lure", format="heats-and-final")
    whole = fit.evening_span(event, 9)
    heat, final = fit.match_span("lure", 3, {}), fit.match_span("lure", 3, {})
    assert whole.mean == heat.mean + final.mean + 2 * fit.DRAW_S + fit.BREAK_S
    assert fit.span_left(event, None) == whole


@pytest.mark.parametrize(
    ("game", "options"), [("angler", {}), ("fish-or-cut-bait", {"rounds": 2}), ("lure", {})]
)
def test_what_is_left_of_a_match_shrinks_to_nothing(game: str, options: dict[str, Any]) -> None:
    forget_everything()
    event = closed_event(3, game=game, options=options)
    draw(event)
    match = answer_all(event)
    left, choose = [fit.match_left(match).mean], random.Random(3).choice
    whole = fit.match_span(game, 3, options).mean
    while awaited(match):
        act(match, choose)
        left.append(fit.match_left(match).mean)
    assert left[0] == whole
    assert left[-1] == 0
    assert all(0 <= one <= whole for one in left)
    assert left == sorted(left, reverse=True)
