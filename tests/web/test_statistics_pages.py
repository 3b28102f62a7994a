"""How the dice fell: what is counted, what it is said to mean, who may see it, and the file."""

import csv
import io
from collections import Counter
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from events.domain.series import create_series, put_in_series
from events.models import Event, Match
from events.queries import statistics as queries
from events.queries.statistics_chart import chart
from events.queries.statistics_words import times, verdict
from games.kernel import Host
from games.statistics import Evenness, evenness
from games.table import Void
from tests.events.factories import by, make_user, new_id
from tests.events.playing import act, do, play_to_end, started_match, state
from tests.web.browsers import browser


def played(**changes: Any) -> Match:
    return play_to_end(started_match(4, **changes))


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def table(client: Client, name: str, *args: object) -> list[dict[str, str]]:
    answer = client.get(reverse(name, args=args))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def stored(match: Match) -> list[int]:
    """Every face of the match's log."""
    rows = match.log.exclude(chance=[]).order_by("seq").values_list("chance", flat=True)
    return [face for row in rows for record in row for face in record[5] if record[0] == "roll"]


def faces(statistics: queries.Statistics) -> tuple[int, ...]:
    [dice] = statistics.dice
    return dice.evenness.counts


# ---------------------------------------------------------------------------- what is counted


def test_every_die_of_an_ended_match_is_counted() -> None:
    match = played()
    counts = Counter(stored(match))
    found = queries.statistics(queries.of_event(match.event))
    assert faces(found) == tuple(counts[face] for face in range(1, 7))
    text = page(browser(), "statistics", match.event.public_id)
    assert f"{sum(counts.values())} dice" in text
    said = "; ".join(f"{face}, {counts[face]} times" for face in range(1, 7))
    assert f"Dice by number: {said}." in text


def test_a_match_counts_only_once_it_has_ended() -> None:
    """Some games have dice that nobody is to see before."""
    match = started_match(6)
    for _turn in range(14):
        act(match)
    assert stored(match)
    empty = page(browser(), "statistics", match.event.public_id)
    assert "Nothing to count yet" in empty
    assert table(browser(), "rolls-csv", match.event.public_id) == []
    play_to_end(match)
    assert "Nothing to count yet" not in page(browser(), "statistics", match.event.public_id)


def test_undone_rolls_are_marked_in_the_file_and_not_counted() -> None:
    match = started_match(6)
    for _turn in range(14):
        act(match)
    do(match, Host(), Void(state(match).moves[-1].last, "a slip"))
    play_to_end(match)
    found = queries.statistics(queries.of_event(match.event))
    assert found.undone == 1
    assert sum(faces(found)) == len(stored(match)) - 1
    rows = table(browser(), "rolls-csv", match.event.public_id)
    [undone] = [row for row in rows if row["undone"]]
    again = [row for row in rows if row["label"] == undone["label"] and not row["undone"]]
    assert (undone["attempt"], [row["attempt"] for row in again]) == ("0", ["1"])
    assert "1 roll was undone" in page(browser(), "statistics", match.event.public_id)


def test_the_file_has_every_draw_of_chance() -> None:
    match = played()
    rows = table(browser(), "rolls-csv", match.event.public_id)
    assert [int(row["values"]) for row in rows if row["kind"] == "roll"] == stored(match)
    assert {row["evening"] for row in rows} == {match.event.public_id}
    assert [int(row["entry"]) for row in rows] == sorted(int(row["entry"]) for row in rows)


def test_a_title_is_no_formula_in_the_file() -> None:
    match = played(title="=1+1 evening")
    rows = table(browser(), "rolls-csv", match.event.public_id)
    assert {row["title"] for row in rows} == {"'=1+1 evening"}
    answer = browser().get(reverse("rolls-csv", args=[match.event.public_id]))
    assert answer["Content-Disposition"] == 'attachment; filename="1-1-evening-rolls.csv"'


def test_pages_ask_as_often_for_many_rolls_as_for_few(django_assert_num_queries: Any) -> None:
    few, many = played(), played()
    series = create_series(host=many.event.host, title="Season")
    for match in (few, many):
        Event.objects.filter(pk=match.event_id).update(series=series, host=series.host)
    evening = few.event
    with django_assert_num_queries(1):
        assert queries.statistics(queries.of_event(evening)).matches == 1
    with django_assert_num_queries(1):
        assert queries.statistics(queries.of_series(series)).matches == 2
    with django_assert_num_queries(1):
        assert queries.statistics(queries.of_host(series.host)).matches == 2


