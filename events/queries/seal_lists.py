"""The seals of an evening as they were published: list after list, each with the hash that the ledger gives for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from events.models import Event, Seed


@dataclass(frozen=True, slots=True)
class SealList:
    """One published list: its hash, and its seals in the order in which they were hashed, draws before matches."""

    hash: str
    seals: Sequence[Seed]


def seal_lists(event: Event) -> list[SealList]:
    """Every list there is: the first from before anybody could enter, others added before they were needed."""
    sealed: dict[str, list[Seed]] = {purpose: [] for purpose in Seed.Purpose.values}
    for seed in event.seeds.order_by("number"):
        sealed[seed.purpose].append(seed)
    draws, games = iter(sealed[Seed.Purpose.DRAW]), iter(sealed[Seed.Purpose.GAME])
    return [
        SealList(
            data["hash"],
            [
                *(next(draws) for _seal in range(data["draws"])),
                *(next(games) for _seal in range(data["matches"])),
            ],
        )
        for data in event.ledger.filter(kind="seals").values_list("data", flat=True)
    ]
