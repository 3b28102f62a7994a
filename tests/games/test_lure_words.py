"""What Lure says: every entry has words, every audience a heading, and no secret slips out."""

import pytest

from games.chance import SeededChance
from games.kernel import Audience, Host, Player, Public
from games.line import Line, Listed
from games.lure import entries as e
from games.lure.cards import Lure
from games.lure.options import LureOptions
from games.lure.words import TEMPLATES, fill, headline, lines
from tests.games.lure_play import ADJUST, BOAST, EXTRA, GAME, Match

NAMES = ["Bram", "Ilka", "Wren", "Otis", "Vito"]


def said(entries: list, me: int | None = None) -> str:
    return " ".join(fill(line, NAMES, me) for line in lines(entries, me))


def headed(match: Match, audience: Audience) -> tuple[str, str]:
    me = audience.seat if isinstance(audience, Player) else None
    heading = headline(GAME.view(match.state, audience), audience)
    return fill(heading.title, NAMES, me), " ".join(fill(line, NAMES, me) for line in heading.body)


def test_deal_tells_each_seat_its_own_lure_alone() -> None:
    match = Match(2, fish=["Minnow", "Bleak"], lures=[EXTRA[4], BOAST[0]])
    assert said(match.log, 0) == (
        "The host dealt. Bram and Ilka draw a lure. You drew an extra 4. Round 1. "
        "Turned up: Minnow, and one more fish comes. Turned up: Bleak. Turned up: Perch."
    ).replace("Bram and Ilka", "you and Ilka")
    assert "drew an" not in said(match.log)


def test_cast_is_told_to_its_owner_alone() -> None:
    cast = Match(2).cast(0, 2, specials=(20,))
    assert said(cast, 0) == "You have cast. Your cast: 2 dice and the d20."
    assert said(cast, 1) == said(cast) == "Bram has cast."


def test_reveal_roll_and_catch_are_told_in_their_order() -> None:
    match = Match(2, fish=["Bleak", "Catfish"], lures=[EXTRA[3]])
    match.falls(0, 2)
    match.cast(0, 1, lures=(EXTRA[3],))
    assert said(match.cast(1), 1).startswith(
        "You have cast. Your cast: nothing. "
        "The casts are open: 1 die and 1 lure by Bram and nothing by you. "
        "You roll nothing. You draw a lure."
    )
    assert "Bram rolled 2 and an extra 3: 5. Bram catches Bleak." in said(match.log)


def test_shared_total_says_why_nobody_catches() -> None:
    assert said([e.Shared(1, "Bleak", (0, 2))], 2) == (
        "Bram and you share the lowest total, so nobody catches Bleak."
    )


def test_own_lure_is_named() -> None:
    assert said([e.LureDrawn(0, 0, Lure("adjust"))], 0) == "You drew an adjust."
    assert said([e.LureDrawn(0, 0, Lure("adjust"))], 1) == ""


def test_heading_tells_everybody_what_to_do() -> None:
    match = Match(2, deal=False)
    assert headed(match, Host())[0] == "Deal the lures"
    assert headed(match, Player(0))[0] == "Before the deal"
    match = Match(2, lures=ADJUST)
    assert headed(match, Player(0))[0] == "Choose your cast"
    match.falls(0, 3)
    match.cast(0, 1, lures=match.state.players[0].lures)
    assert headed(match, Player(0)) == (
        "You have cast", "Waiting for Ilka. Until then you can change it.",
    )  # fmt: skip
    match.cast(1)
    assert headed(match, Player(0)) == (
        "Adjust your dice",
        "Turn dice up or down: 1 in all. Nobody sees it before the group has settled.",
    )
    assert headed(match, Public()) == ("Bram adjusts", "Waiting for Bram to settle their dice.")


def test_heading_says_how_it_ended() -> None:
    match = Match(3)
    match.falls(0, 6)
    match.cast(0, 1)
    match.cast(1)
    match.cast(2)
    while GAME.outcome(match.state) is None:
        match.pass_round()
    assert headed(match, Public()) == ("Bram wins", "1 point.")
    assert headed(match, Player(2)) == ("You are number 2", "0 points. Bram wins.")


def ids(line: Line) -> set[str]:
    """The message ids of a sentence, those of its phrases too."""
    inner = [ids(phrase) for _, value in line.params if isinstance(value, Listed)
             for phrase in value.phrases]  # fmt: skip
    return {line.template}.union(*inner)


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_sentence_of_a_random_match_can_be_said_and_translated(seats: int) -> None:
    chance, choice = SeededChance(seats), SeededChance(f"{seats}/choice")
    state = GAME.initial_state(seats, LureOptions())
    for step in range(2000):
        audiences: tuple[Audience, ...] = (Host(), Public(), *map(Player, range(seats)))
        for audience in audiences:
            heading = headline(GAME.view(state, audience), audience)
            for line in (heading.title, *heading.body):
                assert ids(line) <= set(TEMPLATES)
                assert "%" not in fill(line, NAMES)
        if GAME.outcome(state) is not None:
            break
        who = next(iter(GAME.waits(state)))
        if step % 7 == 6 and isinstance(who, Player):
            group = GAME.time_out(state, who, chance)
        else:
            commands = GAME.legal_commands(state, who)
            (at,) = choice.pick(str(step), len(commands), 1)
            group = GAME.decide(state, who, commands[at], chance)
        for me in (None, 0, 1):
            for line in lines(group, me):
                assert ids(line) <= set(TEMPLATES)
                assert "%" not in fill(line, NAMES, me)
        for entry in group:
            state = GAME.evolve(state, entry)
    assert GAME.outcome(state) is not None
