"""Checking a ``proof.json``: what an evening claims, worked out again from its seeds (docs/fairness.md)."""

from typing import Any

from games.proof.draws import check_draws
from games.proof.ledger import check_ledger
from games.proof.lines import Line, Lines, State
from games.proof.matches import check_matches
from games.proof.reading import read
from games.proof.receipts import check_receipt

UNREADABLE = "This file is a proof of the scheme fair-v1."
"""Said only when it isn't."""

__all__ = ["Line", "State", "check", "holds"]


def check(proof: Any, receipt: Any = None) -> list[Line]:
    """What was looked at, a line each, in the order of the evening. Raises nothing, whatever the data.

    ``receipt`` is what a registrant kept: ``reg``, ``client_seed``, ``receipt``, and the ``head`` last seen if any.
    """
    lines = Lines()
    with lines.about(UNREADABLE, quiet=True):
        facts = read(proof)
        check_ledger(lines, facts)
        check_draws(lines, facts)
        check_matches(lines, facts)
        if receipt is not None:
            check_receipt(lines, facts, receipt)
    return lines.said


def holds(lines: list[Line]) -> bool:
    """Whether nothing is wrong. What can't be checked yet isn't."""
    return all(line.state != State.WRONG for line in lines)
