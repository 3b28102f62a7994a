"""The rules page of every game: tonight's numbers in sentences, pictures of the table's own parts, no words of ours."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.queries import howto
from events.queries.house_rules import GAMES, formats_of
from tests.events.factories import open_event

PICTURED = [game for game in GAMES if game != "live-bait"]


def rules(**plan: Any) -> str:
    event = open_event(**plan)
    return Client().get(reverse("rules", args=[event.public_id])).content.decode()


def sentences(**plan: Any) -> str:
    return " ".join(str(step) for step in howto.steps(open_event(**plan)))


@pytest.mark.parametrize(
    ("game", "format_"), [(game, format_) for game in GAMES for format_ in formats_of(game)]
)
def test_every_game_is_told_in_every_format(game: str, format_: str) -> None:
    page = rules(game=game, format=format_)
    assert page.count("<li>") >= 4
    assert "%(" not in page
    assert page.count("<dt>") >= 3


@pytest.mark.parametrize("game", PICTURED)
def test_pictures_are_of_the_tables_own_parts_and_say_the_same_in_words(game: str) -> None:
    page = rules(game=game)
    pictures = re.findall(r'<figure class="rulepic">(.*?)</figure>', page, re.S)
    assert len(pictures) >= 3
    assert all('aria-hidden="true"' in one and "<figcaption>" in one for one in pictures)
    assert f"css/{game}" in page
    assert "style=" not in page


def test_live_bait_needs_no_pictures() -> None:
    assert "rulepic" not in rules(game="live-bait")


def test_numbers_are_tonights() -> None:
    usual = sentences(game="fish-or-cut-bait")
    assert "45 seconds" in usual
    assert "8 turns" in usual
    assert "exactly 7" not in usual
    options = {"rounds": 4, "throw_budget": 10, "lucky_seven": True}
    counted = sentences(game="fish-or-cut-bait", options=options)
    assert "10 throws" in counted
    assert "4 turns" in counted
    assert "exactly 7" in counted
    assert "seconds" not in counted
    assert "30 seconds" in sentences(game="lure", options={"cast_s": 30})
    cards = {"baits": (1, 2, 6), "bites": 1, "no_bites": 2, "fish": 5}
    told = sentences(game="angler", options=cards)
    assert "1, 2, 6" in told
    assert "5 fish each" in told


def test_a_rule_that_says_nothing_tonight_has_no_card() -> None:
    by_timer = rules(game="fish-or-cut-bait")
    assert "A turn by the timer" in by_timer
    assert "For each counted throw" not in by_timer
    counted = rules(game="fish-or-cut-bait", options={"throw_budget": 8})
    assert "A turn by the timer" not in counted
    assert "For each counted throw" in counted


@pytest.mark.parametrize("game", PICTURED)
def test_who_takes_which_prize_and_what_a_tie_does_is_said(game: str) -> None:
    assert "no prize is halved" in sentences(game=game)
    assert "played side by side" in sentences(game=game, format="heats-and-final")
