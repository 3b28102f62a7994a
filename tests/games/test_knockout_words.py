"""What KnockOut says: of calls and arrivals, and to those who wait in the queue."""

import pytest

from games.kernel import Audience, Host, Player, Public, Seat
from games.live_bait.words import fill, headline, lines
from tests.games.knockout_play import Match, live, picked, play_on

NAMES = ("Osric", "Juniper", "Tansy", "Wren", "Ilka", "Marlow", "Dara", "Esme", "Finn")


def said(match: Match, me: Seat | None = None) -> str:
    """The last group of entries as text."""
    return " ".join(fill(line, NAMES, me) for line in lines(match.view().last, me))


def headed(match: Match, audience: Audience) -> tuple[str, str, str]:
    """Whose turn, title and body, as text."""
    head = headline(match.view(), audience)
    me = audience.seat if isinstance(audience, Player) else None
    names = NAMES if match.state.seats <= 9 else tuple(map(str, range(match.state.seats)))
    body = " ".join(fill(line, names, me) for line in head.body)
    return head.whose, fill(head.title, names, me), body


def caught(seats: int) -> Match:
    """Seat 1 is caught and seat 6 called to die 2."""
    match = live(seats, host=2)
    match.catch(1)
    return match


def test_a_call_to_the_emptied_die_is_told() -> None:
    match = caught(8)
    assert said(match) == (
        "Juniper rolled a 2, the host's number. Caught, first out. "
        "Dara is called to die 2. Tansy is LIVE next."
    )
    assert said(match, 6).endswith("You are called to die 2. Tansy is LIVE next.")


def test_arriving_is_told() -> None:
    match = caught(8)
    match.roll(6, 4)
    assert said(match) == "Dara came to die 2 and rolled a 4."
    assert said(match, 6) == "You came to die 2 and rolled a 4."


def test_passing_over_is_told() -> None:
    match = caught(8)
    match.late(6)
    assert said(match) == (
        "Time was up for Dara. Dara is passed over and goes to the end of the queue. "
        "Esme is called to die 2."
    )
    match.pass_over(7)
    assert said(match, 7) == (
        "You are passed over and go to the end of the queue. Dara is called to die 2."
    )


def test_striking_out_is_told() -> None:
    match = caught(7)
    match.pass_over(6)
    match.pass_over(6)
    assert said(match) == "Dara is passed over for the second time, and out."
    assert said(match, 6) == "You are passed over for the second time, and out."


def test_a_call_while_picking_is_told() -> None:
    match = Match(7)
    match.pass_over(0)
    assert said(match).endswith("Dara is called to pick a die.")
    assert said(match, 6).endswith("You are called: pick a die.")


def test_waiting_is_told_with_who_is_called() -> None:
    match = live(7, host=1)
    for seat in range(1, 6):
        match.leave(seat)
    assert said(match) == "Marlow left the match. Play waits until the next player has come."
    body = "Play goes on when a player has come to the free die. Called: Dara."
    for audience in (Player(0), Host(), Public()):
        assert headed(match, audience) == ("other", "Waiting for the next player", body)


def test_the_end_names_all_door_prizes_at_once() -> None:
    match = live(7, host=1)
    play_on(match)
    assert said(match).endswith(
        "Dara is first. Marlow is second. Ilka is third. Osric, Juniper and Tansy take door prizes."
    )
    assert headed(match, Player(1))[1:] == (
        "You take a door prize",
        "Dara is first. Marlow is second. Ilka is third. Osric, you and Tansy take door prizes.",
    )
    assert headed(match, Player(3)) == (
        "other",
        "Dara is first",
        "Marlow is second. Ilka is third. Osric, Juniper and Tansy take door prizes.",
    )


def test_who_is_called_must_roll() -> None:
    match = caught(7)
    body = "Roll to arrive. Nobody compares this number, but it can be matched from then on."
    assert headed(match, Player(6)) == ("you", "You are called to die 2", body)
    match.late(6)
    again = "If you miss this call as well, you are out."
    assert headed(match, Player(6)) == ("you", "You are called to die 2", f"{body} {again}")
    match.late(6)
    assert headed(match, Player(6)) == (
        "other",
        "You are out",
        "You were called twice and did not come. You can watch to the end.",
    )


def test_who_left_by_themselves_is_not_told_that_they_were_struck_out() -> None:
    match = caught(8)
    match.late(6)
    match.leave(6)
    assert headed(match, Player(6))[1] == "You left this match"


def test_the_next_in_line_is_warned() -> None:
    assert headed(caught(9), Player(7)) == (
        "other",
        "You are next",
        "Stay on this page: you are called as soon as a die is empty.",
    )


def test_a_missed_call_is_named_in_the_queue() -> None:
    match = caught(9)
    match.late(6)
    assert headed(match, Player(6)) == (
        "other",
        "You are 2nd in line",
        "You are called when your turn comes. Finn is next. "
        "You missed a call. If you miss the next one, you are out.",
    )


@pytest.mark.parametrize(
    ("place", "title"),
    [
        (1, "You are next"),
        (2, "You are 2nd in line"),
        (3, "You are 3rd in line"),
        (4, "You are 4th in line"),
        (11, "You are 11th in line"),
        (12, "You are 12th in line"),
        (21, "You are 21st in line"),
        (23, "You are 23rd in line"),
        (111, "You are 111th in line"),
    ],
)
def test_places_in_line(place: int, title: str) -> None:
    assert headed(Match(130), Player(5 + place))[1] == title


def test_only_the_called_are_waited_for_while_picking() -> None:
    match = Match(9)
    body = "Waiting for Osric, Juniper, Tansy, Wren, Ilka and Marlow. Then you call the roll."
    assert headed(match, Host()) == ("other", "Players pick their dice", body)
    assert headed(match, Player(0))[0] == "you"
    assert headed(picked(9), Host())[:2] == ("you", "Everyone has a die")
