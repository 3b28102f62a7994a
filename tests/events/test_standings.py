"""Standings over a series: points by the places of each evening's result, equal ones sharing a place."""

import pytest

from events.domain import series as series_domain
from events.domain.refusal import Refusal
from events.models import Event, Series
from events.queries.standings import SCORING, standings
from tests.events.awards import CUSTOM, PODIUM, ROUND, finish, play_next, played_round
from tests.events.factories import (
    by,
    close,
    make_person,
    make_user,
    new_id,
    open_event,
    register,
)


@pytest.fixture
def host():
    return make_user()


def make_series(host, **more) -> Series:
    return series_domain.create_series(host=host, title="Fridays", **more)


def put(event: Event, series: Series | None) -> Event:
    return series_domain.put_in_series(
        event_id=event.public_id, by=by(event), series=series, command_id=new_id()
    )


def evening(host, series: Series, people, **changes) -> Event:
    """One round with these people, finished."""
    event = open_event(host, **({"prizes": ROUND} | changes))
    put(event, series)
    for person in people:
        register(event, person)
    close(event)
    play_next(event)
    return finish(event)


def test_places_bring_points_and_people_are_one_under_their_latest_name(host) -> None:
    series = make_series(host)
    people = [make_person() for _ in range(4)]
    evenings = [evening(host, series, people) for _ in range(2)]
    points = {person.pk: 0 for person in people}
    wins = dict(points)
    for event in evenings:
        for award in event.awards.select_related("registration"):
            points[award.registration.person_id] += SCORING[award.place]
            wins[award.registration.person_id] += award.place == "main"
    rows = standings(series)
    assert {row.person: (row.points, row.evenings, row.wins) for row in rows} == {
        pk: (points[pk] + 2, 2, wins[pk]) for pk in points
    }
    latest = {entry.person_id: entry.name for entry in evenings[1].registrations.all()}
    assert {row.person: row.name for row in rows} == latest
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def test_equal_points_share_a_place(host) -> None:
    series = make_series(host, scoring={"main": 5, "door": 1, "played": 1})
    evening(host, series, [make_person() for _ in range(5)])
    assert [(row.place, row.points) for row in standings(series)] == [
        (1, 6),
        (2, 2),
        (3, 1),
        (3, 1),
        (3, 1),
    ]


def test_only_finished_evenings_that_are_no_rehearsals_count(host) -> None:
    series = make_series(host)
    evening(host, series, [make_person() for _ in range(3)])
    before = standings(series)
    assert len(before) == 3
    evening(host, series, [make_person() for _ in range(3)], rehearsal=True, prizes=())
    going_on = played_round(3, host=host)
    put(going_on.event, series)
    assert standings(series) == before
    finish(going_on.event)
    assert len(standings(series)) == 6


def test_a_series_states_its_scoring_and_heats_bring_no_main_prize(host) -> None:
    series = make_series(host, scoring={"first": 10, "main": 100, "played": 0})
    event = open_event(host, prizes=(*PODIUM, CUSTOM), format="heats-and-final", heats=2)
    put(event, series)
    for _person in range(6):
        register(event)
    close(event)
    for _heat in range(3):
        play_next(event)
    finish(event)
    assert [match.round.kind for match in event.matches.all()] == ["heat", "heat", "final"]
    assert [row.points for row in standings(series)] == [10, 0, 0, 0, 0, 0]
    assert standings(series)[0].wins == 1


def test_a_series_is_its_hosts_own(host) -> None:
    series = make_series(make_user())
    event = open_event(host)
    with pytest.raises(Refusal) as refused:
        put(event, series)
    assert refused.value.status == 403
    mine = make_series(host)
    assert put(event, mine).series == mine
    assert put(event, None).series is None


@pytest.mark.parametrize("scoring", [{"fourth": 1}, {"main": -1}, {"main": 101}, {"main": True}])
def test_scoring_that_cannot_be_is_refused(host, scoring) -> None:
    with pytest.raises(Refusal) as refused:
        make_series(host, scoring=scoring)
    assert refused.value.field == "scoring"


def test_the_same_title_is_the_same_series(host) -> None:
    assert make_series(host) == make_series(host)
    assert make_series(host) != make_series(make_user())
