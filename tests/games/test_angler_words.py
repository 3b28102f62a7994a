"""What Angler & Fish says: every entry has words, every audience a heading, and no secret slips out."""

import pytest

from games.angler import entries as e
from games.angler.figures import figures, figures_text
from games.angler.options import AnglerOptions
from games.angler.words import TEMPLATES, fill, headline, lines
from games.chance import SeededChance
from games.kernel import Audience, Host, Player, Public
from games.line import Line, Listed
from tests.games.angler_play import GAME, Match

NAMES = ["Bram", "Ilka", "Wren", "Otis"]


def said(entries: list, me: int | None = None) -> str:
    return " ".join(fill(line, NAMES, me) for line in lines(entries, me))


def headed(match: Match, audience: Audience) -> tuple[str, str]:
    me = audience.seat if isinstance(audience, Player) else None
    heading = headline(GAME.view(match.state, audience), audience)
    return fill(heading.title, NAMES, me), " ".join(fill(line, NAMES, me) for line in heading.body)


def test_card_face_down_is_told_to_its_angler_alone() -> None:
    cast = Match(3).bait(3, bite=True)
    assert said(cast, 0) == "You show bait 3, with a card face down. Your card says bite."
    for me in (None, 1, 2):
        assert said(cast, me) == "Bram shows bait 3, with a card face down."


def test_turned_card_names_whose_fish_go_where() -> None:
    match = Match(3)
    assert said(match.cast(3, True, 2, 1), 1) == (
        "Wren stakes 1 fish. The card says bite: the angler keeps 2 from you and 1 from Wren."
    )
    assert said(match.cast(2, False, 1, 0)) == (
        "Wren stakes nothing. The card says no bite: at 2 points each, 1 from Ilka are safe."
    )


def test_end_of_a_round_says_why_and_what_went_unseen() -> None:
    match = Match(3)
    match.cast(5, True, 1, 0)
    assert said(match.cast(4, True, 0, 0), 1) == (
        "Wren stakes nothing. Nobody staked: bait and card go away unseen. "
        "All bites are used, and not all of them were seen. The round is over. "
        "Unseen went: bite. Round 2: you are the angler."
    )


def test_last_bait_is_explained() -> None:
    assert said([e.Baited(0, 5, automatic=True, forced=True)]) == (
        "The last bait is 5. Everybody stakes what is left."
    )


def test_heading_tells_everybody_what_to_do() -> None:
    match = Match(3)
    assert headed(match, Player(0))[0] == "You are the angler"
    assert headed(match, Public())[0] == "Bram baits"
    match.bait(3, bite=False)
    assert headed(match, Player(1)) == (
        "Stake your fish",
        "Bait 3. You have 4 left: stake some of them, all or none. "
        "A bite takes what is staked. Without one, each fish is worth 3.",
    )
    assert headed(match, Player(2)) == (
        "Ilka stakes", "Bait 3, and a card face down. You stake after Ilka.",
    )  # fmt: skip
    assert headed(match, Player(0)) == ("Your bait lies", "Ilka stakes now.")


def test_heading_says_how_it_ended() -> None:
    match = Match(4)
    match.cast(2, False, 1, 0, 0)
    for _round in range(4):
        match.play_round()
    assert headed(match, Public()) == ("Ilka wins", "2 points.")
    assert headed(match, Player(1)) == ("You win", "2 points.")
    assert headed(match, Player(3)) == ("You are number 2", "0 points. Ilka wins.")


def test_figures_tell_the_points_of_both_roles() -> None:
    match = Match(2)
    match.cast(5, True, 1)
    match.cast(3, False, 2)
    match.cast(2, False, 1)
    assert figures_text(figures(match.log)) == [
        "points a round (1 rounds)",
        "  angler              4.00",
        "  each fish player    8.00",
        "how rounds ended",
        "  fish            100.00 %",
    ]


def ids(line: Line) -> set[str]:
    """The message ids of a sentence, those of its phrases too."""
    inner = [ids(phrase) for _, value in line.params if isinstance(value, Listed)
             for phrase in value.phrases]  # fmt: skip
    return {line.template}.union(*inner)


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_sentence_of_a_random_match_can_be_said_and_translated(seats: int) -> None:
    names = [f"Player {seat}" for seat in range(seats)]
    chance, choice = SeededChance(seats), SeededChance(f"{seats}/choice")
    state = GAME.initial_state(seats, AnglerOptions())
    for step in range(2000):
        audiences: list[Audience] = [Host(), Public(), *map(Player, range(seats))]
        for audience in audiences:
            heading = headline(GAME.view(state, audience), audience)
            for line in (heading.title, *heading.body):
                assert ids(line) <= set(TEMPLATES)
                assert "%" not in fill(line, names)
        if GAME.outcome(state) is not None:
            break
        (who,) = GAME.waits(state)
        if step % 7 == 6:
            group = GAME.time_out(state, who, chance)
        else:
            commands = GAME.legal_commands(state, who)
            (at,) = choice.pick(str(step), len(commands), 1)
            group = GAME.decide(state, who, commands[at], chance)
        for me in (None, 0, 1):
            for line in lines(group, me):
                assert ids(line) <= set(TEMPLATES)
                assert "%" not in fill(line, names, me)
        for entry in group:
            state = GAME.evolve(state, entry)
    assert GAME.outcome(state) is not None
