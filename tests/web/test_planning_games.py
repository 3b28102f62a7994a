"""Planning an evening of another game than Live Bait: its rules and formats, and cards of the host's own."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from events.models import Event, User
from events.queries.house_rules import GAMES, formats_of, rules_for
from games.lure.cards import DECK
from tests.events.factories import make_event, make_user
from tests.web.browsers import browser
from tests.web.test_planning_pages import fault, form, to


@pytest.fixture
def host() -> User:
    return make_user(name="Marlow")


def sent(game: str, **changes: Any) -> dict[str, Any]:
    """What a browser sends for a game: none of Live Bait's rules."""
    fields = {name: value for name, value in form().items() if not name.startswith("rule_")}
    return fields | {"game": game} | changes


def plan(host: User, game: str, **changes: Any) -> Any:
    return browser(host).post(reverse("evening-new"), sent(game, **changes))


def change(host: User, event: Event, **changes: Any) -> Any:
    return browser(host).post(to("evening-edit", event), sent(**{"game": event.game, **changes}))


def deck_file(rows: Any) -> SimpleUploadedFile:
    text = rows if isinstance(rows, str) else json.dumps(rows)
    return SimpleUploadedFile("deck.json", text.encode(), "application/json")


def fish(count: int, **changes: Any) -> list[dict[str, Any]]:
    return [{"name": f"Fish {n}", "points": 2, "catch": 5, **changes} for n in range(1, count + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_choosing_a_game_shows_its_rules_and_formats(host: User, game: str) -> None:
    page = plan(host, game, rows="1").content.decode()
    for rule in rules_for(game, "prize-every-round"):
        assert f'name="rule_{rule.name}"' in page
    shown = re.findall(r'name="format" value="([a-z-]+)"', page)
    assert tuple(shown) == formats_of(game)
    checked = re.findall(r'name="(rule_[^"]*)"[^>]*checked', page)
    assert page.count('class="rulecard"') == len(set(checked)) == len(checked)
    assert Event.objects.count() == 0


def test_a_format_that_the_new_game_has_not_gives_way(host: User) -> None:
    page = plan(host, "lure", format="knockout", rows="1").content.decode()
    assert re.findall(r'name="format" value="([a-z-]+)"[^>]*checked', page) == ["prize-every-round"]
    assert 'name="rule_cast_s"' in page
    assert "error" not in re.findall(r'class="([a-z ]*)"', page)


def test_a_knockout_of_another_game_is_refused_at_the_format(host: User) -> None:
    answer = plan(host, "angler", format="knockout")
    assert answer.status_code == 422
    assert "Only Live Bait" in fault(answer, "format")
    assert 'value="Harbour Lights"' in answer.content.decode()


def test_each_game_is_planned_with_its_own_rules(host: User) -> None:
    plan(host, "fish-or-cut-bait", rule_rounds="4", rule_throw_budget="10", rule_lucky_seven="on")
    event = Event.objects.get()
    assert (event.game, event.rounds) == ("fish-or-cut-bait", 1)
    assert event.options == {"rounds": 4, "throw_budget": 10, "lucky_seven": True}
    page = browser(host).get(to("evening-edit", event)).content.decode()
    assert re.search(r'name="rule_rounds" value="4"[^>]*checked', page)
    assert re.search(r'name="rule_throw_budget" value="10"[^>]*checked', page)
    assert re.search(r'name="rounds" value="1"', page)


def test_too_many_rounds_of_the_evening_are_said_at_the_evenings_field(host: User) -> None:
    answer = plan(host, "fish-or-cut-bait", rounds="99", rule_rounds="4")
    assert fault(answer, "rounds")
    assert not fault(answer, "rule_rounds")


def test_heats_are_offered_as_far_as_the_final_seats(host: User) -> None:
    page = plan(host, "lure", format="heats-and-final", rows="1").content.decode()
    select = re.search(r'<select name="heats".*?</select>', page, re.S)
    assert select is not None
    assert re.findall(r'value="(\d*)"', select[0]) == ["", "2", "3", "4", "5"]
    assert "side by side" in page


def test_changing_the_game_drops_the_other_games_rules(host: User) -> None:
    event = make_event(host, game="lure", options={"cast_s": 30})
    change(host, event, game="angler", rule_bait_s="60", title="Other night")
    event.refresh_from_db()
    assert (event.title, event.game, event.options) == ("Other night", "angler", {"bait_s": 60})


# ------------------------------------------------------------------------ cards of the host's own


def test_a_deck_of_the_hosts_own_is_kept_and_played_with(host: User) -> None:
    answer = plan(host, "lure", deck=deck_file(fish(20, splash="lures")))
    event = Event.objects.get()
    assert answer["Location"] == to("ready", event)
    assert [row["name"] for row in event.options["deck"]] == [f"Fish {n}" for n in range(1, 21)]
    page = browser(host).get(to("ready", event)).content.decode()
    assert "20 fish are the host’s own" in page


def test_cards_are_kept_when_something_else_changes(host: User) -> None:
    plan(host, "lure", deck=deck_file(fish(20)))
    event = Event.objects.get()
    change(host, event, title="Another title")
    event.refresh_from_db()
    assert event.title == "Another title"
    assert len(event.options["deck"]) == 20
    change(host, event, usual_deck="on")
    event.refresh_from_db()
    assert "deck" not in event.options


def test_lures_can_be_replaced_too(host: User) -> None:
    rows = [{"kind": "adjust"}, {"kind": "extra", "number": 3}, {"kind": "boast"}]
    plan(host, "lure", lures=deck_file(rows))
    assert [row["kind"] for row in Event.objects.get().options["lures"]] == [
        "adjust",
        "extra",
        "boast",
    ]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("no json", "no JSON file"),
        ({}, "A deck is a list of fish"),
        (fish(3), "A deck has 12 to 100 fish"),
        (fish(12, points=-1), "Fish 1: Fish 1: points"),
        ([*fish(12), {"name": "Eel"}], "Fish 13 needs"),
        ("[" * 40_000, "no JSON file"),
        (" " * 70_000, "too large"),
        (fish(12, name="\u202eliP"), "Fish 1: A fish needs a name"),
        (fish(12, points=[1]), "points must be a whole number"),
        (fish(12, name=None), "Fish 1"),
    ],
)
def test_what_is_wrong_with_a_deck_is_said_at_its_field_by_row(
    host: User, rows: Any, said: str
) -> None:
    answer = plan(host, "lure", deck=deck_file(rows))
    assert answer.status_code == 422
    assert said in fault(answer, "deck").replace("&#x27;", "'")
    assert 'value="Harbour Lights"' in answer.content.decode()
    assert Event.objects.count() == 0


