"""Commands at one match at once: each done once, in one order, and everybody told the truth.

Whoever has read how far the match is waits a second for another one to have read it too. Behind the lock nobody else
can, so they go on alone; without it they always meet, and the twin of each test sees its promise broken.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from events.domain.play import Taken, execute
from events.domain.refusal import Refusal
from events.models import Match
from events.queries import states
from games.kernel import Command, Host, Player
from games.live_bait.commands import PickDie, Roll
from games.table import Pause, Sender
from tests.concurrency.test_registration_locks import all_at_once, unlocked
from tests.events.playing import awaited, do, replayed, seqs, started_match, state, ticket

__all__ = ["unlocked"]

pytestmark = pytest.mark.django_db(transaction=True)

Acts = list[Callable[[], Taken]]


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who read a match before either wrote would meet here."""
    read, both = states.state_of, threading.Barrier(2)

    def met(match: Match) -> Any:
        found = read(match)
        if threading.current_thread() is not threading.main_thread():
            with suppress(threading.BrokenBarrierError):
                both.wait(1)
        return found

    monkeypatch.setattr(states, "state_of", met)


def sending(
    match: Match, who: Sender, command: Command, command_id: str, ticket_: str | None
) -> Callable[[], Taken]:
    return lambda: execute(
        match_id=match.public_id,
        actor=who,
        command=command,
        command_id=command_id,
        ticket=ticket_,
    )


def rolling_match() -> tuple[Match, Player, str]:
    """A match in which this seat may roll, and the ticket of its form."""
    match = started_match(3)
    for seat in range(3):
        do(match, Player(seat), PickDie(seat + 1))
    who, choices = awaited(match)[0]
    do(match, who, choices[0])
    return match, Player(0), ticket(match, Player(0))


def told(answers: list[Any]) -> list[Any]:
    """What each was told: the seq, the refusal's status and code, or what broke."""
    return [
        answer.seq
        if isinstance(answer, Taken)
        else (answer.status, answer.code)
        if isinstance(answer, Refusal)
        else type(answer).__name__
        for answer in answers
    ]


def rolls(match: Match) -> int:
    return match.log.filter(kind="OpeningRolled").count()


def whole(match: Match) -> bool:
    match.refresh_from_db()
    return seqs(match) == list(range(1, match.seq + 1)) and state(match) == replayed(match)


def one_id_five_times() -> bool:
    """Whether five copies of one roll were done once and all answered alike."""
    match, who, form = rolling_match()
    answers = all_at_once([sending(match, who, Roll(), "the roll", form)] * 5)
    match.refresh_from_db()
    return told(answers) == [match.seq] * 5 and rolls(match) == 1 and whole(match)


def test_one_roll_sent_five_times_at_once_is_rolled_once(meeting: None) -> None:
    assert one_id_five_times()


def test_without_the_lock_copies_of_a_roll_are_not_answered_alike(
    meeting: None, unlocked: None
) -> None:
    assert not one_id_five_times()


def two_ids_with_one_ticket() -> bool:
    """Whether of three rolls from one form one was taken and the others told to look again."""
    match, who, form = rolling_match()
    answers = all_at_once([sending(match, who, Roll(), f"press {n}", form) for n in range(3)])
    match.refresh_from_db()
    refused = [answer for answer in told(answers) if answer != match.seq]
    return refused == [(409, "stale")] * 2 and rolls(match) == 1 and whole(match)


def test_of_three_presses_on_one_form_one_counts(meeting: None) -> None:
    assert two_ids_with_one_ticket()


def test_without_the_lock_three_presses_are_not_told_apart(meeting: None, unlocked: None) -> None:
    assert not two_ids_with_one_ticket()


def pause_and_roll() -> bool:
    """Whether pausing and rolling at once came out in one of the two orders there are."""
    match, who, form = rolling_match()
    host = ticket(match, Host())
    stop, roll = told(
        all_at_once(
            [
                sending(match, Host(), Pause(), "stop", host),
                sending(match, who, Roll(), "roll", form),
            ]
        )
    )
    match.refresh_from_db()
    rolled_first = isinstance(roll, int) and isinstance(stop, int) and roll < stop == match.seq
    paused_first = isinstance(stop, int) and roll == (422, "paused") and rolls(match) == 0
    return (rolled_first or paused_first) and state(match).paused and whole(match)


def test_a_pause_and_a_roll_at_once_have_an_order(meeting: None) -> None:
    assert pause_and_roll()


def test_without_the_lock_a_pause_and_a_roll_have_none(meeting: None, unlocked: None) -> None:
    assert not pause_and_roll()


def test_everybody_picks_at_once_and_nobody_waits_for_long() -> None:
    match = started_match(6)
    picks = [
        sending(match, Player(seat), PickDie(seat + 1), "pick", ticket(match, Player(seat)))
        for seat in range(6)
    ]
    answers = told(all_at_once(picks))
    match.refresh_from_db()
    assert len(set(answers)) == 6
    assert max(answers) == match.seq
    assert match.log.filter(kind="Picked").count() == 6
    assert whole(match)


def test_one_die_wanted_by_all_goes_to_one() -> None:
    match = started_match(6)
    answers = told(
        all_at_once([sending(match, Player(seat), PickDie(4), "pick", None) for seat in range(6)])
    )
    match.refresh_from_db()
    assert sorted(answers, key=str) == sorted([match.seq] + [(422, "die-taken")] * 5, key=str)
    assert whole(match)
