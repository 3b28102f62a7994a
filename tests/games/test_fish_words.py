"""What Fish or Cut Bait says: every entry has words, every audience a heading."""

import pytest

from games.chance import SeededChance
from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.options import FishOptions
from games.fish_or_cut_bait.words import TEMPLATES, fill, headline, lines
from games.kernel import Audience, Host, Player, Public
from games.line import Line, Listed
from tests.games.fish_play import ALIKE, FULL, GAME, PARTIAL, Match, at_turn, rigged

NAMES = ["Bram", "Ilka", "Wren"]


def said(entries: list, me: int | None = None) -> str:
    return " ".join(fill(line, NAMES, me) for line in lines(entries, me))


def headed(match: Match, audience: Audience) -> tuple[str, str]:
    me = audience.seat if isinstance(audience, Player) else None
    heading = headline(GAME.view(match.state, audience), audience)
    return fill(heading.title, NAMES, me), " ".join(fill(line, NAMES, me) for line in heading.body)


def test_rig_throw_names_its_faces_and_what_is_ready() -> None:
    thrown = at_turn().rig(*PARTIAL)
    assert said(thrown) == ("Bram rolled Pole, Bobber, Lure and Pole. Red and white are ready.")
    assert said(thrown, 0).startswith("You rolled Pole,")


def test_fish_throw_names_dice_and_fish() -> None:
    match = rigged(*FULL)
    assert said(match.fish(red=2, white=4)) == "Bram rolled red 2 and white 4."
    assert said(match.fish(blue="snag")) == (
        "Bram rolled a snag on blue. It breaks the rig, and 6 fish go back."
    )


def test_chip_covers_a_snag_in_words() -> None:
    match = rigged(*ALIKE)
    match.rig("bobber", dice=(0,))
    assert said(match.fish(red="snag")) == "Bram rolled a snag on red. The chip covers it."


def test_end_of_a_turn_names_the_catch_and_who_is_next() -> None:
    match = rigged(*FULL)
    match.fish(red=1)
    assert said(match.stop(), 1) == "Bram stops. Bram books 1 fish. You are next."


def test_lucky_seven_names_who_loses_what() -> None:
    assert said([e.Deducted(0, (0, 5, 2))], 1) == "The lucky 7 takes 5 from you and 2 from Wren."
    assert said([e.Deducted(0, (0, 0, 0))]) == "The lucky 7 takes nothing."


def test_end_names_the_winner_or_those_who_share() -> None:
    assert said([e.Ended(((1,), (0,)), (3, 9, 0))], 1) == "You win with 9 fish."
    assert (
        said([e.Ended(((0, 1), (2,)), (9, 9, 0))]) == "Bram and Ilka share first place with 9 fish."
    )


def test_heading_tells_the_roller_what_to_do() -> None:
    match = Match(3)
    assert headed(match, Player(0)) == (
        "You are called", "Start when you are ready: then you have 45 seconds.",
    )  # fmt: skip
    match.flip()
    assert headed(match, Player(0)) == ("Your turn", "Roll all four rig dice.")
    match.rig(*PARTIAL)
    assert headed(match, Player(0))[1] == "Pole, Lure, Bobber. Fish now, or roll for a Boat."
    match.fish(red=2)
    assert headed(match, Player(0)) == (
        "You are fishing",
        "2 fish so far. Roll on, or stop. A snag breaks the rig and throws them back.",
    )


def test_heading_warns_whoever_is_next() -> None:
    match = at_turn()
    assert headed(match, Player(1))[1].endswith("You are next: get ready.")
    assert headed(match, Player(2))[1].endswith("Ilka is next.")


def test_heading_says_how_it_ended() -> None:
    match = Match(3, rounds=1)
    for numbers in [(5,), (2,), (5,)]:
        match.catch(*numbers)
    assert headed(match, Public()) == ("Bram and Wren share first place", "5 fish.")
    assert headed(match, Player(1)) == (
        "You are number 3", "2 fish. Bram and Wren share first place.",
    )  # fmt: skip


def ids(line: Line) -> set[str]:
    """The message ids of a sentence, those of its phrases too."""
    inner = [ids(phrase) for _, value in line.params if isinstance(value, Listed)
             for phrase in value.phrases]  # fmt: skip
    return {line.template}.union(*inner)


@pytest.mark.parametrize("seed", range(12))
def test_every_sentence_of_a_random_match_can_be_said_and_translated(seed: int) -> None:
    options = FishOptions(
        rounds=2, lucky_seven=seed % 2 == 0, throw_budget=8 if seed % 3 == 0 else 0
    )
    chance, choice = SeededChance(seed), SeededChance(f"{seed}/choice")
    state = GAME.initial_state(3, options)
    audiences: list[Audience] = [Host(), Public(), *map(Player, range(3))]
    for step in range(5000):
        for audience in audiences:
            heading = headline(GAME.view(state, audience), audience)
            for line in (heading.title, *heading.body):
                assert ids(line) <= set(TEMPLATES)
                assert "%" not in fill(line, NAMES)
        if GAME.outcome(state) is not None:
            break
        (who,) = GAME.waits(state)
        commands = GAME.legal_commands(state, who)
        (at,) = choice.pick(str(step), len(commands), 1)
        group = GAME.decide(state, who, commands[at], chance)
        for me in (None, 0, 1):
            told = lines(group, me)
            assert told
            for line in told:
                assert ids(line) <= set(TEMPLATES)
                assert "%" not in fill(line, NAMES, me)
        for entry in group:
            state = GAME.evolve(state, entry)
    assert GAME.outcome(state) is not None
