"""Whose turn it is and what to do: every phase of Live Bait for every audience."""

from collections.abc import Callable

import pytest

from games.kernel import Audience, Host, Player, Public
from games.live_bait.commands import PickDie
from games.live_bait.words import fill, headline
from tests.games.live_bait_play import GAME, Match, called, live, picked

NAMES = ("Osric", "Juniper", "Tansy", "Wren", "Ilka", "Marlow")
Heading = tuple[str, str, str]


def headed(match: Match, audience: Audience) -> Heading:
    """Whose turn, title and body, as text."""
    head = headline(GAME.view(match.state, audience), audience)
    me = audience.seat if isinstance(audience, Player) else None
    body = " ".join(fill(line, NAMES, me) for line in head.body)
    return head.whose, fill(head.title, NAMES, me), body


SEAT_0, SEAT_1, SEAT_2, SEAT_3 = map(Player, range(4))


def at_picking() -> Match:
    match = Match(4)
    match.do(0, PickDie(3))
    match.leave(3)
    return match


def at_ready() -> Match:
    return picked(3)


def at_opening() -> Match:
    match = called(3)
    match.roll(0, 2)
    return match


def at_host_first() -> Match:
    match = at_opening()
    match.roll(1, 4)
    match.roll(2, 5)
    return match


def at_host_first_again() -> Match:
    match = at_host_first()
    match.host(6)
    return match


def at_live() -> Match:
    """Seat 2 is caught, seat 3 LIVE; 0 shows 2, 1 shows 4; avoid 4."""
    match = at_host_again()
    match.host(4)
    return match


def at_choosing() -> Match:
    match = live(2, 4, 4, 6, host=1)
    match.roll(0, 4)
    return match


def at_host_again() -> Match:
    match = live(2, 4, 5, 6, host=3)
    match.roll(2, 3)
    return match


def at_duel() -> Match:
    match = live(2, 4, 5, host=1)
    match.roll(0, 1)
    match.roll(1, 6)
    return match


def at_duel_host() -> Match:
    match = at_duel()
    match.roll(2, 3)
    return match


def at_the_end() -> Match:
    match = at_duel_host()
    match.host(3)
    return match


def at_the_end_of_a_final() -> Match:
    match = live(2, 4, 5, 6, host=1, final=True, duel=False)
    for seat in range(2):
        match.roll(seat, 1)
        match.host(1)
    match.roll(2, 1, 0)
    return match


