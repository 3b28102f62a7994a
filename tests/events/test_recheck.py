"""Stored outcomes derived once more: what was tampered with is found, stops the table and is told."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from events.domain import outbox, recheck
from events.domain.findings import Finding, findings
from events.models import Draw, LogEntry, Match
from events.queries import alarms, keeping
from events.queries.evening import evening_context
from games.kernel import Host
from games.table import Pause, Resume, Void
from tests.events.factories import make_user
from tests.events.playing import (
    act,
    awaited,
    committed,
    do,
    play_to_end,
    refused,
    started_match,
    state,
)
from tests.events.tampering import tamper, triggers_lifted


def rolled_match(moves: int = 14, seats: int = 6) -> Match:
    """A match in which dice have fallen; so few that it can't be over, whatever they showed."""
    match = started_match(seats)
    for _turn in range(moves):
        act(match)
    assert match.ended_at is None
    return match


def rolls(match: Match) -> list[LogEntry]:
    return list(match.log.exclude(chance=[]).order_by("seq"))


def changed(match: Match, change: Callable[[list[Any]], Any], which: int = 0) -> LogEntry:
    """One stored record of chance, put to other values in the database."""
    row = rolls(match)[which]
    tamper(row, chance=[change(list(row.chance[0])), *row.chance[1:]])
    return row


def other_face(record: list[Any]) -> list[Any]:
    return [*record[:5], [record[5][0] % 6 + 1, *record[5][1:]]]


def rechecked() -> int:
    with committed():
        return recheck.recheck_running()


def kinds(match: Match) -> list[str]:
    return [line.kind for line in match.event.ledger.all() if line.kind.startswith("recheck")]


# ------------------------------------------------------------------------------- what is found


def test_an_honest_match_is_as_it_was() -> None:
    match = rolled_match()
    before = (match.seq, match.event.ledger.count())
    assert findings(match) == []
    assert rechecked() == 0
    match.refresh_from_db()
    assert (match.seq, match.event.ledger.count()) == before
    assert len(rolls(match)) > 3


def test_undone_moves_and_what_was_rolled_instead_fit() -> None:
    match = rolled_match()
    do(match, Host(), Void(state(match).moves[-1].last, "a slip"))
    for _turn in range(3):
        act(match)
    attempts = {record[2] for row in rolls(match) for record in row.chance}
    assert attempts == {0, 1}
    assert findings(match) == []


def test_a_match_played_to_its_end_fits() -> None:
    match = play_to_end(started_match(4))
    assert findings(match) == []
    assert recheck.recheck_all() == 0


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (other_face, "values"),
        (lambda record: [*record[:2], 1, *record[3:]], "attempt"),
        (lambda record: [*record[:4], 10**9, record[5]], "form"),
        (lambda record: ["pick", record[1], record[2], 10**9, 1, [0]], "form"),
        (lambda record: ["tossed", *record[1:]], "form"),
        (lambda record: record[:3], "form"),
        (lambda record: "rubbish", "form"),
        (lambda record: [*record[:5], None], "form"),
    ],
)
def test_a_changed_row_is_found(change: Callable[[list[Any]], Any], problem: str) -> None:
    match = rolled_match()
    assert findings(match) == []
    row = changed(match, change, which=1)
    [found] = findings(match)
    assert (found.seq, found.problem) == (row.seq, problem)


def test_a_roll_under_another_label_is_found() -> None:
    """By its values, or by the chain where the other label happens to give the same."""
    match = rolled_match()
    row = changed(match, lambda record: [record[0], "host/99", *record[2:]])
    [found] = findings(match)
    assert found.seq == row.seq
    assert found.problem in ("values", "chain")


def test_a_roll_repeated_without_an_undo_is_found() -> None:
    match = rolled_match()
    first, second = rolls(match)[:2]
    tamper(second, chance=first.chance)
    label, attempt = first.chance[0][1:3]
    assert findings(match) == [Finding(second.seq, label, attempt, "attempt")]


def test_the_row_could_not_be_changed_with_its_trigger_in_place() -> None:
    """The twin: the database itself refuses what `tamper` does with the trigger lifted."""
    row = rolls(rolled_match())[0]
    with pytest.raises(DatabaseError, match="are only added"):
        LogEntry.objects.filter(pk=row.pk).update(chance=[])


@pytest.mark.parametrize(
    "changes",
    [
        {"data": {"type": "HostRolled", "face": 7, "why": "first"}},
        {"by": "seat/0"},
        {"kind": "Rolled"},
        {"chance": []},
    ],
    ids=["what it says", "who", "kind", "chance taken out"],
)
def test_an_entry_changed_anywhere_else_breaks_the_chain(changes: dict[str, Any]) -> None:
    match = rolled_match()
    row = rolls(match)[2]
    tamper(row, **changes)
    assert findings(match) == [Finding(row.seq, "", 0, "chain")]


def test_a_log_cut_off_at_its_end_is_found() -> None:
    match = rolled_match()
    with triggers_lifted():
        match.log.filter(seq=match.seq).delete()
    assert findings(match) == [Finding(match.seq, "", 0, "chain")]


def test_a_draw_whose_order_was_changed_is_found() -> None:
    match = rolled_match()
    drawn = match.round.draws.get()
    Draw.objects.filter(pk=drawn.pk).update(order=[*drawn.order[1:], drawn.order[0]])
    assert findings(match) == [Finding(0, f"draw/{drawn.number}", 0, "draw")]


@pytest.mark.parametrize(
    "more",
    [{"reg": "f" * 32, "client_seed": "0" * 32}, {"reg": "f"}, "f", {"reg": "", "client_seed": 3}],
)
def test_a_list_that_somebody_was_put_on_later_is_found(more: Any) -> None:
    match = rolled_match()
    drawn = match.round.draws.get()
    Draw.objects.filter(pk=drawn.pk).update(eligible=[*drawn.eligible, more])
    assert findings(match) == [Finding(0, f"draw/{drawn.number}", 0, "draw")]


