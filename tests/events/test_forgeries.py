"""Whatever is changed in a proof afterwards is found by each of the checkers, at the right line."""

import ast
import copy
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from events.models import Event
from events.queries import proof
from games import fair
from games.proof import State, check
from tests.events.factories import close, open_event, register_people
from tests.events.forgeries import FORGERIES
from tests.events.playing import SetClock, set_clock
from tests.events.proof_parts import Proof, rehashed, with_a_sealed_choice
from tests.events.proving import public_evening
from tests.serving import ROOT

__all__ = ["set_clock"]


@pytest.fixture
def true_proof(set_clock: SetClock) -> Proof:
    return with_a_sealed_choice(json.loads(json.dumps(proof.build(public_evening(set_clock)))))


def entered(count: int) -> Event:
    event = open_event()
    register_people(event, count)
    return event


def ours(forged: Proof) -> list[tuple[str, str]]:
    return [(str(line.state), line.text) for line in check(forged)]


def stand_alone(folder: Path, forged: Proof, *receipt: Path) -> list[tuple[str, str]]:
    file = folder / "proof.json"
    file.write_text(json.dumps(forged))
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "verify_fair.py", file, *receipt],
        capture_output=True,
        text=True,
    )
    *lines, _verdict = done.stdout.splitlines()
    assert done.returncode == any(line.startswith("WRONG") for line in lines), done.stderr
    return [(line[:6].strip(), line[6:].split(" [")[0]) for line in lines]


def test_every_forgery_is_found_at_its_line_by_both(true_proof: Proof, tmp_path: Path) -> None:
    assert len(FORGERIES) >= 30
    assert {state for state, _text in ours(true_proof)} == {State.OK}
    assert stand_alone(tmp_path, true_proof) == ours(true_proof)
    missed: dict[str, list[Any]] = {}
    for forgery in FORGERIES:
        forged = forgery.of(true_proof)
        found = ours(forged)
        wrong = [text for state, text in found if state == State.WRONG]
        if not any(re.match(forgery.line, text) for text in wrong):
            missed[forgery.name] = wrong
        if (other := stand_alone(tmp_path, forged)) != found:
            missed[f"{forgery.name} stand-alone"] = [*{*found}.symmetric_difference(other)]
    assert missed == {}


def kept(proof_: Proof, reg: str, head: str = "") -> Proof:
    """What the browser of somebody who registered keeps."""
    row = next(row for row in proof_["registered"] if row["reg"] == reg)
    made = fair.receipt(proof_["event"], reg, row["client_seed"])
    return {"reg": reg, "client_seed": row["client_seed"], "receipt": made, "head": head}


def both(folder: Path, forged: Proof, receipt: Proof) -> list[str]:
    """What the two say of a receipt, which must be the same."""
    file = folder / "receipt.json"
    file.write_text(json.dumps(receipt))
    lines = [(str(line.state), line.text) for line in check(forged, receipt)]
    assert stand_alone(folder, forged, file) == lines
    return [f"{state} {text}" for state, text in lines if "our" in text]


def test_a_receipt_says_which_number_on_the_list(true_proof: Proof, tmp_path: Path) -> None:
    reg, head = true_proof["draws"][0]["order"][0], true_proof["log"][7]["hash"]
    number, seen = both(tmp_path, true_proof, kept(true_proof, reg, head))
    assert number.startswith("ok Your registration is number ")
    assert number.endswith(" of 8 on the list.")
    assert seen == "ok What your browser saw of the log is still in it."


def test_whoever_left_is_told_so(true_proof: Proof, tmp_path: Path) -> None:
    left = next(
        item["entry"]["data"]["reg"]
        for item in true_proof["log"]
        if item["entry"]["kind"] == "removed"
    )
    said = both(tmp_path, true_proof, kept(true_proof, left))
    assert said == ["ok Your registration is in the log, and left the list again."]


def without(forged: Proof, reg: str) -> None:
    """The evening as if this one had never come, by somebody who can write all of it anew."""
    forged["registered"] = [row for row in forged["registered"] if row["reg"] != reg]
    forged["log"] = [item for item in forged["log"] if item["entry"]["data"].get("reg") != reg]
    rows = [(row["reg"], row["client_seed"]) for row in forged["registered"]]
    root = fair.list_root(forged["event"], rows)
    for item in forged["log"]:
        if item["entry"]["kind"] == "frozen":
            item["entry"]["data"] |= {"count": len(rows), "root": root}
    rehashed(forged)


def test_somebody_left_out_from_the_first_is_found_by_their_receipt_alone(tmp_path: Path) -> None:
    """Whoever has every seed can write a log that holds by itself, without them. Their receipt says that it lies."""
    event = close(entered(4))
    data = json.loads(json.dumps(proof.build(event)))
    reg = data["registered"][2]["reg"]
    receipt = kept(data, reg)
    assert both(tmp_path, data, receipt) == ["ok Your registration is number 3 of 4 on the list."]
    forged = copy.deepcopy(data)
    without(forged, reg)
    assert State.WRONG not in {state for state, _text in ours(forged)}
    assert both(tmp_path, forged, receipt) == [
        "WRONG Your registration is one of the 3 on the list."
    ]


def test_a_log_that_was_cut_and_made_whole_again_is_found_by_what_a_browser_saw(
    tmp_path: Path,
) -> None:
    event = close(entered(4))
    data = json.loads(json.dumps(proof.build(event)))
    receipt = kept(data, data["registered"][2]["reg"], data["head"])
    del data["log"][-1]
    for row in data["registered"]:
        row["client_seed"] = ""
    rehashed(data)
    assert State.WRONG not in {state for state, _text in ours(data)}
    assert both(tmp_path, data, receipt)[-1] == (
        "WRONG What your browser saw of the log is still in it."
    )


VECTORS = ROOT / "tests" / "games" / "fair_vectors"


def test_the_sample_of_the_older_form_holds(tmp_path: Path) -> None:
    sample, receipt = (
        json.loads((VECTORS / name).read_text()) for name in ("sample.json", "receipt.json")
    )
    assert {line.state for line in check(sample, receipt)} == {State.OK}
    assert both(tmp_path, sample, receipt)[0] == (
        "ok Your registration is number 21 of 41 on the list."
    )


@pytest.mark.parametrize("file", ["{}", "[]", "7", '{"event": 1, "log": [{"entry": {}}]}'])
def test_what_is_no_proof_is_said_to_be_none(file: str) -> None:
    assert [line.state for line in check(json.loads(file), {})] == [State.WRONG]


def test_the_command_fails_with_the_lines_that_are_wrong(
    true_proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(true_proof))
    call_command("verify", file)
    assert capsys.readouterr().out.endswith("CHECKS HOLD\n")
    true_proof["registered"][2]["names"] = ["Somebody else"]
    file.write_text(json.dumps(true_proof))
    with pytest.raises(CommandError, match=r"^1 OF \d+ CHECKS FAILED$"):
        call_command("verify", file)
    assert "WRONG The registrations: 10" in capsys.readouterr().out


def test_the_program_is_short_and_needs_nothing() -> None:
    text = (ROOT / "scripts" / "verify_fair.py").read_text()
    assert len(text.splitlines()) <= 100
    tree = ast.parse(text)
    names = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert set(names) <= sys.stdlib_module_names
