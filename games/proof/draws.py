"""Each draw: its seal, who it was from, its public randomness and its order."""

import hashlib

from games import fair
from games.proof.facts import Data, Drawn, Facts, Key
from games.proof.lines import Lines, Wrong, need

GENESIS, PERIOD = 1692803367, 3
"""When drand's quicknet began, in seconds since 1970, and the seconds between its rounds."""
WAIT = 30
"""Seconds that a draw's round must lie after the list it is for."""


def check_draws(lines: Lines, facts: Facts) -> None:
    """Every draw the ledger knows, in its order."""
    shown = {draw["draw_no"]: draw for draw in facts.proof["draws"]}
    for number in sorted(facts.draws):
        drawn = facts.draws[number]
        if drawn.order is None and not facts.sample:
            lines.later(f"Draw {number}: was called off, or waits for its public randomness.")
        else:
            _check_draw(lines, facts, drawn, shown.get(number, {}))


def _check_draw(lines: Lines, facts: Facts, drawn: Drawn, draw: Data) -> None:
    what, seeds = f"Draw {drawn.number}", facts.client_seeds
    order = list(seeds) if drawn.order is None else drawn.order
    with lines.about(f"{what}: made from the next seal, which was published before."):
        need(bool(draw), "not in the file")
        need(not drawn.number_problem, drawn.number_problem)
        need(facts.seals[f"{facts.scope}/draw/{drawn.number}"][1] < drawn.n, f"entry {drawn.n}")
    with lines.about(
        f"{what}: {len(order)} could be drawn; whoever could not is listed with a reason."
    ):
        root = fair.list_root(facts.scope, [(reg, seeds[reg]) for reg in order])
        need(root == drawn.root, "the list")
        need(not drawn.list_problem, drawn.list_problem)
        known = set(order) if facts.sample else set(facts.listed)
        need(set(order) <= known - drawn.excluded, "others than could be drawn")
        left_out = [reg for reg in facts.listed if reg not in {*order, *drawn.excluded}]
        need(not left_out, (*left_out, "")[0])
    check_entropy(lines, facts, what, ("draw", drawn.number), draw, WAIT)
    with lines.about(f"{what}: the order of all {len(order)} is the one that the seed gives."):
        seed, line = bytes.fromhex(draw["seed"]), draw["entropy"]
        ranked = fair.draw_order(seed, facts.scope, drawn.number, drawn.root, line, order)
        need(ranked == draw["order"] == (drawn.order or ranked), "another order")


def check_entropy(lines: Lines, facts: Facts, what: str, key: Key, shown: Data, wait: int) -> None:
    """Public randomness was named before it could be known, and is what was named."""
    line = str(shown.get("entropy", ""))
    if line == fair.NO_ENTROPY:
        text = f"{what}: without public randomness, as was said before."
    else:
        text = f"{what}: its public randomness was named before anybody could know it."
    with lines.about(text):
        came = facts.came.get(key, {})
        before = [one for one in facts.named.get(key, ()) if one.n < came.get("n", one.n + 1)]
        named = before[-1] if before else None
        mode, *values = line.split(" ")
        need(came.get("line", line) == line, "another one")
        need(mode == (named.mode if named else fair.NO_ENTROPY), "not the kind that was named")
        if mode == "drand":
            if named is None:
                raise Wrong("none was named")
            chain, round_, randomness = values
            need(int(round_) == named.round and named.chain in ("", chain), f"round {round_}")
            need(GENESIS + (int(round_) - 1) * PERIOD >= named.at + wait, f"round {round_}")
            signature = bytes.fromhex(shown.get("signature") or came["signature"])
            need(hashlib.sha256(signature).hexdigest() == randomness, "the signature")
        elif mode == "public" and "text" in came:
            need(hashlib.sha256(came["text"].encode()).hexdigest() == values[0], "the text")
