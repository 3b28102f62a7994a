"""A command sent again: answered as before, done once, whatever happened in between."""

import pytest

from events.domain.play import Taken
from events.domain.seeds import SealBroken
from events.models import CommandRecord, Match
from events.queries import keeping
from games.kernel import Command, Host, Player
from games.live_bait.commands import CallRoll, PickDie, Roll
from games.table import AddTime, Pause, Sender, Start
from tests.events.playing import (
    SetClock,
    act,
    answer_all,
    awaited,
    do,
    drawn_event,
    play_to_end,
    refused,
    seated_match,
    set_clock,
    started_match,
    state,
    ticket,
    written,
)

__all__ = ["set_clock"]


def again(
    match: Match, who: Sender, command: Command, command_id: str, ticket_: str | None = None
) -> Taken:
    """The repeat's answer; the match stays as it is."""
    before, records, stood = written(match), CommandRecord.objects.count(), state(match)
    taken = do(match, who, command, command_id=command_id, ticket_=ticket_)
    assert (written(match), CommandRecord.objects.count(), state(match)) == (before, records, stood)
    return taken


def test_the_same_command_again_is_answered_with_the_same_seq() -> None:
    match = started_match()
    first = do(match, Player(0), PickDie(2), command_id="mine")
    assert again(match, Player(0), PickDie(2), "mine") == Taken(
        first.seq, repeated=True, match=match
    )


def test_a_repeat_carries_the_ticket_it_was_first_sent_with() -> None:
    match = started_match()
    form = ticket(match, Player(0))
    first = do(match, Player(0), PickDie(2), command_id="mine", ticket_=form)
    assert ticket(match, Player(0)) != form
    assert again(match, Player(0), PickDie(2), "mine", form) == Taken(
        first.seq, repeated=True, match=match
    )
    refused("stale", lambda: do(match, Player(0), PickDie(2), command_id="new", ticket_=form))


def test_the_same_id_for_another_command_is_422() -> None:
    match = started_match()
    do(match, Player(0), PickDie(2), command_id="mine")
    before = written(match)
    refusal = refused("id-reused", lambda: do(match, Player(0), PickDie(3), command_id="mine"))
    assert (refusal.status, written(match)) == (422, before)


def test_an_id_that_was_refused_can_be_used_again() -> None:
    match = started_match()
    refused("not-now", lambda: do(match, Player(0), Roll(), command_id="mine"))
    refused("no-such-die", lambda: do(match, Player(0), PickDie(7), command_id="mine"))
    taken = do(match, Player(0), PickDie(1), command_id="mine")
    assert (taken.repeated, taken.seq) == (False, match.seq)


def test_a_stale_command_can_be_sent_again_with_the_new_ticket() -> None:
    match = started_match()
    refused("stale", lambda: do(match, Player(0), PickDie(1), command_id="mine", ticket_="0" * 16))
    assert do(match, Player(0), PickDie(1), command_id="mine").repeated is False


def test_two_actors_may_use_the_same_id() -> None:
    match = started_match()
    first = do(match, Player(0), PickDie(1), command_id="same")
    second = do(match, Player(1), PickDie(2), command_id="same")
    third = do(match, Host(), CallRoll(), command_id="same")
    assert first.seq < second.seq < third.seq == match.seq
    assert again(match, Player(0), PickDie(1), "same").seq == first.seq


def test_a_repeat_after_later_commands_has_its_own_old_seq() -> None:
    match = started_match()
    first = do(match, Player(0), PickDie(1), command_id="mine")
    do(match, Player(1), PickDie(2))
    do(match, Host(), CallRoll())
    assert again(match, Player(0), PickDie(1), "mine") == Taken(
        first.seq, repeated=True, match=match
    )


def test_a_repeat_after_the_end_is_answered() -> None:
    match = seated_match(2)
    first = do(match, Host(), Start(), command_id="begin")
    play_to_end(match)
    assert again(match, Host(), Start(), "begin") == Taken(first.seq, repeated=True, match=match)


def test_the_command_that_ends_the_match_is_answered_again_and_ends_it_once() -> None:
    match = started_match(2)
    sent: list[tuple[Sender, Command, str]] = []
    while awaited(match):
        who, choices = awaited(match)[0]
        sent.append((who, choices[0], f"at {match.seq}"))
        do(match, who, choices[0], command_id=sent[-1][2])
    assert again(match, *sent[-1]) == Taken(match.seq, repeated=True, match=match)
    assert match.event.ledger.filter(kind="match-ended").count() == 1


def test_a_repeat_after_a_restart_is_answered() -> None:
    match = started_match()
    first = do(match, Player(0), PickDie(1), command_id="mine")
    keeping.forget_all()
    assert again(match, Player(0), PickDie(1), "mine") == Taken(
        first.seq, repeated=True, match=match
    )


def test_the_same_id_at_another_match_is_another_command() -> None:
    first, second = started_match(), started_match()
    do(first, Player(0), PickDie(1), command_id="mine")
    taken = do(second, Player(0), PickDie(1), command_id="mine")
    assert (taken.repeated, taken.seq) == (False, second.seq)


def test_a_repeat_does_nothing_that_is_overdue(set_clock: SetClock) -> None:
    match = started_match()
    first = do(match, Player(0), PickDie(1), command_id="mine")
    set_clock.move(seconds=31)
    assert again(match, Player(0), PickDie(1), "mine") == Taken(
        first.seq, repeated=True, match=match
    )


def test_a_command_that_failed_half_way_left_nothing_and_can_be_sent_again() -> None:
    match = seated_match()
    kept, match.seed.commitment = match.seed.commitment, "0" * 64
    match.seed.save()
    with pytest.raises(SealBroken):
        do(match, Host(), Start(), command_id="begin")
    assert (match.log.count(), CommandRecord.objects.filter(scope=match.topic).count()) == (0, 0)
    match.seed.commitment = kept
    match.seed.save()
    assert do(match, Host(), Start(), command_id="begin").repeated is False


def test_an_answer_of_one_pause_is_not_the_next_pauses() -> None:
    match = started_match()
    do(match, Host(), Pause(), command_id="stop")
    assert again(match, Host(), Pause(), "stop").repeated is True
    refused("paused", lambda: do(match, Host(), AddTime(5)))


def test_arguments_tell_two_payloads_apart() -> None:
    match = answer_all(drawn_event(3))
    act(match)
    do(match, Host(), AddTime(10), command_id="more")
    refused("id-reused", lambda: do(match, Host(), AddTime(20), command_id="more"))
    assert again(match, Host(), AddTime(10), "more").repeated is True
