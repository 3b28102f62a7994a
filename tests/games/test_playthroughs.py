"""Whole matches as text: a change in them is a change of the rules or of what is stored.

``pytest --write-playthroughs`` writes them anew; read the difference before keeping it.
"""

from pathlib import Path

import pytest

from games import TABLES
from games.playthrough import SCRIPTS, Script, golden_texts, main, options_from, playthrough
from games.table import Table
from tests.games.bell import Bell

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = sorted(f"{key}-{name}.txt" for key, scripts in SCRIPTS.items() for name in scripts)


@pytest.fixture(scope="session")
def texts(request):
    if request.config.getoption("--write-playthroughs"):
        main([str(FOLDER)])
    return dict(golden_texts())


@pytest.mark.parametrize("name", NAMES)
def test_playthrough_is_as_before(texts, name):
    assert texts[name].splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_every_golden_text_has_its_script(texts):
    assert sorted(path.name for path in FOLDER.glob("*.txt")) == sorted(texts)


def test_every_game_has_a_playthrough():
    assert sorted(key for key, scripts in SCRIPTS.items() if scripts) == sorted(TABLES)


def test_playthroughs_reach_everything(texts):
    """Every entry a game or the table can write is in some golden text."""
    for key, table in TABLES.items():
        told = "".join(text for name, text in texts.items() if name.startswith(f"{key}-"))
        unseen = [kind.__name__ for kind in table.entries if f". {kind.__name__}(" not in told]
        assert unseen == []


def test_another_seed_is_another_match():
    table = Table(Bell())
    assert playthrough(table, Script(3, 1)) == playthrough(table, Script(3, 1))
    assert playthrough(table, Script(3, 1)) != playthrough(table, Script(3, 2))


def test_house_rules_from_text():
    options = options_from(TABLES["live-bait"], ["duel=false", "roll_s=5", "prior_winners=[0, 2]"])
    assert (options.duel, options.roll_s, options.prior_winners) == (False, 5, (0, 2))
    assert options.final is False


@pytest.mark.parametrize(
    "pair", ["fly=true", "duel", "duel=maybe", "duel=1", "roll_s=true", "type=1"]
)
def test_house_rules_that_can_not_be_are_refused(pair):
    with pytest.raises(ValueError, match=r"house rule|value|valid"):
        options_from(TABLES["live-bait"], [pair])
