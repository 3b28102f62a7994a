"""What the platform has for every game there is: a new one in ``TABLES`` fails here until it has it too."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import get_template

from events.models import Event
from events.queries import fit, house_rules, howto
from events.queries.house_rules import GAMES, formats_of, game_played, rules_for
from events.queries.table.games import SHOWN
from games import TABLES
from games.kernel import Host, Player
from games.odds import play_out
from games.practice import choose
from games.table import Table

KEYS = sorted(TABLES)
PLAYED = [(game, format_) for game in GAMES for format_ in formats_of(game)]


def evening(game: str, format_: str) -> Event:
    return Event(game=game_played(game, format_), format=format_)


def test_every_game_can_be_chosen() -> None:
    assert {game_played(game, format_) for game, format_ in PLAYED} == set(TABLES)


@pytest.mark.parametrize(("game", "format_"), PLAYED)
def test_it_has_cards_and_steps_in_each_of_its_formats(game: str, format_: str) -> None:
    event = evening(game, format_)
    cards = house_rules.cards(event)
    assert len(cards) >= 3
    assert all(str(card.title) and len(str(card.sentence)) > 20 for card in cards)
    steps = [str(step) for step in howto.steps(event)]
    assert len(steps) >= 4
    assert not [step for step in steps if "%" in step or "{" in step]


@pytest.mark.parametrize(("game", "format_"), PLAYED)
def test_its_usual_settings_are_among_the_choices(game: str, format_: str) -> None:
    event = evening(game, format_)
    for rule in rules_for(game, format_):
        usual = rule.choice(house_rules.setting_of(event, rule.key))
        assert usual is not None, rule.key
        assert len({choice.value for choice in rule.choices}) == len(rule.choices)


@pytest.mark.parametrize(("game", "format_"), PLAYED)
def test_every_choice_is_one_that_the_game_takes(game: str, format_: str) -> None:
    key = game_played(game, format_)
    for rule in rules_for(game, format_):
        for choice in rule.choices if not rule.is_evenings else ():
            made = house_rules.options_from(key, {rule.key: choice.setting})
            assert getattr(made, rule.key) == choice.setting


@pytest.mark.parametrize("game", GAMES)
def test_the_sentence_of_each_choice_is_shown_when_it_is_chosen(game: str) -> None:
    css = Path(settings.BASE_DIR, "static/css")
    text = "".join(
        css.joinpath(name).read_text("utf-8") for name in ("controls.css", "evenings.css")
    )
    shown = set(re.findall(r'\[value="(\w+)"\]:checked\) \.reads\[data-for="\1"\]', text))
    values = {
        choice.value
        for format_ in formats_of(game)
        for rule in rules_for(game, format_)
        for choice in rule.choices
    }
    assert values <= shown


@pytest.mark.parametrize("key", KEYS)
def test_it_has_a_length_that_grows_with_the_seats(key: str) -> None:
    small, large = (fit.match_span(key, seats, {}) for seats in (2, 5))
    assert 0 < small.mean < large.mean
    assert small.minutes <= small.rarely


@pytest.mark.parametrize("key", KEYS)
def test_practice_players_can_play_it_to_the_end(key: str) -> None:
    game = TABLES[key].game
    acts = 0

    def play(state: Any, who: Any, commands: Any) -> Any:
        nonlocal acts
        acts += 1
        if who == Host():
            return commands[0]
        assert isinstance(who, Player)
        return choose(game, state, who.seat, who.seat, acts * 7919) or commands[0]

    options = game.options(rounds=1) if key == "fish-or-cut-bait" else game.options()
    assert play_out(game, 3, options, "every game", play).outcome.places


@pytest.mark.parametrize("key", KEYS)
def test_it_has_a_module_and_a_template_for_its_page(key: str) -> None:
    assert callable(SHOWN[key].said)
    assert callable(SHOWN[key].mentioned)
    get_template(f"games/{key.replace('-', '_')}/table.html")


def test_a_game_that_has_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Another(type(TABLES["angler"].game)):  # type: ignore[misc]
        key = "another"

    monkeypatch.setitem(TABLES, "another", Table(Another()))
    assert {game_played(game, format_) for game, format_ in PLAYED} != set(TABLES)
    assert "another" not in SHOWN
