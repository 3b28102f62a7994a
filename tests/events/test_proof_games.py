"""Evenings of every game are proved by both checkers: tables side by side, and dice that show pictures."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from events.queries import proof
from games.proof import State, check
from tests.events.proof_parts import Proof, rehashed, rows
from tests.events.test_forgeries import ours, stand_alone
from tests.events.test_games_evenings import QUICK, evening, finish, play_round


def proved(game: str) -> Proof:
    event = evening(game, 9, format="heats-and-final")
    play_round(event)
    play_round(event)
    built: Proof = json.loads(json.dumps(proof.build(finish(event))))
    return built


@pytest.mark.parametrize("game", QUICK)
def test_tables_side_by_side_and_their_final_are_proved(game: str, tmp_path: Path) -> None:
    built = proved(game)
    assert len(built["matches"]) == 4
    assert [line for line in check(built) if line.state != State.OK] == []
    assert stand_alone(tmp_path, built) == ours(built)


def wrong(tmp_path: Path, forged: Proof) -> list[str]:
    found = ours(rehashed(forged))
    assert stand_alone(tmp_path, forged) == found
    return [text for state, text in found if state == State.WRONG]


def shown(built: Proof) -> dict[tuple[str, int], list[tuple[Any, int]]]:
    """Where each side of a kind of dice was shown in the first match: entries, and which of their dice."""
    places: dict[tuple[str, int], list[tuple[Any, int]]] = {}
    fell: list[int] = []
    for row in rows(built):
        fell = [side for record in row["chance"] for side in record[5]] or fell
        for at, side in enumerate(fell if "dice" in row["data"] else ()):
            places.setdefault((row["data"]["type"], side), []).append((row, at))
    return places


def test_pictures_that_the_dice_did_not_show_and_a_table_that_was_left_out_are_found(
    tmp_path: Path,
) -> None:
    built = proved("fish-or-cut-bait")
    forged = copy.deepcopy(built)
    row, at = next(places[0] for places in shown(forged).values() if len(places) > 1)
    row["data"]["faces"][at] = "no picture"
    assert ["all rolls" in text for text in wrong(tmp_path, forged)] == [True]
    gone = {game["match"] for game in built["games"][2:]}
    for name in ("games", "matches"):
        built[name] = [one for one in built[name] if one["match"] not in gone]
    built["log"] = [one for one in built["log"] if one["entry"]["data"].get("match") not in gone]
    assert wrong(tmp_path, built) == ["Match 2: 3 players, seated as they were drawn and answered."]