# ------------------------------------------------------------------------- seasons and hosts


def test_a_season_counts_its_evenings_and_no_rehearsal() -> None:
    first, second, rehearsal = played(title="One"), played(title="Two"), played()
    series = create_series(host=first.event.host, title="Season")
    for match in (first, second, rehearsal):
        Event.objects.filter(pk=match.event_id).update(host=series.host)
        put_in_series(
            event_id=match.event.public_id,
            by=by(match.event),
            series=series,
            command_id=new_id(),
        )
    Event.objects.filter(pk=rehearsal.event_id).update(rehearsal=True)
    expected = Counter([*stored(first), *stored(second)])
    found = queries.statistics(queries.of_series(series))
    assert faces(found) == tuple(expected[face] for face in range(1, 7))
    text = page(browser(), "series-statistics", series.public_id)
    assert f"{sum(expected.values())} dice" in text
    rows = table(browser(), "series-rolls-csv", series.public_id)
    assert {row["title"] for row in rows} == {"One", "Two"}


def test_a_hosts_dice_are_for_the_host_and_for_organisers() -> None:
    match = played()
    host = match.event.host
    for name in ("host-statistics", "host-rolls-csv"):
        address = reverse(name, args=[host.pk])
        answers = {
            "host": browser(host).get(address).status_code,
            "organiser": browser(make_user(is_staff=True)).get(address).status_code,
            "another host": browser(make_user()).get(address).status_code,
            "stranger": browser().get(address).status_code,
        }
        assert answers == {"host": 200, "organiser": 200, "another host": 404, "stranger": 302}
    assert "Your evenings" in page(browser(host), "host-statistics", host.pk)
    assert f"{len(stored(match))} dice" in page(browser(host), "host-statistics", host.pk)


def test_another_evenings_dice_are_not_counted() -> None:
    mine, other = played(), played()
    found = queries.statistics(queries.of_event(mine.event))
    assert sum(faces(found)) == len(stored(mine))
    assert stored(other)


# --------------------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (1.0, "9 of 10"),
        (0.97, "9 of 10"),
        (0.71, "7 of 10"),
        (0.06, "1 of 10"),
        (0.03, "3 of 100"),
        (0.004, "4 of 1,000"),
        (0.0, "fewer than 1 of 1,000"),
    ],
)
def test_a_share_is_said_in_small_numbers(share: float, said: str) -> None:
    assert times(share) == said


@pytest.mark.parametrize(
    ("share", "title"),
    [
        (0.5, "No number stands out"),
        (0.02, "Less even than most; chance does that now and then"),
        (0.0001, "Less even than chance explains"),
        (0.9999, "More even than chance explains"),
    ],
)
def test_the_verdict_says_when_chance_no_longer_explains_it(share: float, title: str) -> None:
    told = verdict(Evenness((100,) * 6, 3.0, share), of_evening=True)
    assert told.title == title
    assert "evenings like this" in told.text


def test_a_few_dice_are_not_judged() -> None:
    told = verdict(evenness([5, 0, 0, 0, 0, 0]), of_evening=True)
    assert (told.title, told.text) == (
        "Too few to say",
        "It takes 30 dice before the counts mean anything.",
    )


def test_bars_are_as_tall_as_their_counts() -> None:
    drawn = chart([10, 20, 0, 10, 10, 10])
    assert [bar.height for bar in drawn.bars] == [55.0, 110.0, 0.0, 55.0, 55.0, 55.0]
    assert drawn.expected == "10"
    assert drawn.expected_y == drawn.bars[0].y
    assert [bar.icon for bar in drawn.bars] == [f"i-f{face}" for face in range(1, 7)]
    assert {bar.icon for bar in chart([1] * 20).bars} == {""}


def test_the_page_needs_no_script_and_names_its_style() -> None:
    match = played()
    text = page(browser(), "statistics", match.event.public_id)
    assert f"{settings.STATIC_URL}css/statistics.css" in text
    assert "style=" not in text
