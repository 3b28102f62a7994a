"""An evening that a backup was put back into is proved like any other, and shows where it was."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.domain.restoring import after_restore
from events.models import Event, Match
from events.queries import proof
from games import fair
from games.kernel import Host
from games.proof import State, check
from games.recompute import Source, recomputed
from games.table import Start, Void
from tests.events.awards import finish
from tests.events.factories import close, open_event, register_people
from tests.events.playing import (
    SetClock,
    act,
    answer_all,
    committed,
    do,
    draw,
    drawn_event,
    forget_everything,
    play_to_end,
    set_clock,
    state,
)
from tests.events.proof_parts import entries, rehashed, rows
from tests.events.relays import DUE
from tests.events.test_forgeries import ours, stand_alone
from tests.events.waiting import LINE, comes, locked_match
from tests.serving import ROOT

__all__ = ["set_clock"]

Data = dict[str, Any]


def restored() -> None:
    with committed():
        after_restore(reason="The disk broke")


def fresh(match: Match) -> Match:
    return Match.objects.select_related("event", "seed__event", "round").get(pk=match.pk)


def interrupted(*, before: int, after: int = 0, undo: bool = False) -> Event:
    """A finished evening whose first match lived through a restore, or through two."""
    event = drawn_event(8, rounds=2)
    match = answer_all(event)
    if before:
        do(match, Host(), Start())
    for _turn in range(before - 1):
        act(match)
    restored()
    match = fresh(match)
    if undo:
        do(match, Host(), Void(state(match).moves[-1].last, "a slip"))
    if after:
        for _turn in range(after):
            act(match)
        restored()
        match = fresh(match)
    play_to_end(match)
    draw(event)
    play_to_end(answer_all(event))
    finish(event)
    return event


def wrong(event: Event, folder: Path) -> list[Any]:
    """What the product's checker finds, and the one that stands alone."""
    path = folder / "proof.json"
    path.write_text(json.dumps(proof.build(event)))
    found: list[Any] = [
        line for line in check(json.loads(path.read_text())) if line.state != State.OK
    ]
    alone = subprocess.run(
        [sys.executable, ROOT / "scripts/verify_fair.py", path],
        capture_output=True,
        text=True,
        check=False,
    )
    return found + ([] if alone.returncode == 0 else alone.stdout.splitlines())


@pytest.mark.parametrize(
    "course",
    [
        {"before": 0},
        {"before": 4},
        {"before": 14},
        {"before": 14, "undo": True},
        {"before": 10, "after": 4},
    ],
    ids=["not begun", "picking", "rolling", "an undo over it", "twice"],
)
def test_an_evening_with_a_restore_is_proved(course: dict[str, Any], tmp_path: Path) -> None:
    assert wrong(interrupted(**course), tmp_path) == []


def waited(set_clock: SetClock) -> Event:
    """A finished evening that lived through a restore while its line-up waited for the beacon."""
    match = locked_match(set_clock, 3)
    restored()
    set_clock.stop(DUE)
    comes(match.event)
    play_to_end(fresh(match))
    finish(match.event)
    return match.event


def test_a_restore_while_a_line_up_waits_is_proved(set_clock: SetClock, tmp_path: Path) -> None:
    event = waited(set_clock)
    first, second = proof.build(event)["games"]
    assert (first["entropy"], second["entropy"]) == ("", LINE)
    assert wrong(event, tmp_path) == []


def without_words(built: Data) -> None:
    """The part after the restore, too, with no public randomness."""
    built["games"][1]["entropy"] = ""


def other_words(built: Data) -> None:
    """The part before it with a line that had not come, and its hash to match."""
    game, scope = built["games"][0], f"{built['event']}/game/{built['games'][0]['game_no']}"
    game["entropy"] = LINE
    (entry,) = entries(built, "restored")
    entry["data"]["matches"][0]["lineup_before"] = fair.game_entropy(scope, game["lineup"], "none")


def drawn_without(built: Data) -> None:
    """The seats' order shuffled before the line came, from the seed alone."""
    game = built["games"][0]
    scope = f"{built['event']}/game/{game['game_no']}"
    lineup = fair.game_entropy(scope, [tuple(row) for row in game["lineup"]], "none")
    (entry,) = entries(built, "restored")
    entry["data"]["matches"][0]["after"] = len(rows(built))
    for row in rows(built):
        for record in row["chance"]:
            record[5] = list(recomputed(Source(bytes.fromhex(game["seed"]), scope, lineup), record))


WITHOUT_WORDS: list[tuple[Callable[[Data], None], str]] = [
    (without_words, "3 players, seated as they were drawn and answered."),
    (other_words, "3 players, seated as they were drawn and answered."),
    (drawn_without, "rolls and draws"),
]


@pytest.mark.parametrize(("forge", "line"), WITHOUT_WORDS)
def test_no_public_randomness_passes_only_where_it_had_not_come(
    set_clock: SetClock, tmp_path: Path, forge: Callable[[Data], None], line: str
) -> None:
    forged = json.loads(json.dumps(proof.build(waited(set_clock))))
    forge(forged)
    found = ours(rehashed(forged))
    assert [line in text for state, text in found if state == State.WRONG][:1] == [True]
    assert stand_alone(tmp_path, forged) == found


def test_a_restore_between_closing_and_drawing_is_proved(tmp_path: Path) -> None:
    forget_everything()
    event = open_event()
    register_people(event, 5)
    restored()
    close(event)
    restored()
    draw(event)
    play_to_end(answer_all(event))
    finish(event)
    assert wrong(event, tmp_path) == []


def test_dice_from_the_given_up_seal_are_caught() -> None:
    """The twin: had the match gone on under its old seal, the proof would say so."""
    event = interrupted(before=14)
    data = json.loads(json.dumps(proof.build(event)))
    later = data["games"][1]
    later["seed"] = data["games"][0]["seed"]
    assert [line for line in check(data) if line.state == State.WRONG]
