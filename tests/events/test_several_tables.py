"""EV-9: a round of a game that seats fewer than were drawn is played at several tables, and ends with the last."""

import re
from typing import ClassVar

import pytest

from events.live import fragments
from events.models import Award, Event, Match, Prize
from events.queries import programme, rounds
from events.queries.happenings import happenings
from games import TABLES
from games.live_bait.rules import LiveBait
from games.table import Table
from tests.events.factories import closed_event
from tests.events.playing import (
    answer,
    called,
    draw,
    forget_everything,
    pass_over,
    play_to_end,
    refused,
)


class SmallBait(LiveBait):
    """Live Bait for three: six who are drawn need two tables."""

    max_seats: ClassVar[int] = 3


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLES, "live-bait", Table(SmallBait()))
    forget_everything()


def drawn(count: int, **changes: object) -> Event:
    event = closed_event(count, **changes)
    draw(event)
    return event


def seated(event: Event) -> list[Match]:
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    return rounds.tables(event)


def seats(match: Match) -> list[str]:
    return [seat.registration.name for seat in match.seats.order_by("number")]


def test_six_who_are_drawn_sit_at_two_tables_in_the_order_drawn() -> None:
    event = drawn(8)
    matches = seated(event)
    order = event.draws.get().order[:6]
    names = [event.registrations.get(reg=reg).name for reg in order]
    assert [seats(match) for match in matches] == [names[:3], names[3:]]
    assert {match.round_id for match in matches} == {event.played_rounds.get().pk}
    assert len({match.seed_id for match in matches} | {match.lineup for match in matches}) == 4


def test_five_of_them_sit_three_and_two() -> None:
    event = drawn(6)
    pass_over(event, called(event)[0])
    assert [match.seats.count() for match in seated(event)] == [3, 2]


def test_three_need_one_table() -> None:
    assert [match.seats.count() for match in seated(drawn(3))] == [3]


def test_the_round_ends_with_its_last_table() -> None:
    event = drawn(12, rounds=2)
    first, second = seated(event)
    play_to_end(first)
    assert rounds.under_way(event)
    assert rounds.played(event) == 0
    assert rounds.current_match(event) == second
    refused("round-under-way", lambda: draw(event))
    play_to_end(second, seed=2)
    assert not rounds.under_way(event)
    assert rounds.played(event) == 1


def test_the_next_round_is_the_second_and_neither_winner_is_drawn_again() -> None:
    event = drawn(12, rounds=2)
    winners = set()
    for match in seated(event):
        play_to_end(match, seed=match.number)
        winners.add(match.seats.get(place=1).registration_id)
    coming = programme.next_round(event)
    assert coming is not None
    assert coming.number == 2
    played = {seat.registration_id for match in event.matches.all() for seat in match.seats.all()}
    assert len(played) == 6
    assert set(coming.pools[0].eligible) == {
        entry.pk for entry in event.registrations.all() if entry.pk not in played
    }
    draw(event)
    for match in seated(event):
        play_to_end(match, seed=match.number)
    last = programme.next_round(event)
    drawable = {pk for pool in (last.pools if last else ()) for pk in pool.eligible}
    assert len(winners) == 2
    assert not winners & drawable
    assert event.played_rounds.filter(number=2).get().matches.count() == 2


def test_each_table_has_its_winners_prizes_and_its_line_in_the_ledger() -> None:
    event = closed_event(6)
    for place in ("main", "door"):
        Prize.objects.create(event=event, round=1, place=place, title=f"{place} thing")
    draw(event)
    for match in seated(event):
        play_to_end(match, seed=match.number)
    for match in event.matches.all():
        assert match.awards.filter(prize__isnull=False).count() == 2
    assert Award.objects.filter(event=event, place="main").count() == 2
    told = [line.text for line in happenings(event) if line.kind in ("match-made", "match-ended")]
    assert [text.split(":")[0] for text in told] == ["Round 1", "Round 1"] + ["Round 1 ended"] * 2


def test_the_winners_of_every_table_of_the_heats_meet() -> None:
    event = closed_event(12, format="heats-and-final", heats=3)
    winners: set[int] = set()
    while (coming := programme.next_round(event)) is not None and coming.kind == "heat":
        draw(event)
        for match in seated(event):
            play_to_end(match, seed=match.number)
            winners.add(match.seats.get(place=1).registration_id)
    final = programme.next_round(event)
    assert final is not None
    assert final.kind == "final"
    assert set(final.seats) == winners


def test_a_player_is_shown_their_own_table_and_others_choose() -> None:
    event = drawn(6)
    at = [match.public_id for match in seated(event)]
    event = Event.objects.get(pk=event.pk)
    own = []
    for match in rounds.tables(event):
        person = match.seats.first().registration.person  # type: ignore[union-attr]
        assert rounds.match_for(event, person, "1") == match
        html = fragments.render(event.topic, "live", f"person/{person.public_id}").html["stage"]
        own.append(html)
    assert [f"match/{match}" in html for match, html in zip(at, own, strict=True)] == [
        True,
        True,
    ]
    public = fragments.render(event.topic, "live", "public").html["stage"]
    assert "data-watch" not in public
    assert ["?table=1" in public, "?table=2" in public] == [True, True]
    assert rounds.match_for(event, None, "2") == rounds.tables(event)[1]
    for wrong in ("", "0", "3", "x", "\uff19", "9" * 50):
        assert rounds.match_for(event, None, wrong) == rounds.tables(event)[0]


def test_the_wall_names_every_table_and_says_which_is_over() -> None:
    event = drawn(6)
    first, second = seated(event)
    play_to_end(first)
    html = fragments.render(event.topic, "screen", "public").html["wallhead"]
    named = re.findall(r'<li data-at="([^"]+)"( data-over)?>([^<]+)', html)
    assert [(at, bool(over), name.strip()) for at, over, name in named] == [
        (first.topic, True, "Table 1"),
        (second.topic, False, "Table 2"),
    ]
    assert "data-watch" not in html


def test_the_host_is_told_which_table_the_next_action_is_for() -> None:
    named = [
        fragments.render(match.topic, "host", "host").html["matchdeck"]
        for match in seated(drawn(6))
    ]
    assert ["<b>Table 1</b>" in named[0], "<b>Table 2</b>" in named[1]] == [True, True]
    (alone,) = seated(drawn(3))
    assert "Table" not in fragments.render(alone.topic, "host", "host").html["matchdeck"]


def test_the_line_under_the_title_follows_the_round_and_names_the_own_table() -> None:
    event = drawn(12, rounds=2)
    where = {}
    for number in (1, 2):
        for match in seated(event):
            reader = f"person/{match.seats.get(number=0).registration.person.public_id}"
            where[match.number] = (
                fragments.render(event.topic, "live", reader).html["where"],
                fragments.render(event.topic, "live", "public").html["where"],
                seats(match)[0],
            )
            if number == 2:
                continue
            play_to_end(match, seed=match.number)
        if number == 1:
            draw(event)
    for number, (own, public, name) in where.items():
        round_, table = divmod(number - 1, 2)
        at = f"Round {round_ + 1} · Table {table + 1} · {name}"
        assert own == f'<span id="where">{at}</span>'
        assert public == f'<span id="where">Round {round_ + 1} · Watching</span>'


def test_one_table_is_named_as_ever() -> None:
    event = drawn(3)
    (match,) = seated(event)
    event = Event.objects.get(pk=event.pk)
    html = fragments.render(event.topic, "live", "public").html["stage"]
    assert f'data-watch="match/{match.public_id}"' in html
    assert "?table=" not in html