def test_seats_that_were_changed_are_found() -> None:
    match = rolled_match()
    first, last = match.seats.order_by("number")[0], match.seats.order_by("number")[5]
    match.seats.filter(pk=last.pk).delete()
    match.seats.filter(pk=first.pk).update(number=9)
    assert findings(match) == [Finding(0, "lineup", 0, "lineup")]


# -------------------------------------------------------------------------------- what is done


def test_a_mismatch_pauses_the_match_and_is_told_to_everybody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    organiser = make_user(is_staff=True)
    match = rolled_match()
    row = changed(match, other_face)
    with caplog.at_level(logging.ERROR):
        assert rechecked() == 1
    assert state(match).paused
    assert match.log.values_list("kind", "by").last() == ("Paused", "clock")
    [line] = match.event.ledger.filter(kind="recheck-failed")
    label = row.chance[0][1]
    assert (line.data["match"], line.data["count"]) == (match.public_id, 1)
    assert line.data["found"] == [
        {"seq": row.seq, "label": label, "attempt": 0, "problem": "values"}
    ]
    assert f"match {match.public_id}: 1 stored entries" in caplog.text
    outbox.drain()
    [letter] = [sent for sent in mail.outbox if sent.to == [organiser.email]]
    assert f"{row.seq} ({label})" in letter.body
    assert f"recheck --go-on {match.public_id}" in letter.body


def test_the_same_finding_is_told_once_and_another_again() -> None:
    match = rolled_match()
    changed(match, other_face)
    assert [rechecked(), rechecked()] == [1, 1]
    assert kinds(match) == ["recheck-failed"]
    changed(match, other_face, which=2)
    assert rechecked() == 1
    assert kinds(match) == ["recheck-failed", "recheck-failed"]


def test_play_goes_on_only_once_it_is_cleared_up() -> None:
    match = rolled_match()
    changed(match, other_face)
    rechecked()
    refused("recheck", lambda: do(match, Host(), Resume()))
    assert state(match).paused
    call_command("recheck", go_on=match.public_id, reason="The disk was swapped")
    do(match, Host(), Resume())
    assert not state(match).paused
    assert rechecked() == 1
    assert not state(match).paused, "what was cleared up doesn't stop the table again"
    assert kinds(match) == ["recheck-failed", "recheck-cleared"]


def test_what_fits_again_clears_itself(settings: Any) -> None:
    match = rolled_match()
    keys = settings.SEED_KEYS
    settings.SEED_KEYS = [Fernet.generate_key().decode()]
    assert rechecked() == 1
    [line] = match.event.ledger.filter(kind="recheck-failed")
    assert line.data["found"][0]["problem"] == "seal"
    settings.SEED_KEYS = keys
    assert rechecked() == 0
    do(match, Host(), Resume())
    assert kinds(match) == ["recheck-failed", "recheck-cleared"]


def test_a_paused_match_stays_paused_and_an_ended_one_ended() -> None:
    paused, ended = rolled_match(), play_to_end(started_match(3))
    do(paused, Host(), Pause())
    for match in (paused, ended):
        changed(match, other_face)
    before = [paused.log.count(), ended.log.count()]
    with committed():
        assert recheck.recheck_all() == 2
    assert [paused.log.count(), ended.log.count()] == before
    assert kinds(ended) == ["recheck-failed"]


def test_a_running_match_elsewhere_is_left_alone() -> None:
    other, match = rolled_match(), rolled_match()
    changed(match, other_face)
    assert rechecked() == 1
    assert not state(other).paused
    assert awaited(other)


def test_a_log_that_cannot_be_read_stops_no_start(caplog: pytest.LogCaptureFixture) -> None:
    match = rolled_match()
    row = changed(match, other_face)
    tamper(row, data={"type": "Nothing"})
    keeping.forget_all()
    assert rechecked() == 1
    assert kinds(match) == ["recheck-failed"]
    assert "can't be paused" in caplog.text


# ------------------------------------------------------------------------------ what is shown


def test_the_console_shows_a_red_line_until_it_is_cleared_up() -> None:
    match = rolled_match()
    event = match.event
    assert evening_context(event, "host", "host")[1]["alarms"] == []
    changed(match, other_face)
    rechecked()
    event = type(event).objects.get(pk=event.pk)
    [line] = evening_context(event, "host", "host")[1]["alarms"]
    assert "Round 1" in line
    recheck.clear(match_id=match.public_id, by="clock", reason="swapped")
    event = type(event).objects.get(pk=event.pk)
    assert evening_context(event, "host", "host")[1]["alarms"] == []
    assert alarms.open_alarms(event) == []


# ---------------------------------------------------------------------------------- by command


def test_the_command_says_what_it_found() -> None:
    match = rolled_match()
    call_command("recheck")
    changed(match, other_face)
    with pytest.raises(CommandError, match="1 matches hold"):
        call_command("recheck")


@pytest.mark.parametrize(
    ("found", "reason", "said"),
    [(False, "fine", "Nothing stands"), (True, "", "Write something")],
)
def test_letting_go_on_needs_something_to_clear_and_a_reason(
    found: bool, reason: str, said: str
) -> None:
    match = rolled_match()
    if found:
        changed(match, other_face)
        rechecked()
    with pytest.raises(CommandError, match=said):
        call_command("recheck", go_on=match.public_id, reason=reason)
    with pytest.raises(CommandError, match="no such match"):
        call_command("recheck", go_on="nowhere", reason="fine")