HEADINGS: list[tuple[Callable[[], Match], Audience, Heading]] = [
    (
        at_picking,
        SEAT_0,
        ("other", "You stand at die 3", "Waiting for Juniper and Tansy to pick a die."),
    ),
    (at_picking, SEAT_1, ("you", "Pick a die", "Stand at any free die. First come, first served.")),
    (at_picking, SEAT_3, ("other", "You left this match", "You can watch it to the end.")),
    (
        at_picking,
        Host(),
        (
            "other",
            "Players pick their dice",
            "Waiting for Juniper and Tansy. Then you call the roll.",
        ),
    ),
    (
        at_picking,
        Public(),
        ("other", "Players pick their dice", "Waiting for Juniper and Tansy to pick a die."),
    ),
    (at_ready, SEAT_0, ("other", "Everyone has a die", "Wait for the host to call the roll.")),
    (at_ready, Host(), ("you", "Everyone has a die", "Call the roll.")),
    (at_ready, Public(), ("other", "Everyone has a die", "The host calls the roll next.")),
    (at_opening, SEAT_0, ("other", "You rolled a 2", "Waiting for Juniper and Tansy to roll.")),
    (at_opening, SEAT_1, ("you", "Roll your die", "Roll once. Your number stays showing.")),
    (
        at_opening,
        Host(),
        (
            "other",
            "Everybody rolls once",
            "Waiting for Juniper and Tansy. Then you roll to say who is LIVE first.",
        ),
    ),
    (
        at_opening,
        Public(),
        ("other", "Everybody rolls once", "Waiting for Juniper and Tansy to roll."),
    ),
    (
        at_host_first,
        SEAT_0,
        ("other", "The host rolls", "The number says who is LIVE first, counted from the left."),
    ),
    (
        at_host_first,
        Host(),
        (
            "you",
            "Roll your die",
            "It says who is LIVE first, counted from the left. Then it is the number to avoid.",
        ),
    ),
    (
        at_host_first_again,
        Public(),
        (
            "other",
            "The host rolls",
            "The host rolled a 6. Only 3 players stand, so the host rolls again.",
        ),
    ),
    (
        at_host_first_again,
        Host(),
        ("you", "Roll your die", "You rolled a 6. Only 3 players stand, so roll again."),
    ),
    (at_live, SEAT_3, ("you", "You are LIVE", "Roll until you match a die. Avoid the 4.")),
    (at_live, SEAT_0, ("other", "Wren is LIVE", "Wait. If Wren rolls a 2, you are matched.")),
    (
        at_live,
        SEAT_1,
        ("other", "Wren is LIVE", "Wait. Nobody can match your 4 while it is the number to avoid."),
    ),
    (at_live, SEAT_2, ("caught", "You are caught", "Wren is LIVE. Watch who is next.")),
    (at_live, Host(), ("other", "Wren is LIVE", "Your number is 4. You roll again after a catch.")),
    (
        at_live,
        Public(),
        ("other", "Wren is LIVE", "Wren rolls until a die matches. The number to avoid is 4."),
    ),
    (
        at_choosing,
        SEAT_0,
        ("you", "Choose who is LIVE next", "You matched Juniper and Tansy. Pick one."),
    ),
    (
        at_choosing,
        SEAT_1,
        ("other", "Osric chooses", "It may be you. Roll only when you are LIVE."),
    ),
    (
        at_choosing,
        SEAT_3,
        (
            "other",
            "Osric chooses",
            "One of Juniper and Tansy is LIVE next. Nobody rolls until then.",
        ),
    ),
    (
        at_choosing,
        Host(),
        (
            "other",
            "Osric chooses",
            "One of Juniper and Tansy is LIVE next. Nobody rolls until then.",
        ),
    ),
    (
        at_host_again,
        SEAT_3,
        (
            "other",
            "You are LIVE next",
            "The host rolls a new number to avoid. Then it is your turn.",
        ),
    ),
    (
        at_host_again,
        SEAT_2,
        (
            "caught",
            "You are caught",
            'Your die turns to "?". The host rolls again, then Wren is LIVE.',
        ),
    ),
    (
        at_host_again,
        SEAT_0,
        ("other", "Tansy is caught", "The host rolls a new number to avoid, then Wren is LIVE."),
    ),
    (
        at_host_again,
        Host(),
        (
            "you",
            "Tansy is caught",
            "Roll your die again. The new number is the one to avoid, then Wren is LIVE.",
        ),
    ),
    (
        at_host_again,
        Public(),
        ("other", "Tansy is caught", "The host rolls a new number to avoid, then Wren is LIVE."),
    ),
    (
        at_duel,
        SEAT_2,
        (
            "you",
            "Two left: roll your die",
            "You and Juniper roll once each. If both show the same, both roll again.",
        ),
    ),
    (at_duel, SEAT_1, ("other", "You rolled a 6", "Waiting for Tansy to roll.")),
    (at_duel, SEAT_0, ("caught", "You are caught", "Two are left: Juniper and Tansy. Both roll.")),
    (
        at_duel,
        Host(),
        (
            "other",
            "Two left: Juniper and Tansy",
            "Both roll. If both show the same, both roll again. Then you roll.",
        ),
    ),
    (
        at_duel,
        Public(),
        (
            "other",
            "Two left: Juniper and Tansy",
            "Both roll. If both show the same, both roll again. Then the host rolls.",
        ),
    ),
    (
        at_duel_host,
        SEAT_1,
        (
            "other",
            "The host rolls",
            "You show a 6, Tansy a 3. The host rolls until one is matched.",
        ),
    ),
    (
        at_duel_host,
        SEAT_0,
        ("caught", "You are caught", "The host rolls until Juniper or Tansy is matched."),
    ),
    (at_duel_host, Host(), ("you", "Roll until you match one", "Juniper shows a 6, Tansy a 3.")),
    (
        at_duel_host,
        Public(),
        (
            "other",
            "The host rolls",
            "Juniper shows a 6, Tansy a 3. The host rolls until one of them is matched.",
        ),
    ),
    (at_the_end, SEAT_1, ("other", "You win the main prize", "Tansy takes the door prize.")),
    (at_the_end, SEAT_2, ("other", "You take the door prize", "Juniper wins the main prize.")),
    (at_the_end, SEAT_0, ("other", "Juniper wins the main prize", "Tansy takes the door prize.")),
    (at_the_end, Host(), ("other", "Juniper wins the main prize", "Tansy takes the door prize.")),
    (
        at_the_end_of_a_final,
        SEAT_3,
        (
            "other",
            "You are first",
            "Tansy is second. Juniper is third. Osric takes the door prize.",
        ),
    ),
    (
        at_the_end_of_a_final,
        SEAT_1,
        ("other", "You are third", "Wren is first. Tansy is second. Osric takes the door prize."),
    ),
    (
        at_the_end_of_a_final,
        Public(),
        (
            "other",
            "Wren is first",
            "Tansy is second. Juniper is third. Osric takes the door prize.",
        ),
    ),
]


@pytest.mark.parametrize(("begin", "audience", "expected"), HEADINGS)
def test_heading_says_whose_turn_it_is_and_what_to_do(
    begin: Callable[[], Match], audience: Audience, expected: Heading
) -> None:
    assert headed(begin(), audience) == expected
