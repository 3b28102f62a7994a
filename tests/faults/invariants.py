"""What must hold after any fault: invariants A to L of research/reliability.md 5.1, one function each.

Each takes what it looks at and returns what is wrong, in words; nothing where it holds. `test_invariants.py` breaks
each of them on purpose.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from games import TABLES, codec
from games.kernel import Outcome
from tests.faults.history import History
from tests.faults.side_by_side import differences
from tests.faults.stored import NEVER, Done, Evening, Line, Log, Stored, instant

Wrong = list[str]
Shown = Mapping[str, str]


@dataclass(frozen=True)
class Screen:
    """What a page shows by fragment, and what it shows when it is opened anew."""

    audience: str
    who: str
    shown: Shown
    fresh: Shown


def a_acknowledged_is_stored_once(history: History, stored: Stored) -> Wrong:
    """A: every acknowledged id occurs exactly once, and its answer showed it."""
    wrong = []
    for one in history.said("ok"):
        found = _of(stored, one.id)
        if len(found) != 1:
            wrong.append(f"A: {one.id} was acknowledged, and is stored {len(found)} times")
        wrong += [
            f"A: {one.id} is {done.seq} of {done.scope}, and was answered with {one.shown[done.scope]}"
            for done in found
            if one.shown.get(done.scope, done.seq) < done.seq
        ]
    return wrong


def b_refused_is_not_stored(history: History, stored: Stored) -> Wrong:
    """B: no refused id occurs."""
    return [
        f"B: {one.id} was refused, and is stored"
        for one in history.said("no")
        if _of(stored, one.id)
    ]


def c_unanswered_is_stored_once_at_most(history: History, stored: Stored) -> Wrong:
    """C: an id that nobody answered occurs once or not at all, and after the retries there is none."""
    wrong = [
        f"C: {one.id} is stored {len(_of(stored, one.id))} times"
        for one in history.said("nothing")
        if len(_of(stored, one.id)) > 1
    ]
    return wrong + [f"C: {one.id} never got an answer" for one in history.said("nothing")]


def d_order_is_kept(history: History, stored: Stored) -> Wrong:
    """D: what was acknowledged before something else was asked has the smaller number."""
    wrong = []
    numbers = {done.id: done for done in stored.done}
    told = [(one, numbers[one.id]) for one in history.said("ok") if one.id in numbers]
    for scope in {done.scope for _one, done in told}:
        own = sorted(
            (one.told, one.sent, done.seq, one.id) for one, done in told if done.scope == scope
        )
        for place, (at, _sent, seq, id_) in enumerate(own):
            wrong += [
                f"D: {id_} is {seq} of {scope}, {later} was asked after it and is {after}"
                for _told, sent, after, later in own[place + 1 :]
                if sent > at and after <= seq
            ]
    return wrong


def e_numbers_have_no_hole(stored: Stored) -> Wrong:
    """E: ledgers and logs are numbered 1 … n, and each entry of a log belongs to one command of its actor."""
    wrong = [
        f"E: {one.scope} is at {one.seq}, and its entries are {[line.seq for line in one.lines][-9:]}"
        for one in stored.chains()
        if [line.seq for line in one.lines] != list(range(1, one.seq + 1))
    ]
    for log in stored.logs:
        wrong += _commands_of(log, [done for done in stored.done if done.scope == log.scope])
    return wrong


def f_no_page_goes_back(history: History, stored: Stored) -> Wrong:
    """F: what a client has seen never decreases, and is nothing that wasn't kept."""
    wrong = []
    for (who, topic), numbers in history.seen.items():
        if any(after < before for before, after in pairwise(numbers)):
            wrong.append(f"F: {who} saw {topic} go back: {numbers}")
        kept = stored.seq(topic)
        if kept is not None and max(numbers) > kept:
            wrong.append(f"F: {who} saw {max(numbers)} of {topic}, which is at {kept}")
    return wrong


def g_screens_are_equal(screens: Sequence[Screen]) -> Wrong:
    """G: each page shows what it shows when opened anew, and all pages of one audience show the same."""
    wrong = [
        f"G: {one.who} shows another {name} than when opened anew"
        for one in screens
        for name in sorted({*one.shown, *one.fresh})
        if one.shown.get(name) != one.fresh.get(name)
    ]
    first: dict[str, Screen] = {}
    for one in screens:
        other = first.setdefault(one.audience, one)
        if _hash(one.shown) != _hash(other.shown):
            wrong.append(f"G: {one.who} and {other.who} are both {one.audience} and see different")
    return wrong


def h_replay_gives_what_is_stored(stored: Stored) -> Wrong:
    """H: folding each log from its first entry gives the deadline, the end and the places that are stored."""
    wrong = []
    for log in stored.logs:
        table = TABLES[log.game]
        kinds = codec.registry(table.entries)
        options = codec.decode(table.game.options, log.options) if log.options else None
        entries = [codec.decode(kinds, dict(line.data)) for line in log.lines]
        state = table.replay(len(log.places), options, entries)
        outcome = table.outcome(state)
        if log.seq and table.next_deadline(state) != log.next_deadline:
            wrong.append(f"H: {log.scope} waits until {log.next_deadline}, its log says another")
        if (outcome is not None) != log.over:
            wrong.append(f"H: {log.scope} is over or not, and its log says the opposite")
        elif outcome is not None and _places(outcome, log) != log.places:
            wrong.append(f"H: {log.scope} has places {log.places}, its log says others")
    return wrong


