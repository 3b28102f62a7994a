"""What Live Bait says of what happened."""

from games.kernel import Host, Public, Seat
from games.line import Line, Name, Names, fill
from games.live_bait.commands import CallRoll, ChooseNext, WaivePriorWinner
from games.live_bait.phrases import HEADED, SAID
from games.live_bait.words import TEMPLATES, lines
from tests.games.live_bait_play import GAME, Match, called, live, picked

NAMES = ("Osric", "Juniper", "Tansy", "Wren", "Ilka", "Marlow")


def said(match: Match, me: Seat | None = None) -> str:
    """The last group of entries as text."""
    group = GAME.view(match.state, Public()).last
    return " ".join(fill(line, NAMES, me) for line in lines(group, me))


def test_line_carries_a_template_and_typed_values() -> None:
    match = live(2, 4, 5, 4, host=1)
    rolled, chooses = lines(match.roll(0, 4))
    assert rolled == Line(
        "%(who)s rolled a %(face)s and matched %(others)s.",
        (("who", Name(0)), ("face", 4), ("others", Names((1, 3)))),
    )
    assert chooses == Line("%(who)s chooses who is LIVE next.", (("who", Name(0)),))


def test_fill_translates_the_template_and_the_words_of_a_list() -> None:
    catalogue = {"Two are left: %(pair)s. Both roll.": "Noch zwei: %(pair)s.", "and": "und"}
    line = Line("Two are left: %(pair)s. Both roll.", (("pair", Names((0, 1))),))
    text = fill(line, NAMES, translate=lambda message: catalogue.get(message, message))
    assert text == "Noch zwei: Osric und Juniper."


def test_templates_are_all_messages_once() -> None:
    assert len(set(TEMPLATES)) == len(TEMPLATES)
    assert set(TEMPLATES) == {"you", "and", *SAID.values(), *HEADED.values()}


def test_match_is_told_to_each_reader() -> None:
    match = live(2, 4, 5, host=1)
    match.roll(0, 5)
    assert said(match) == "Osric rolled a 5 and matched Tansy. Tansy is LIVE."
    assert said(match, 0) == "You rolled a 5 and matched Tansy. Tansy is LIVE."
    assert said(match, 2) == "Osric rolled a 5 and matched you. You are LIVE."


def test_several_matches_and_the_choice_are_told() -> None:
    match = live(2, 4, 5, 4, host=1)
    match.roll(0, 4)
    assert said(match, 3) == (
        "Osric rolled a 4 and matched Juniper and you. Osric chooses who is LIVE next."
    )
    assert said(match, 0) == (
        "You rolled a 4 and matched Juniper and Wren. Choose who is LIVE next."
    )
    match.do(0, ChooseNext(3))
    assert said(match) == "Osric chose Wren. Wren is LIVE."
    assert said(match, 3) == "Osric chose you. You are LIVE."


def test_roll_without_a_match_is_told() -> None:
    match = live(2, 4, 5, host=1)
    match.roll(0, 6)
    assert said(match) == "Osric rolled a 6. No match: rolls again."
    assert said(match, 0) == "You rolled a 6. No match: roll again."


def test_catch_and_re_roll_are_told() -> None:
    match = live(2, 4, 5, 6, host=1)
    match.roll(0, 1)
    assert said(match) == (
        "Osric rolled a 1, the host's number. Caught, first out. Juniper is LIVE next."
    )
    match.host(5)
    assert said(match, 1) == "The host rolled a 5, the new number to avoid. You are LIVE."


def test_automatic_acts_say_so() -> None:
    match = Match(2)
    match.late(0, 3)
    assert said(match) == "Time was up for Osric. Osric stands at die 4."
    assert said(match, 0) == "Your time was up. You stand at die 4."


def test_opening_is_told() -> None:
    match = picked(3)
    match.do(Host(), CallRoll())
    assert said(match) == "The host called the roll."
    for seat in range(3):
        match.roll(seat, 3)
    assert said(match) == "Tansy rolled a 3."
    match.host(4)
    assert said(match) == ("The host rolled a 4, but fewer players stand. The host rolls again.")
    match.host(2)
    assert said(match) == (
        "The host rolled a 2, the number to avoid. Juniper, number 2 from the left, is LIVE."
    )


def test_duel_is_told() -> None:
    match = live(2, 4, 5, host=1, prior_winners=(1,))
    match.roll(0, 1)
    assert said(match, 2) == (
        "Osric rolled a 1, the host's number. Caught, first out. "
        "Two are left: Juniper and you. Both roll."
    )
    match.roll(1, 4)
    match.roll(2, 4)
    assert said(match) == "Tansy rolled a 4. Both show a 4, so both roll again."
    match.roll(1, 4)
    match.roll(2, 6)
    match.host(1)
    assert said(match) == "The host rolled a 1 and matched neither. The host rolls again."
    match.host(6)
    assert said(match) == (
        "The host rolled a 6 and matched Tansy. "
        "Juniper has won a main prize before, and so takes the door prize. "
        "Tansy wins the main prize. Juniper takes the door prize."
    )
    assert said(match, 1) == (
        "The host rolled a 6 and matched Tansy. "
        "You have won a main prize before, and so take the door prize. "
        "Tansy wins the main prize. You take the door prize."
    )


def test_leaving_and_the_waiver_are_told() -> None:
    match = live(2, 4, 5, 6, host=1, prior_winners=(1,))
    match.do(Host(), WaivePriorWinner())
    assert said(match) == "The host waived the prior winner's rule for this match."
    match.leave(0)
    assert said(match) == "Osric left the match. Juniper is LIVE."


def test_prizes_of_a_final_and_a_prize_that_finds_nobody_are_told() -> None:
    match = live(2, 4, 5, host=1, final=True, duel=False)
    match.roll(0, 1)
    match.host(1)
    match.roll(1, 1)
    assert said(match, 1) == (
        "You rolled a 1, the host's number. Caught, second out. "
        "Tansy is first. You are second. Osric is third."
    )
    match = called(2)
    match.leave(0)
    assert said(match) == (
        "Osric left the match. Juniper wins the main prize. "
        "The door prize finds nobody and is not awarded."
    )
