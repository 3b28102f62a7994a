"""Matches of which something stored doesn't check out, and that nobody has cleared up yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.models import Event, LedgerEntry, Match

FAILED, CLEARED = "recheck-failed", "recheck-cleared"


@dataclass(frozen=True, slots=True)
class Alarm:
    """What was found at a match: how many stored entries are wrong, and the number of the first.

    ``kind`` and ``round`` name its round.
    """

    match: str
    kind: str
    round: int
    count: int
    first: int


def open_alarms(event: Event) -> list[Alarm]:
    """What stands uncleared at this evening, in the order it was found. One query."""
    last: dict[str, LedgerEntry] = {}
    for line in event.ledger.filter(kind__in=(FAILED, CLEARED)):
        last.pop(line.data["match"], None)
        last[line.data["match"]] = line
    return [_alarm(line.data) for line in last.values() if line.kind == FAILED]


def last_word(event: Event, match: Match) -> LedgerEntry | None:
    """What the ledger last said about what is stored of the match: found wrong, cleared up, or nothing yet."""
    return event.ledger.filter(kind__in=(FAILED, CLEARED), data__match=match.public_id).last()


def is_alarmed(match: Match) -> bool:
    """Whether play must not go on at this match."""
    line = last_word(match.event, match)
    return line is not None and line.kind == FAILED


def _alarm(data: Mapping[str, Any]) -> Alarm:
    found = data["found"]
    return Alarm(
        match=data["match"],
        kind=data["kind"],
        round=int(data["round"]),
        count=int(data["count"]),
        first=int(found[0]["seq"]) if found else 0,
    )