def i_proof_holds(verdict: str) -> Wrong:
    """I: the independent verifier finds nothing; ``verdict`` is what it printed."""
    lines = verdict.strip().splitlines() or ["nothing"]
    wrong = [f"I: {line}" for line in lines if line.startswith("WRONG")]
    return wrong or ([] if lines[-1].startswith("ALL ") else [f"I: {lines[-1]}"])


def j_list_is_what_was_open(stored: Stored) -> Wrong:
    """J: no more people than places, one entry a person, none after the closing, and the list is the frozen one."""
    wrong = []
    for event in stored.evenings:
        listed = [one for one in event.entered if one.status == "registered"]
        if len(listed) > event.capacity:
            wrong.append(f"J: {len(listed)} are on the list of {event.scope}, {event.capacity} fit")
        people = [one.person for one in event.entered if one.status in ("registered", "waiting")]
        if len(people) != len(set(people)):
            wrong.append(f"J: somebody is on the list of {event.scope} twice")
        wrong += [
            f"J: entry {line.seq} of {event.scope} came at {line.at}, it closed at {event.closes_at}"
            for line in event.lines
            if line.kind == "registered" and line.at >= event.closes_at
        ]
        wrong += _frozen(event)
    return wrong


def k_nobody_is_timed_out_early(stored: Stored) -> Wrong:
    """K: no turn and no call ran out before the deadline that held for it, outages counted in."""
    wrong = []
    for log in stored.logs:
        until: dict[str, datetime] = {}
        for line in log.lines:
            who = json.dumps(line.data.get("who"), sort_keys=True)
            if line.kind == "DeadlineSet":
                until[who] = instant(line.data["at"])
            elif line.kind == "TimedOut" and line.at <= until.get(who, NEVER):
                wrong.append(f"K: entry {line.seq} of {log.scope} times {who} out too early")
    for event in stored.evenings:
        for line in event.lines:
            at = event.deadlines.get((line.data.get("draw", 0), line.data.get("reg", "")))
            if line.kind == "passed" and line.by == "clock" and at and line.at <= at:
                wrong.append(f"K: entry {line.seq} of {event.scope} passes over too early")
    return wrong


def l_worlds_look_alike(first: list[str], second: list[str]) -> Wrong:
    """L: two sites that differ in a secret alone sent the same to everybody else."""
    return [f"L: {line}" for line in differences(first, second)]


def broken(history: History, stored: Stored, screens: Sequence[Screen] = ()) -> Wrong:
    """What of A to H, J and K doesn't hold; I and L need a proof and a second site."""
    return [
        *a_acknowledged_is_stored_once(history, stored),
        *b_refused_is_not_stored(history, stored),
        *c_unanswered_is_stored_once_at_most(history, stored),
        *d_order_is_kept(history, stored),
        *e_numbers_have_no_hole(stored),
        *f_no_page_goes_back(history, stored),
        *g_screens_are_equal(screens),
        *h_replay_gives_what_is_stored(stored),
        *j_list_is_what_was_open(stored),
        *k_nobody_is_timed_out_early(stored),
    ]


def _of(stored: Stored, id_: str) -> list[Done]:
    return [done for done in stored.done if done.id == id_]


def _commands_of(log: Log, done: list[Done]) -> Wrong:
    ends = [0, *sorted(one.seq for one in done)]
    if len(ends) != len(set(ends)):
        return [f"E: two commands claim one entry of {log.scope}"]
    wrong = []
    actors = {one.seq: one.actor for one in done}
    for start, end in pairwise(ends):
        own = [line for line in log.lines[start:end] if line.by != "clock"]
        if {_actor(line) for line in own} != {actors[end]}:
            wrong.append(f"E: entries {start + 1} to {end} of {log.scope} aren't {actors[end]}'s")
        if [line.kind for line in own].count("Rolled") > 1:
            wrong.append(f"E: one press, two rolls: {start + 1} to {end} of {log.scope}")
    if any(line.by != "clock" for line in log.lines[ends[-1] :]):
        wrong.append(f"E: {log.scope} ends in entries of no command")
    return wrong


def _actor(line: Line) -> str:
    return "host" if line.by.startswith("user/") else line.by


def _places(outcome: Outcome, log: Log) -> dict[int, int | None]:
    places: dict[int, int | None] = dict.fromkeys(log.places)
    place = 1
    for group in outcome.places:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places


def _frozen(event: Evening) -> Wrong:
    frozen = [line for line in event.lines if line.kind == "frozen"]
    if len(frozen) > 1:
        return [f"J: {event.scope} was frozen {len(frozen)} times"]
    if not frozen:
        return []
    gone = {
        line.data["reg"]
        for line in event.lines[: frozen[0].seq]
        if line.kind in ("withdrawn", "removed", "disqualified")
    }
    came = {
        line.data["reg"]
        for line in event.lines[: frozen[0].seq]
        if line.kind == "promoted" or line.data.get("status") == "registered"
    }
    listed = sorted((one.reg, one.client_seed) for one in event.entered if one.reg in came - gone)
    public_id = event.scope.removeprefix("event/")
    words = [
        "fair-v1/list",
        f"evt/{public_id}",
        len(listed),
        *(f"{reg} {seed}" for reg, seed in listed),
    ]
    root = hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()
    return [] if root == event.list_root else [f"J: {event.scope} froze another list"]


def _hash(shown: Shown) -> str:
    return hashlib.sha256(json.dumps(dict(shown), sort_keys=True).encode()).hexdigest()
