"""Two served sites play one match of Angler & Fish, but for the card that lies face down.

Nobody but its angler is sent another byte until the rules open it: when it is turned, or when the round is over if
nobody staked and it went unseen.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.sealed_table import OPEN, SEALED, SealedTable, check, seated
from tests.faults.side_by_side import scripted
from tests.serving import started

pytestmark = [pytest.mark.served, pytest.mark.nightly]

PATIENT = {"bait_s": 600, "stake_s": 600}
ANGLER, FIRST, SECOND = 0, 1, 2

Play = Callable[[SealedTable, bool], None]


@pytest.fixture
def worlds(
    tmp_path: Path, static_root: str, empty_site: Path
) -> Callable[[Play], list[SealedTable]]:
    """Plays two evenings, each on a site of its own: once with a bite, once without."""

    def played(play: Play) -> list[SealedTable]:
        tables = []
        for name, bite in (("bite", True), ("no bite", False)):
            with started(scripted(tmp_path / name, static_root, empty_site)) as site:
                tables.append(table := seated(site, "angler", ANGLER, **PATIENT))
                try:
                    table.record.stage = SEALED
                    play(table, bite)
                finally:
                    table.leave()
        return tables

    return played


def test_a_card_face_down_is_nowhere_until_it_is_turned(
    worlds: Callable[[Play], list[SealedTable]],
) -> None:
    def play(table: SealedTable, bite: bool) -> None:
        table.act(ANGLER, "Bait", value=4, bite=bite)
        table.act(FIRST, "Stake", fish=1)
        table.look_round()
        table.record.stage = OPEN
        table.act(SECOND, "Stake", fish=0)

    check(*worlds(play))


def test_a_card_that_went_unseen_is_nowhere_until_the_round_is_over(
    worlds: Callable[[Play], list[SealedTable]],
) -> None:
    def play(table: SealedTable, bite: bool) -> None:
        table.act(ANGLER, "Bait", value=4, bite=bite)
        table.act(FIRST, "Stake", fish=0)
        table.act(SECOND, "Stake", fish=0)
        table.act(ANGLER, "Bait", value=2, bite=False)
        table.act(FIRST, "Stake", fish=4)
        table.look_round()
        table.record.stage = OPEN
        table.act(SECOND, "Stake", fish=4)

    check(*worlds(play))
