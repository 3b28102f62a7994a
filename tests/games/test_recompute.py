"""A record of chance against the seed it says it came from."""

from typing import Any

import pytest

from games.fair import FairChance
from games.recompute import Checker, Source, recomputed

SOURCE = Source(b"s" * 32, "evt/7k3m9q/game/1", "g" * 64)


def drawn() -> list[list[Any]]:
    """One record of each kind, as JSON gives them back."""
    chance = FairChance(SOURCE.seed, SOURCE.scope, SOURCE.lineup)
    chance.roll("host/1", 6, 3)
    chance.pick("door", 9, 2)
    chance.shuffle("deck/1", 30)
    return [[*record[:5], list(record[5])] for record in chance.drawn]


def test_every_kind_is_derived_again() -> None:
    assert [recomputed(SOURCE, record) for record in drawn()] == [record[5] for record in drawn()]


@pytest.mark.parametrize(
    "other",
    [
        Source(b"t" * 32, SOURCE.scope, SOURCE.lineup),
        Source(SOURCE.seed, "evt/7k3m9q/game/2", SOURCE.lineup),
        Source(SOURCE.seed, SOURCE.scope, "h" * 64),
    ],
    ids=["seed", "scope", "line-up"],
)
def test_another_source_gives_other_values(other: Source) -> None:
    assert all(recomputed(other, record) != record[5] for record in drawn())


def test_a_source_does_not_show_its_seed() -> None:
    assert repr(SOURCE) == str(SOURCE) == "Source(evt/7k3m9q/game/1)"


@pytest.mark.parametrize(
    "record",
    [
        None,
        "rubbish",
        [],
        ["roll", "host/1", 0, 6, 1],
        ["roll", "host/1", 0, 6, 2, [3]],
        ["roll", "host/1", 0, 0, 1, [1]],
        ["roll", "Host 1", 0, 6, 1, [3]],
        ["roll", 7, 0, 6, 1, [3]],
        ["roll", "host/1", "0", 6, 1, [3]],
        ["roll", "host/1", 0, True, 1, [1]],
        ["roll", "host/1", 0, 6, 1, None],
        ["pick", "door", 0, 10**9, 1, [3]],
        ["pick", "door", 0, 2, 3, [0, 1, 2]],
        ["toss", "host/1", 0, 6, 1, [3]],
    ],
)
def test_what_is_no_record_is_named_so(record: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the reasons are many, and only told apart by people
        recomputed(SOURCE, record)
    assert Checker().problem(SOURCE, record) == "form"


def test_a_label_comes_again_only_after_an_undo_and_with_the_next_attempt() -> None:
    first = drawn()[0]
    label = first[1]
    again = FairChance(SOURCE.seed, SOURCE.scope, SOURCE.lineup, {label: 1})
    again.roll(label, 6, 3)
    second = [*again.drawn[0][:5], list(again.drawn[0][5])]
    undone, kept = Checker(), Checker()
    assert undone.problem(SOURCE, first) is None
    undone.void([label])
    assert undone.problem(SOURCE, second) is None
    assert kept.problem(SOURCE, first) is None
    assert kept.problem(SOURCE, second) == "attempt"
    assert kept.problem(SOURCE, first) == "attempt"
