"""Two sites with other keys and other seeds, and the same dice: what they send to anybody is the same.

Compared for each audience: every frame and every page, in its order, in its bytes and in its size.
"""

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.listening import Company
from tests.faults.side_by_side import differences, lines, scripted
from tests.serving import Serving, started
from tests.staging import stage

pytestmark = [pytest.mark.served, pytest.mark.nightly]

PAGES = ("", "seals/", "live/", "screen/", "results/", "happened/", "event.ics", "rules/")


def evening_at(site: Serving) -> list[str]:
    """An evening from its first name to its results: all that was sent, masked, a line each."""
    company = Company(stage(site, prizes=[(1, "main", "Lantern trophy")], rounds=1))
    try:
        company.register()
        company.look_at(*PAGES)
        company.take_seats()
        company.close()
        company.press(*company.form("Draw"))
        company.play()
        company.look_at(*PAGES)
        company.record.stage = "finished"
        company.press(*company.form("Finish"))
        company.look_at(*PAGES)
    finally:
        company.leave()
    return lines(company.record.heard)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "one", tmp_path / "two"


def test_other_seeds_with_the_same_dice_send_the_same_to_everybody(
    folders: tuple[Path, Path], static_root: str
) -> None:
    with ExitStack() as both:
        sites = [both.enter_context(started(scripted(folder, static_root))) for folder in folders]
        first, second = [evening_at(site) for site in sites]
    keys = [(folder / "seed_key").read_text() for folder in folders]
    assert keys[0] != keys[1]
    assert len([line for line in first if " frame " in line]) > 100
    assert differences(first, second) == []


def test_without_the_script_other_seeds_show_in_what_is_sent(
    folders: tuple[Path, Path], static_root: str
) -> None:
    """The twin: the comparison sees dice that fell otherwise."""
    with ExitStack() as both:
        sites = [both.enter_context(started(scripted(folder, static_root))) for folder in folders]
        sites[1].stop()
        sites[1].entry = [sys.executable, "manage.py"]
        sites[1].start()
        first, second = [evening_at(site) for site in sites]
    assert differences(first, second) != []
