"""Everything needed to check an evening, as JSON: what is in the open by now, and nothing else (docs/fairness.md)."""

from typing import Any

from events.models import Draw, Event, LogEntry, Match, Registration
from events.queries import chain, scopes
from games import fair

Data = dict[str, Any]

OVER = (Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED)


def build(event: Event) -> Data:
    """The evening's ``proof.json`` as of now; three queries a match, and a constant number besides.

    Seeds are in it once they are open, the browsers' numbers once the list is frozen, sealed choices once the evening
    is over. What is written meanwhile is left for the next time: nothing after ``event.seq`` is read.
    """
    rows = list(event.ledger.filter(seq__lte=event.seq))
    came = {row.data["match"]: row.data["line"] for row in rows if _is_entropy_of_a_match(row)}
    matches = list(event.matches.select_related("event", "seed__event").order_by("number"))
    return {
        "scheme": "fair-v1",
        "event": event.scope,
        "head": event.head,
        "log": [{"entry": chain.ledger_entry(row), "hash": row.hash} for row in rows],
        "seals": [
            {"scope": seed.scope, "commit": seed.commitment, "seed": seed.opened}
            for seed in event.seeds.select_related("event")
        ],
        "registered": [_entry(event, entry) for entry in event.registrations.order_by("number")],
        "draws": [_draw(draw) for draw in event.draws.select_related("seed") if draw.order],
        "games": [
            game
            for match in matches
            for game in _games(match, came.get(match.public_id, fair.NO_ENTROPY))
        ],
        "matches": [_match(event, match) for match in matches],
    }


def _is_entropy_of_a_match(row: Any) -> bool:
    return row.kind == "entropy" and "match" in row.data


def _entry(event: Event, entry: Registration) -> Data:
    names = [*entry.former_names, entry.name] if entry.name_salt else []
    return {
        "reg": entry.reg,
        "client_seed": entry.client_seed if event.frozen_at else "",
        "names": names,
        "salt": entry.name_salt,
    }


def _draw(draw: Draw) -> Data:
    return {
        "draw_no": draw.number,
        "seed": draw.seed.opened,
        "entropy": draw.entropy,
        "order": draw.order,
    }


def _games(match: Match, line: str) -> list[Data]:
    """One for each seal that the match's chance came from: more than one only after a backup was put back."""
    lineup = [
        (seat.number, seat.registration.reg, seat.registration.client_seed)
        for seat in match.seats.select_related("registration").order_by("number")
    ]
    games = []
    for stretch in scopes.stretches(match):
        games.append(
            {
                "game_no": stretch.seed.number,
                "match": match.public_id,
                "seed": stretch.seed.opened,
                "lineup": [list(row) for row in lineup],
                "entropy": next(
                    one
                    for one in (line, fair.NO_ENTROPY, "")
                    if not one
                    or fair.game_entropy(stretch.seed.scope, lineup, one) == stretch.lineup
                ),
            }
        )
    return games


def _match(event: Event, match: Match) -> Data:
    return {
        "match": match.public_id,
        "log": [
            _row(event, match, row) for row in match.log.filter(seq__lte=match.seq).order_by("seq")
        ],
    }


def _row(event: Event, match: Match, row: LogEntry) -> Data:
    sealed = chain.commitment(row, match.public_id)
    told: Data = {"entry": chain.log_entry(row, sealed), "hash": row.hash}
    if sealed and event.state in OVER:
        told["opened"] = {"salt": row.salt, **chain.content(row)}
    return told