def test_several_wrong_rows_are_named_together(host: User) -> None:
    rows = [*fish(12), {"name": "Eel"}, 7, {"name": "Orfe", "points": 99, "catch": 2}]
    said = fault(plan(host, "lure", deck=deck_file(rows)), "deck")
    assert "Fish 13" in said
    assert "Fish 14" in said
    assert "Fish 15" in said


def test_a_deck_that_was_sent_is_not_lost_when_the_rest_is_wrong(host: User) -> None:
    answer = plan(host, "lure", title="", deck=deck_file(fish(14)))
    assert answer.status_code == 422
    page = answer.content.decode()
    held = re.search(r'name="held_deck" value="([^"]*)"', page)
    assert held is not None
    assert "14 fish" in page
    rows = held[1].replace("&quot;", '"')
    plan(host, "lure", held_deck=rows)
    assert len(Event.objects.get().options["deck"]) == 14


def test_only_lure_asks_for_cards(host: User) -> None:
    assert 'name="deck"' in plan(host, "lure", rows="1").content.decode()
    for game in ("live-bait", "fish-or-cut-bait", "angler"):
        assert 'name="deck"' not in plan(host, game, rows="1").content.decode()
    plan(host, "angler", deck=deck_file(fish(20)))
    assert Event.objects.get().options.get("deck") is None


def test_the_usual_deck_can_be_sent_back(host: User) -> None:
    rows = [
        {
            "name": f.name,
            "points": f.points,
            "catch": f.catch,
            "requirement": f.requirement,
            "splash": f.splash,
        }
        for f in DECK
    ]
    plan(host, "lure", deck=deck_file(rows))
    assert len(Event.objects.get().options["deck"]) == 30
