"""The pages about the proof: what they give out before the end and after, and to whom."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from events.domain.seeds import open_seed
from events.models import Event
from events.queries import proof_words
from games.kernel import Host
from games.proof import State, check
from games.table import Start
from tests.events.factories import close, open_event, register_people
from tests.events.playing import act, answer_all, do, draw
from tests.events.proving import enter, play_round, played_evening
from tests.serving import ROOT
from tests.web.browsers import browser


def to(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


def data(event: Event) -> Any:
    return json.loads(browser().get(to("proof-data", event)).content)


def test_the_file_of_a_finished_evening_holds_for_a_stranger() -> None:
    assert {line.state for line in check(data(played_evening()))} == {State.OK}


def test_before_the_end_what_is_sealed_is_absent_and_the_rest_holds() -> None:
    """At every stage; each seed is given out by the page of a finished evening, so the looking finds what is there."""
    event = enter()
    seeds = {seed.scope: open_seed(seed).hex() for seed in event.seeds.select_related("event")}
    own = list(event.registrations.values_list("client_seed", flat=True))

    def shown(opened: int) -> str:
        event.refresh_from_db()
        text = browser().get(to("proof-data", event)).content.decode()
        page = browser().get(to("proof", event)).content.decode()
        assert sum(seed in text for seed in seeds.values()) == opened
        assert sum(seed in page for seed in seeds.values()) == 0
        states = {line.state for line in check(json.loads(text))}
        assert State.WRONG not in states
        return text

    text = shown(0)
    assert [seed for seed in own if seed in text] == []
    close(event)
    text = shown(0)
    assert [seed for seed in own if seed not in text] == []
    draw(event)
    drawn = event.draws.count()
    shown(drawn)
    match = answer_all(event)
    do(match, Host(), Start())
    act(match)
    text = shown(drawn)
    assert '"kind":"Picked"' in text
    assert State.LATER in {line.state for line in check(json.loads(text))}


def test_a_finished_evening_shows_every_seed() -> None:
    event = played_evening()
    shown = browser().get(to("proof-data", event)).content.decode()
    assert all(seed.opened and seed.opened in shown for seed in event.seeds.all())


def test_nobody_is_named_by_an_id_that_leads_from_one_evening_to_another() -> None:
    event = enter()
    shown = browser().get(to("proof-data", event)).content.decode()
    people = event.registrations.values_list("person__public_id", flat=True)
    assert [one for one in people if one in shown] == []


def test_a_page_shows_the_head_short_and_how_it_came_about() -> None:
    event = close(open_event())
    for name in ("event", "results", "live"):
        page = browser().get(to(name, event)).content.decode()
        short = " ".join(event.head[at : at + 4] for at in (0, 4, 8))
        assert f"<code>{short}</code>" in page
        assert f'data-head="{event.head}"' in page
        assert to("proof", event) in page


def test_the_way_from_a_head_is_told_and_another_head_has_none() -> None:
    event = open_event()
    before = event.head
    register_people(event, 2)
    event.refresh_from_db()
    told = browser().get(to("chain", event), {"seen": before}).json()
    assert (told["head"], len(told["links"])) == (event.head, 2)
    for other in ("ab" * 32, "", "x", "0" * 63):
        assert browser().get(to("chain", event), {"seen": other}).json()["links"] is None


def test_the_program_and_the_scheme_can_be_taken_away() -> None:
    program = browser().get(reverse("verify-program"))
    assert program.content == (ROOT / "scripts" / "verify_fair.py").read_bytes()
    scheme = browser().get(reverse("fairness"))
    assert scheme.content == (ROOT / "docs" / "fairness.md").read_bytes()
    assert scheme["Content-Type"].startswith("text/plain")


def test_every_line_of_the_script_can_be_translated() -> None:
    """The page knows each by its English: those the script can say are those that are translated."""
    files = (ROOT / "static" / "js" / "proof").glob("*.js")
    script = "".join(file.read_text() for file in files)
    quoted = re.findall(
        r"[\"`]((?:The |This |Draw |Match |Your |What |\$\{what\})[^\"`\n]+\.)[\"`]", script
    )
    said = set()
    for text in quoted:
        for what in ("Draw {number}", "Match {number}"):
            said.add(text.replace("${what}", what))
    assert said == set(proof_words.LINES)


def test_the_proof_asks_as_often_for_many_as_for_few(django_assert_max_num_queries: Any) -> None:
    few, many = open_event(), open_event()
    register_people(few, 2)
    register_people(many, 20)
    for event in (close(few), close(many)):
        with django_assert_max_num_queries(14):
            browser().get(to("proof-data", event))


@pytest.mark.parametrize("name", ["proof", "proof-data", "chain"])
def test_a_cancelled_evening_can_be_checked_too(name: str) -> None:
    event = open_event()
    Event.objects.filter(pk=event.pk).update(state="cancelled")
    assert browser().get(to(name, event)).status_code == 200


def test_two_rounds_are_told_apart() -> None:
    event = close(enter())
    play_round(event)
    play_round(event)
    assert [game["game_no"] for game in data(event)["games"]] == [1, 2]
