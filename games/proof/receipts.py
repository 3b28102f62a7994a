"""What one registrant kept: their receipt, and the head of the log that their browser saw."""

from games import fair
from games.proof.facts import Data, Facts
from games.proof.lines import Lines, need


def check_receipt(lines: Lines, facts: Facts, receipt: Data) -> None:
    """That this registration is on the list, and that the log still holds what was seen of it."""
    reg = receipt["reg"]
    rows = facts.proof["registered"]
    listed = [row["reg"] for row in rows if facts.sample or row["reg"] in facts.listed]
    logged = [row["reg"] for row in rows]
    if reg in listed:
        text = f"Your registration is number {listed.index(reg) + 1} of {len(listed)} on the list."
    elif reg in logged:
        text = "Your registration is in the log, and left the list again."
    else:
        text = f"Your registration is one of the {len(listed)} on the list."
    with lines.about(text):
        need(reg in logged, "it is missing")
        made = fair.receipt(facts.scope, receipt["reg"], receipt["client_seed"])
        need(made == receipt["receipt"] and made in facts.receipts.values(), "the receipt")
        shown = facts.client_seeds[receipt["reg"]]
        need(shown in ("", receipt["client_seed"]), "the receipt")
    if receipt.get("head"):
        with lines.about("What your browser saw of the log is still in it."):
            need(
                any(item["hash"] == receipt["head"] for item in facts.proof["log"]), receipt["head"]
            )
