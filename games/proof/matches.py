"""Each match: its log's chain, who sat there, and every die and draw of chance."""

from collections import Counter
from typing import Any

from games import fair
from games.proof.draws import check_entropy
from games.proof.facts import Data, Facts, Made, Stretch
from games.proof.ledger import chained
from games.proof.lines import Lines, need
from games.proof.sample import check_game, check_lineup, lineup
from games.recompute import Source, recomputed

FACES = ("face", "faces")
"""The fields of entries that hold what dice showed."""
WAIT = 3
"""Seconds that a match's beacon round must lie after its line-up."""


def check_matches(lines: Lines, facts: Facts) -> None:
    """Every match the ledger knows, in its order; in the older form, every game of the file."""
    if facts.sample:
        for game in facts.proof["games"]:
            check_game(lines, facts, game)
        return
    logs = {match["match"]: match["log"] for match in facts.proof["matches"]}
    for number, made in enumerate(facts.matches.values(), start=1):
        if not made.made:
            lines.later(f"Match {number}: waits for its public randomness.")
            continue
        games = [game for game in facts.proof["games"] if game["match"] == made.match]
        _check_match(lines, facts, f"Match {number}", made, games, logs.get(made.match, []))


def _check_match(
    lines: Lines, facts: Facts, what: str, made: Made, games: list[Data], log: list[Data]
) -> None:
    so_far = "" if made.ended else " so far"
    with lines.about(
        f"{what}: a log of {len(log)} entries{so_far}, each following on the one before."
    ):
        ends = (chained(log), len(log))
        need(made.ended in (None, ends), "the last entries are missing")
    with lines.about(f"{what}: {len(made.seats)} players, seated as they were drawn and answered."):
        need(not made.seat_problem, made.seat_problem)
        need(not made.rest, (*made.rest, "")[0])
        scopes = [f"{facts.scope}/game/{game['game_no']}" for game in games]
        need(scopes == [stretch.scope for stretch in made.stretches], "not the next seal")
        for game, stretch in zip(games, made.stretches, strict=True):
            check_lineup(facts, game, made.seats)
            _check_given(stretch, game, games[-1]["entropy"])
    check_entropy(lines, facts, what, ("match", made.match), games[-1] if games else {}, WAIT)
    rows = {row["entry"]["n"]: _open(row) for row in log}
    count = sum(len(row["chance"]) for row in rows.values())
    if games and not all(game["seed"] for game in games):
        lines.later(f"{what}: its rolls, {count} so far, can be checked when its seed is open.")
    else:
        with lines.about(
            f"{what}: all rolls and draws, {count} of them, come from its sealed seed."
        ):
            _check_chance(made, games, rows)
            _check_faces(rows)
    with lines.about(f"{what}: nothing was rolled again that wasn’t undone first."):
        _check_undone(rows)
    sealed = [row for row in log if "sealed" in row["entry"]]
    if sealed:
        with lines.about(f"{what}: what was sealed is what was opened, {len(sealed)} in all."):
            for row in sealed:
                _check_sealed(facts, made.match, row)


def _check_given(stretch: Stretch, game: Data, line: str) -> None:
    """The hash of a part is of the match's entropy line, or there is none because that had not come yet."""
    need(game["entropy"] == (line if stretch.lineup else ""), "the line-up")
    need(not stretch.lineup or lineup(stretch.scope, game) == stretch.lineup, "the line-up")


def _open(row: Data) -> Data:
    """What an entry says, as far as it is public; nothing while it is sealed."""
    if "sealed" not in row["entry"]:
        return {"data": row["entry"]["data"], "chance": row["entry"]["chance"]}
    closed: Data = {"data": {}, "chance": []}
    opened: Data = row.get("opened", closed)
    return opened


def _check_chance(made: Made, games: list[Data], rows: dict[int, Data]) -> None:
    """Whatever was drawn comes from the seed of its part of the log."""
    ends = [*(stretch.after for stretch in made.stretches[1:]), len(rows)]
    for game, stretch, last in zip(games, made.stretches, ends, strict=True):
        given = lineup(stretch.scope, game) if stretch.lineup else ""
        source = Source(bytes.fromhex(game["seed"]), stretch.scope, given)
        for n in range(stretch.after + 1, last + 1):
            for record in rows[n]["chance"]:
                need(bool(given), f"entry {n}")
                need(recomputed(source, record) == record[5], f"entry {n}")


def _check_faces(rows: dict[int, Data]) -> None:
    """The dice that entries tell of are those that were rolled for their command.

    An entry with ``dice`` has pictures for ``faces``: a side shows one picture in all of the match.
    """
    pictures: dict[tuple[str, int], Any] = {}
    starts = [n for n in sorted(rows) if rows[n]["chance"]]
    for n, after in zip(starts, [*starts[1:], len(rows) + 1], strict=False):
        fell = [side for record in rows[n]["chance"] if record[0] == "roll" for side in record[5]]
        tells = [rows[m]["data"] for m in range(n, after)]
        throws = [data for data in tells if "dice" in data]
        for data in throws:
            need(len(data["faces"]) == len(fell), f"entry {n}")
            for side, face in zip(fell, data["faces"], strict=True):
                need(pictures.setdefault((data["type"], side), face) == face, f"entry {n}")
        told: Counter[int] = Counter()
        for value in (data.get(name, []) for data in tells for name in FACES):
            told.update(value if isinstance(value, list) else [value])
        need(bool(throws) or not Counter(fell) - told, f"entry {n}")


def _check_undone(rows: dict[int, Data]) -> None:
    """A label is used again only after an undo of the move that used it before."""
    undone: set[tuple[str, int]] = set()
    seen: set[tuple[str, int]] = set()
    for n in sorted(rows):
        for seq in rows[n]["data"].get("seqs", ()):
            undone |= {(record[1], record[2]) for record in rows[seq]["chance"] if seq < n}
        for _kind, label, attempt, *_rest in rows[n]["chance"]:
            need((label, attempt) not in seen, label)
            need(not attempt or (label, attempt - 1) in undone, label)
            seen.add((label, attempt))


def _check_sealed(facts: Facts, match: str, row: Data) -> None:
    n, opened = row["entry"]["n"], row.get("opened")
    if opened is None:
        need(not facts.over, f"entry {n}")
        return
    content = {"data": opened["data"], "chance": opened["chance"]}
    made = fair.sealed_entry(match, n, opened["salt"], content)
    need(made == row["entry"]["sealed"], f"entry {n}")
