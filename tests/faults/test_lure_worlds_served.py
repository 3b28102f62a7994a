"""Two served sites play one match of Lure; one seat's secret differs, and nobody else is sent another byte.

Everything that leaves the server is compared, for everybody else: pages, frames on real lines, snapshots, what a line
brings that was made anew, logs, files, consoles, the back room; in bytes, sizes and order, until the rules open it.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.faults.sealed_table import OPEN, SEALED, SealedTable, check, seated
from tests.faults.side_by_side import scripted
from tests.serving import started

pytestmark = [pytest.mark.served, pytest.mark.nightly]

PATIENT = {"cast_s": 600, "adjust_s": 600}
OWNER = 1
BLEAK_AND_PERCH = {"fish/1": (1,), "fish/2": (2,)}
"""Two fish of the deck that are only caught: Bleak at 5, Perch at 7."""
AND_TWO_MORE = {"fish/3": (3,), "fish/4": (3,)}
ADJUSTS = {"lure/1": (0,), "lure/2": (0,), "lure/3": (0,)}
AN_EXTRA_5, A_BOAST = (14,), (16,)
"""Where they lie in the pile when two adjusts are gone."""

Falls = Mapping[str, tuple[int, ...]]
Play = Callable[[SealedTable], None]


@pytest.fixture
def world(tmp_path: Path, static_root: str, empty_site: Path) -> Callable[..., SealedTable]:
    """Plays an evening on a site of its own, and gives what was sent."""

    def played(name: str, falls: Falls, play: Play) -> SealedTable:
        with started(scripted(tmp_path / name, static_root, empty_site, falls)) as site:
            table = seated(site, "lure", OWNER, **PATIENT)
            try:
                table.record.stage = SEALED
                play(table)
            finally:
                table.leave()
        return table

    return played


def held(table: SealedTable, seat: int) -> list[int]:
    """The lures on that seat's own page."""
    behind = table.page_of(seat).html["behind"]
    return [int(found) for found in re.findall(r'name="lures" value="(\d+)"', behind)]


def test_a_cast_and_its_change_are_nowhere_before_the_reveal(
    world: Callable[..., SealedTable],
) -> None:
    def casting(first: tuple[int, list[int], int], last: tuple[int, list[int], int]) -> Play:
        def play(table: SealedTable) -> None:
            table.run("Deal")
            mine = held(table, OWNER)
            table.act(0, "Cast", d6=2, specials=[], lures=[])
            for d6, specials, lures in (first, last):
                table.act(OWNER, "Cast", d6=d6, specials=specials, lures=mine[:lures])
            table.look_round()
            table.record.stage = OPEN
            table.act(2, "Cast", d6=1, specials=[], lures=[])

        return play

    falls = BLEAK_AND_PERCH | ADJUSTS
    one = world("one", falls, casting((0, [], 0), (1, [], 0)))
    other = world("other", falls, casting((5, [12, 20], 1), (3, [20], 1)))
    check(one, other)


def test_an_adjust_is_nowhere_before_its_group_has_settled(
    world: Callable[..., SealedTable],
) -> None:
    def turning(*changes: tuple[int, int]) -> Play:
        def play(table: SealedTable) -> None:
            table.run("Deal")
            for seat, d6 in enumerate((2, 2, 3)):
                table.act(seat, "Cast", d6=d6, specials=[], lures=held(table, seat))
            table.act(OWNER, "Adjust", changes=changes)
            table.look_round()
            table.record.stage = OPEN
            table.act(0, "Adjust", changes=[])

        return play

    falls = BLEAK_AND_PERCH | ADJUSTS | {"r1/s0/d6": (1, 1), "r1/s1/d6": (2, 4)}
    one = world("one", falls, turning())
    other = world("other", falls, turning((1, 1)))
    check(one, other, owner_sees=False)  # dice once settled are shown to nobody till all have


def test_a_held_lure_is_nowhere_before_it_is_played(world: Callable[..., SealedTable]) -> None:
    """Through a round in which everybody draws another one, and the next one's casts."""

    def play(table: SealedTable) -> None:
        table.run("Deal")
        for seat in range(3):
            table.act(seat, "Cast", d6=1, specials=[], lures=[])
        table.act(OWNER, "Cast", d6=1, specials=[], lures=held(table, OWNER))
        table.act(2, "Cast", d6=2, specials=[], lures=[])
        table.look_round()
        table.record.stage = OPEN
        table.act(0, "Cast", d6=3, specials=[], lures=[])

    falls = BLEAK_AND_PERCH | AND_TWO_MORE | ADJUSTS
    falls |= {f"r1/s{seat}/d6": (1,) for seat in range(3)}
    falls |= {f"lure/{number}": (0,) for number in (4, 5, 6)}
    one = world("one", falls | {"lure/2": AN_EXTRA_5}, play)
    other = world("other", falls | {"lure/2": A_BOAST}, play)
    check(one, other)
