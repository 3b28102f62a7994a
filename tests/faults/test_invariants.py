"""The checker of what must hold after a fault finds each thing that doesn't: a twin for every invariant.

The history and the database that all of it starts from break none of them.
"""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from games import TABLES, codec
from games.fair import FairChance
from games.kernel import Host
from games.table import Sender, Start
from tests.faults import invariants
from tests.faults.history import Asked, History
from tests.faults.invariants import Screen, broken
from tests.faults.stored import Done, Entered, Evening, Line, Log, Stored

BEGUN = datetime(2026, 1, 15, 19, 0, tzinfo=UTC)
CLOSED = BEGUN - timedelta(minutes=5)
MATCH, EVENT = "match/table", "event/evening"
SEATS = 3


@cache
def played() -> tuple[Log, tuple[Done, ...]]:
    """A whole match of Live Bait, a command a second, and the commands that wrote it."""
    table = TABLES["live-bait"]
    state = table.initial(SEATS)
    log = Log(MATCH, 0, [], places=dict.fromkeys(range(SEATS)))
    done: list[Done] = []
    now = BEGUN
    while table.outcome(state) is None:
        now += timedelta(seconds=1)
        who: Sender = Host() if not state.started else next(iter(table.waits(state)))
        command = table.legal_commands(state, who)[0] if state.started else Start()
        chance = FairChance(b"s" * 32, "scope", "lineup")
        entries = table.decide(state, who, command, chance, now)
        actor = "host" if who == Host() else f"seat/{who.seat}"  # type: ignore[union-attr]
        for entry in entries:
            data: Any = codec.encode(entry)
            log.lines.append(Line(len(log.lines) + 1, type(entry).__name__, data, actor, now))
        state = table.fold(state, entries)
        done.append(Done(MATCH, actor, f"command {len(done)}", len(log.lines)))
    outcome = table.outcome(state)
    assert outcome is not None
    log.seq, log.over = len(log.lines), True
    place = 1
    for group in outcome.places:
        log.places |= dict.fromkeys(group, place)
        place += len(group)
    return log, tuple(done)


def sound() -> tuple[History, Stored]:
    """A history and a database between which nothing is wrong."""
    kept, done = played()
    log = replace(kept, lines=list(kept.lines), places=dict(kept.places))
    people = [Entered(f"reg {n}", n, "registered", f"seed {n}") for n in range(SEATS)]
    root = "\n".join(["fair-v1/list", "evt/evening", str(SEATS)]) + "\n"
    root += "".join(f"{one.reg} {one.client_seed}\n" for one in people)
    lines = [
        line(n + 1, "registered", CLOSED - timedelta(minutes=1), reg=one.reg, status="registered")
        for n, one in enumerate(people)
    ]
    lines += [line(4, "frozen", CLOSED), line(5, "passed", BEGUN, "clock", draw=1, reg="reg 2")]
    evening = Evening(
        EVENT,
        len(lines),
        lines,
        capacity=SEATS,
        closes_at=CLOSED,
        list_root=hashlib.sha256(root.encode()).hexdigest(),
        entered=people,
        deadlines={(1, "reg 2"): BEGUN - timedelta(seconds=1)},
    )
    history = History()
    for at, one in enumerate(done):
        history.asked[one.id] = Asked(one.id, float(at), "ok", at + 0.5, {MATCH: one.seq})
        history.sees("seat/0", MATCH, one.seq)
    history.asked["refused"] = Asked("refused", 1.0, "no", 1.5)
    return history, Stored(list(done), [evening], [log])


def line(seq: int, kind: str, at: datetime, by: str = "person/1", **data: object) -> Line:
    return Line(seq, kind, data, by, at)


def letters(wrong: list[str]) -> set[str]:
    return {line[0] for line in wrong}


def test_a_sound_history_breaks_nothing() -> None:
    assert broken(*sound()) == []


def lost(history: History, stored: Stored) -> None:
    del stored.done[-1]


def stored_twice(history: History, stored: Stored) -> None:
    stored.done.append(replace(stored.done[3], actor="seat/1", scope="match/other"))


def answered_before_it_showed(history: History, stored: Stored) -> None:
    history.asked[stored.done[3].id].shown[MATCH] -= 1


@pytest.mark.parametrize("breaks", [lost, stored_twice, answered_before_it_showed])
def test_a_finds_what_was_acknowledged_and_is_not_stored_once(breaks: Any) -> None:
    history, stored = sound()
    breaks(history, stored)
    assert letters(invariants.a_acknowledged_is_stored_once(history, stored)) == {"A"}
    assert "A" in letters(broken(history, stored))


def test_b_finds_what_was_refused_and_done() -> None:
    history, stored = sound()
    history.asked[stored.done[3].id].said = "no"
    assert letters(broken(history, stored)) == {"B"}


def test_c_finds_what_nobody_answered_and_what_then_was_done_twice() -> None:
    history, stored = sound()
    history.asked["silent"] = Asked("silent", 1.0)
    assert letters(broken(history, stored)) == {"C"}
    stored.done += [Done("match/a", "seat/0", "silent", 1), Done("match/b", "seat/0", "silent", 1)]
    assert len(invariants.c_unanswered_is_stored_once_at_most(history, stored)) == 2


