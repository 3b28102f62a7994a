"""A proof as tests take it apart: its entries, and every hash of it made anew."""

import itertools
from typing import Any

from games import fair

Proof = dict[str, Any]


def entries(proof: Proof, *kinds: str) -> list[Any]:
    """The ledger's entries of these kinds."""
    return [item["entry"] for item in proof["log"] if item["entry"]["kind"] in kinds]


def rows(proof: Proof, match: int = 0) -> list[Any]:
    """The entries of a match's log."""
    return [item["entry"] for item in proof["matches"][match]["log"]]


def rehashed(proof: Proof) -> Proof:
    """Every hash anew, and the matches' ends in the ledger."""
    ends = {match["match"]: _chained(match["log"]) for match in proof["matches"]}
    for entry in entries(proof, "match-ended"):
        entry["data"] |= {"head": ends[entry["data"]["match"]]}
    proof["head"] = _chained(proof["log"])
    return proof


def _chained(log: list[Any]) -> str:
    head = fair.FIRST_HEAD
    for n, item in enumerate(log, start=1):
        item["entry"]["n"] = n
        item["hash"] = head = fair.chain(head, item["entry"])
    return head


def rolled(proof: Proof) -> tuple[Any, Any]:
    """An entry that rolled, and the entry that tells of its die."""
    log = rows(proof)
    for entry, told in itertools.pairwise(log):
        kinds = [record[0] for record in entry.get("chance", ())]
        if kinds[:1] == ["roll"] and "face" in told.get("data", ()):
            return entry, told
    raise AssertionError("nobody rolled")


def other(face: int) -> int:
    return face % 6 + 1


def with_a_sealed_choice(proof: Proof) -> Proof:
    """The same, as if one entry of the first match had been somebody's secret until the end; as true as before."""
    match = proof["matches"][0]
    item = next(item for item in match["log"] if item["entry"]["kind"] == "DeadlineSet")
    entry, salt = item["entry"], "78" * 16
    content = {"data": entry.pop("data"), "chance": entry.pop("chance")}
    entry["sealed"] = fair.sealed_entry(match["match"], entry["n"], salt, content)
    item["opened"] = {"salt": salt, **content}
    rehashed(proof)
    return proof


def opened(proof: Proof) -> Any:
    return next(item for item in proof["matches"][0]["log"] if "opened" in item)
