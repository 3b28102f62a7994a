"""Many matches as numbers."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import TABLES
from games.odds import odds_text, simulate
from tests.games.bell import Bell, BellOptions


def test_simulate_counts_every_match_once():
    odds = simulate(Bell(), 3, BellOptions(), 40, "1")
    assert sum(odds.wins) == 40
    assert odds.prizes == (("main", odds.wins),)
    assert odds.rolls == (9,) * 40  # three rounds of three


def test_simulate_is_the_same_for_the_same_seed():
    game = TABLES["live-bait"].game
    one = simulate(game, 4, game.options(), 10, "1")
    assert simulate(game, 4, game.options(), 10, "1") == one
    assert simulate(game, 4, game.options(), 10, "2") != one


def test_lengths_are_ranked():
    game = TABLES["live-bait"].game
    odds = simulate(game, 3, game.options(), 20, "1")
    assert list(odds.rolls) == sorted(odds.rolls)
    assert odds.rolls_at(0) == odds.rolls[0]
    assert odds.rolls_at(50) == odds.rolls[9]
    assert odds.rolls_at(99) == odds.rolls_at(100) == odds.rolls[19]


def test_text_names_seats_prizes_and_lengths():
    assert odds_text(simulate(Bell(), 2, BellOptions(), 1, "1")).splitlines() == [
        "seat    first place         main",
        "   0         0.00 %       0.00 %",
        "   1       100.00 %     100.00 %",
        "",
        "rolls in a match (1 matches)",
        "  least   6",
        "  median  6",
        "  mean    6.00",
        "  90 %    6",
        "  99 %    6",
        "  most    6",
    ]


def test_commands_print_a_match_and_its_odds():
    out = StringIO()
    call_command("playthrough", "live-bait", "--seats", "2", "--seed", "1", stdout=out)
    assert out.getvalue().startswith("Live Bait, 2 seats, seed 1\n")
    assert "\nOutcome(" in out.getvalue()
    out = StringIO()
    call_command("simulate", "live-bait", "--games", "3", "--no-duel", stdout=out)
    assert "rolls in a match (3 matches)" in out.getvalue()


@pytest.mark.parametrize("command", ["playthrough", "simulate"])
@pytest.mark.parametrize("wrong", [["--seats", "9"], ["--option", "fly=1"], ["--option", "duel=2"]])
def test_commands_refuse_in_words(command, wrong):
    with pytest.raises(CommandError, match=r"seats 2 to 6|no house rule|not a valid bool"):
        call_command(command, "live-bait", *wrong, stdout=StringIO())