def test_d_finds_an_answer_that_another_overtook() -> None:
    history, stored = sound()
    history.asked[stored.done[4].id].told = 2.0
    history.asked[stored.done[4].id].sent = 1.0
    assert letters(broken(history, stored)) == {"D"}


def a_hole(log: Log, stored: Stored) -> None:
    del log.lines[5]


def one_entry_for_two(log: Log, stored: Stored) -> None:
    stored.done.append(replace(stored.done[3], id="another"))


def somebody_elses(log: Log, stored: Stored) -> None:
    stored.done[3] = replace(stored.done[3], actor="seat/99")


def nobodys(log: Log, stored: Stored) -> None:
    log.lines.append(replace(log.lines[-1], seq=log.seq + 1))
    log.seq += 1


@pytest.mark.parametrize("breaks", [a_hole, one_entry_for_two, somebody_elses, nobodys])
def test_e_finds_a_log_that_is_not_its_commands_one_after_the_other(breaks: Any) -> None:
    _history, stored = sound()
    breaks(stored.logs[0], stored)
    assert letters(invariants.e_numbers_have_no_hole(stored)) == {"E"}


def test_e_finds_a_hole_in_a_ledger() -> None:
    history, stored = sound()
    del stored.evenings[0].lines[4]
    assert letters(broken(history, stored)) == {"E"}


@pytest.mark.parametrize("numbers", [[1, 3, 2], [1, 99_999]])
def test_f_finds_a_page_that_went_back_or_saw_what_was_never_kept(numbers: list[int]) -> None:
    history, stored = sound()
    history.seen["seat/1", MATCH] = numbers
    assert letters(broken(history, stored)) == {"F"}


def test_g_finds_a_page_that_shows_what_it_would_not_when_opened_anew() -> None:
    history, stored = sound()
    right = {"pier": "3 fish"}
    alike = [Screen("public", name, right, right) for name in ("one", "two")]
    assert broken(history, stored, alike) == []
    stale = Screen("public", "three", {"pier": "2 fish"}, right)
    assert letters(broken(history, stored, [*alike, stale])) == {"G"}


def test_g_finds_two_of_one_audience_who_see_different() -> None:
    screens = [Screen("public", text, {"pier": text}, {"pier": text}) for text in ("one", "two")]
    assert letters(invariants.g_screens_are_equal(screens)) == {"G"}


def test_h_finds_places_a_deadline_and_an_end_that_the_log_does_not_give() -> None:
    history, stored = sound()
    log = stored.logs[0]
    first, second = log.places[0], log.places[1]
    log.places |= {0: second, 1: first}
    assert letters(broken(history, stored)) == {"H"}
    log.places |= {0: first, 1: second}
    log.next_deadline = BEGUN
    assert letters(broken(history, stored)) == {"H"}
    log.next_deadline, log.over = None, False
    assert letters(broken(history, stored)) == {"H"}


def test_i_finds_a_line_of_the_verifier_that_is_wrong() -> None:
    assert invariants.i_proof_holds("ok    The log.\nALL 1 CHECKS HOLD\n") == []
    said = "ok    The log.\nWRONG The seeds.\n1 OF 2 CHECKS FAILED\n"
    assert letters(invariants.i_proof_holds(said)) == {"I"}
    assert letters(invariants.i_proof_holds("")) == {"I"}


def too_many(evening: Evening) -> None:
    evening.capacity = 2


def twice(evening: Evening) -> None:
    evening.entered.append(Entered("reg 9", 1, "waiting", "seed 9"))


def late(evening: Evening) -> None:
    evening.lines[2] = replace(evening.lines[2], at=evening.closes_at)


def another_list(evening: Evening) -> None:
    evening.entered[1] = replace(evening.entered[1], client_seed="another")


def frozen_twice(evening: Evening) -> None:
    evening.lines.append(line(6, "frozen", CLOSED))
    evening.seq = 6


@pytest.mark.parametrize("breaks", [too_many, twice, late, another_list, frozen_twice])
def test_j_finds_a_list_that_is_not_what_it_may_be(breaks: Any) -> None:
    history, stored = sound()
    breaks(stored.evenings[0])
    assert letters(broken(history, stored)) == {"J"}


def test_k_finds_a_turn_and_a_call_that_ran_out_too_early() -> None:
    _history, stored = sound()
    log, evening = stored.logs[0], stored.evenings[0]
    who = {"type": "Player", "seat": 1}
    until = (BEGUN + timedelta(seconds=30)).isoformat()
    log.lines = [
        Line(1, "DeadlineSet", {"who": who, "at": until}, "host", BEGUN),
        line(2, "TimedOut", BEGUN + timedelta(seconds=31), "clock", who=who),
    ]
    assert invariants.k_nobody_is_timed_out_early(stored) == []
    log.lines[1] = line(2, "TimedOut", BEGUN + timedelta(seconds=29), "clock", who=who)
    assert letters(invariants.k_nobody_is_timed_out_early(stored)) == {"K"}
    log.lines = []
    evening.deadlines[1, "reg 2"] = BEGUN + timedelta(seconds=1)
    assert letters(invariants.k_nobody_is_timed_out_early(stored)) == {"K"}


def test_l_finds_what_one_world_sent_and_the_other_did_not() -> None:
    assert invariants.l_worlds_look_alike(["a frame"], ["a frame"]) == []
    assert letters(invariants.l_worlds_look_alike(["a frame"], ["another"])) == {"L"}
