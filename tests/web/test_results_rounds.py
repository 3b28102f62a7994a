"""The results page and the page of each round: one version, rounds by their names, nothing final before the end."""

from typing import Any, ClassVar

import pytest

from events.models import Award, Prize
from events.queries import results
from games import TABLES
from games.live_bait.rules import LiveBait
from games.table import Table
from tests.events.awards import rule
from tests.events.playing import play_to_end
from tests.web.browsers import browser
from tests.web.winning import Played

NOT_FINAL = "The evening isn’t over: this is how it stands. Nothing here is final."


def test_before_the_end_nothing_is_final_and_after_it_the_version_is_named() -> None:
    played = Played()
    for page in ("results", "results-print", "winners"):
        assert NOT_FINAL in played.page(page)
        assert "Result version" not in played.page(page)
    assert "not final" in played.page("round", 1)
    played.finish()
    for page in ("results", "results-print"):
        assert "Result version 1" in played.page(page)
    assert "Result version 1" in played.page("round", 1)
    for page in ("results", "results-print", "winners"):
        assert NOT_FINAL not in played.page(page)


def test_every_version_says_who_made_it_why_and_what_changed() -> None:
    played = Played().finish()
    first, second = played.entry(1), played.entry(2)
    assert "The result as the evening ended." in played.page("results")
    rule(played.event, "disqualify", "a second <account>", registration_id=first.pk)
    page = played.page("results")
    for said in (
        f"{first.name} is disqualified in the KnockOut.",
        f"{second.name} is number 1 in the KnockOut, not 2.",
        f"First prize (A boat) does not go to {first.name} any more.",
        f"<bdi>{played.event.host.name}</bdi>: a second &lt;account&gt;",
        "The result as the evening ended.",
    ):
        assert said in page
    assert page.index("Result version 2</b>") < page.index("Result version 1</b>")
    rule(played.event, "note", "the lamp went out")
    assert "No place and no prize changed." in played.page("results")


def test_whoever_only_follows_is_counted() -> None:
    played = Played().finish()
    before = results.latest(played.event).data
    rule(played.event, "disqualify", registration_id=played.entry(1).pk)
    said = results.difference(before, results.latest(played.event).data)
    assert [line for line in said if "number" in line] == [
        f"{played.entry(place).name} is number {place - 1} in the KnockOut, not {place}."
        for place in (2, 3, 4)
    ]
    assert "4 people behind them move up by one place in the KnockOut." in said
    rule(played.event, "reinstate", registration_id=played.entry(1).pk)
    back = next(lines for _version, lines in results.changes(played.event))
    assert "4 people behind them move down by one place in the KnockOut." in back


@pytest.mark.parametrize(
    ("plan", "title"),
    [
        ({"format": "prize-every-round", "prizes": ()}, "Round 1"),
        ({"format": "heats-and-final"}, "Heat 1"),
        ({"format": "knockout"}, "KnockOut"),
    ],
)
def test_a_round_goes_by_its_name(plan: dict[str, Any], title: str) -> None:
    played = Played(**plan)
    assert f'<h3 class="h">{title}</h3>' in played.page("results")
    assert f'<h1 class="title">{title}</h1>' in played.page("round", 1)


def test_a_final_is_called_the_final_and_says_who_won_it() -> None:
    played = Played(8, format="heats-and-final", heats=2)
    played.play()
    played.match = played.play()
    assert played.match.round.kind == "final"
    number = played.match.round.number
    page = played.page("round", number)
    assert '<h1 class="title">Final</h1>' in page
    assert f"<bdi>{played.entry(1).name}</bdi>" in page
    assert "A boat" in page
    assert played.to("round", number - 1) in page
    assert played.to("round", number) in played.page("round", number - 1)
    played.finish()
    assert f"<b><bdi>{played.entry(1).name}</bdi></b> won" in played.page("results")


def test_a_rounds_page_has_everybodys_place_and_rolls_and_the_way_to_every_roll() -> None:
    played = Played().finish()
    page = played.page("round", 1)
    (round_,) = results.latest(played.event).data["rounds"]
    for row in round_["places"]:
        cell = f'<td class="num">{row["place"]}</td><td><b><bdi>{row["name"]}</bdi></b></td>'
        assert f'{cell}<td class="num">{row["rolls"]}</td>' in page
    assert played.to("match-log", played.match.public_id) in page
    assert "A boat" in page


class SmallBait(LiveBait):
    """Live Bait for three: six who are drawn need two tables."""

    max_seats: ClassVar[int] = 3


def test_the_tables_of_a_round_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLES, "live-bait", Table(SmallBait()))
    played = Played(6, format="prize-every-round", prizes=())
    for match in played.event.matches.select_related("event", "round"):
        play_to_end(match)
    page = played.page("results")
    for title in ("Round 1, table 1", "Round 1, table 2"):
        assert f'<h3 class="h">{title}</h3>' in page
    assert "<b>1</b> round<" in page
    page = played.page("round", 1)
    assert (">Table 1</h2>" in page, ">Table 2</h2>" in page) == (True, True)
    for match in played.event.matches.all():
        assert played.to("match-log", match.public_id) in page


def test_every_roll_stands_under_the_name_of_its_round() -> None:
    played = Played()
    page = played.page("match-log", played.match.public_id)
    assert '<h1 class="title">KnockOut, every roll</h1>' in page
    assert played.to("round", 1) in page


def test_a_picture_stands_with_its_prize() -> None:
    played = Played()
    assert "<img" not in played.page("results")
    Prize.objects.filter(event=played.event, place="first").update(picture="prizes/abc.webp")
    prize = played.event.prizes.get(place="first")
    for page in (played.page("results"), played.page("round", 1)):
        assert (
            f'src="{played.to("prize-picture", prize.pk)}?v=abc" alt="A picture of A boat"' in page
        )
        assert page.count("<img") == 1


def test_a_round_that_was_not_drawn_is_not_found() -> None:
    played = Played()
    assert browser().get(played.to("round", 2)).status_code == 404
    assert browser().get(played.to("round", 0)).status_code == 404
    assert browser().get(f"/{played.event.public_id}/round/x/").status_code == 404


def test_who_is_disqualified_has_no_place_on_any_page_of_it() -> None:
    played = Played().finish()
    first = played.entry(1)
    assert f"<b><bdi>{first.name}</bdi></b> won" in played.page("results")
    rule(played.event, "disqualify", registration_id=first.pk)
    for page in (played.page("results"), played.page("results-print")):
        assert f"<s><bdi>{first.name}</bdi></s> disqualified" in page
        assert f"<b><bdi>{first.name}</bdi></b>" not in page
    assert f"<s><bdi>{first.name}</bdi></s>" in played.page("round", 1)
    assert f"<b><bdi>{played.entry(2).name}</bdi></b> won" in played.page("results")


def test_what_goes_back_when_is_said_while_somebody_can_claim() -> None:
    played = Played().finish()
    assert "What nobody claims goes back from" in played.page("results")
    played.event.awards.update(state=Award.State.CLAIMED)
    assert "goes back from" not in played.page("results")


def test_only_who_runs_it_is_offered_to_post_the_winners_first() -> None:
    played = Played().finish()
    offered = f'data-kind="go" href="{played.to("winners")}"'
    assert offered in played.page("results", client=played.host)
    assert offered not in played.page("results")


def test_an_evening_without_a_round_says_so() -> None:
    played = Played()
    played.event.matches.update(ended_at=None)
    page = played.page("results")
    assert "No round has been played to its end." in page
    assert "This round isn’t over." in played.page("round", 1)
