"""The ledger itself: its chain, the seals, the entries and the frozen list."""

from games import fair
from games.proof.facts import Facts
from games.proof.lines import Lines, need


def check_ledger(lines: Lines, facts: Facts) -> None:
    """What was published, and in which order."""
    log = facts.proof["log"]
    with lines.about(f"The log: {len(log)} entries, each following on the one before."):
        need(bool(log), "there is none")
        head = chained(log)
        need(facts.proof.get("head", head) == head, "the last entries are missing")
    with lines.about(f"The seals: {len(facts.seals)} were published before anybody registered."):
        need(not facts.seal_problem, facts.seal_problem)
        first = min((n for _commit, n in facts.seals.values()), default=0)
        need(first < facts.first_registered, f"entry {first}")
    _check_seeds(lines, facts)
    _check_entries(lines, facts)
    if facts.frozen is not None and not facts.sample:
        _check_list(lines, facts)


def chained(log: list[dict]) -> str:  # type: ignore[type-arg]
    """The head of a chain. Raises Wrong at the first entry that doesn't follow on the one before."""
    head = fair.FIRST_HEAD
    for offset, item in enumerate(log):
        entry = item["entry"]
        head = fair.chain(head, entry)
        number = log[0]["entry"]["n"] + offset
        need(entry["n"] == number and head == item["hash"], f"entry {entry['n']}")
    return head


def _check_seeds(lines: Lines, facts: Facts) -> None:
    proof = facts.proof
    shown = [(seal["scope"], seal["seed"]) for seal in proof.get("seals", ())]
    shown += [(f"{facts.scope}/draw/{draw['draw_no']}", draw["seed"]) for draw in proof["draws"]]
    shown += [(f"{facts.scope}/game/{game['game_no']}", game["seed"]) for game in proof["games"]]
    opened = {scope for scope, seed in shown if seed}
    with lines.about(f"The seeds: {len(opened)} are open, and each fits its seal."):
        for scope, seed in shown:
            if seed:
                sealed = facts.seals.get(scope, ("", 0))[0]
                need(fair.commit(scope, bytes.fromhex(seed)) == sealed, scope)
        need(not facts.over or opened == facts.seals.keys(), "some are still closed")


def _check_entries(lines: Lines, facts: Facts) -> None:
    rows = facts.proof["registered"]
    with lines.about(
        f"The registrations: {len(rows)}, each with the receipt that was given for it."
    ):
        for row in rows:
            logged = facts.receipts.get(row["reg"], "")
            if row["client_seed"]:
                made = fair.receipt(facts.scope, row["reg"], row["client_seed"])
                need(
                    made == (made if facts.sample and made in facts.receipts else logged),
                    row["reg"],
                )
            if row.get("salt"):
                names = [fair.name_hash(row["reg"], row["salt"], name) for name in row["names"]]
                need(names == facts.names.get(row["reg"]), row["reg"])
        need(
            len({row["reg"] for row in rows}) == len(rows) == len(facts.receipts),
            "somebody is missing",
        )


def _check_list(lines: Lines, facts: Facts) -> None:
    assert facts.frozen is not None  # noqa: S101 the caller has looked
    count = len(facts.listed)
    with lines.about(
        f"The list: everybody who had entered by the closing, {count} in all, and nobody else."
    ):
        seeds = facts.client_seeds
        root = fair.list_root(facts.scope, [(reg, seeds[reg]) for reg in facts.listed])
        need((root, count) == (facts.frozen["root"], facts.frozen["count"]), "the frozen list")
