"""Which seal each part of a match's log was drawn from: more than one, if a backup was restored in between."""

from dataclasses import dataclass
from typing import Any

from events.models import Match, Seed

RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class Stretch:
    """The entries of a match numbered up to ``last`` (None: to the end), and what their chance came from."""

    last: int | None
    seed: Seed
    lineup: str


def stretches(match: Match) -> list[Stretch]:
    """The parts of the match's log, first to last. One query, and one more if a backup was ever restored."""
    changes = [
        change
        for data in match.event.ledger.filter(kind=RESTORED).values_list("data", flat=True)
        for change in data["matches"]
        if change["match"] == match.public_id
    ]
    seeds = _seeds(match, changes)
    earlier = [
        Stretch(change["after"], seeds[change["scope_before"]], change["lineup_before"])
        for change in changes
    ]
    return [*earlier, Stretch(None, match.seed, match.lineup)]


def _seeds(match: Match, changes: list[Any]) -> dict[str, Seed]:
    numbers = [int(change["scope_before"].rsplit("/", 1)[1]) for change in changes]
    if not numbers:
        return {}
    sealed = match.event.seeds.filter(purpose=Seed.Purpose.GAME, number__in=numbers)
    return {seed.scope: seed for seed in sealed.select_related("event")}
