"""Whole evenings through the domain: a KnockOut with people absent, and heats with a final."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import get_template

from events.domain import departures, evenings, programming
from events.domain.play import apply_overdue
from events.live import fragments
from events.live.shown import Viewer
from events.models import Award, Event, Match, Prize, Round
from events.queries import fit, programme
from events.queries.evening import evening_context
from events.queries.spans import Span
from events.queries.table import table_contents, table_context
from games.kernel import Host, Player
from games.live_bait.commands import PassOver
from games.live_bait.knockout_model import KnockOutState
from games.table import Start
from tests.events.factories import by, closed_event, new_id
from tests.events.playing import (
    SetClock,
    answer_all,
    awaited,
    committed,
    do,
    draw,
    drawn_event,
    forget_everything,
    play_to_end,
    refused,
    set_clock,
    state,
)

__all__ = ["set_clock"]

PEOPLE = 24
ABSENT = (2, 9)
"""Seats that never come: one of the first six called, one from the queue."""


def knockout(count: int, **changes: Any) -> Match:
    """A KnockOut of so many, drawn and seated, not started."""
    event = drawn_event(count, format="knockout", **changes)
    match = event.matches.select_related("event__host", "round").get()
    assert match.game == "knockout"
    return match


def game(match: Match) -> KnockOutState:
    known: KnockOutState = state(match).game
    return known


def play(match: Match, clock: SetClock, absent: tuple[int, ...] = ()) -> Iterator[int]:
    """Play to the end, everybody but the absent acting in time; yields after each act."""
    steps = 0
    while waiting := awaited(match):
        able = [pair for pair in waiting if pair[0] not in {Player(seat) for seat in absent}]
        if able:
            who, choices = able[0]
            do(match, who, choices[0])
        else:
            assert match.next_deadline is not None
            clock.stop(match.next_deadline + timedelta(milliseconds=1))
            with committed():
                apply_overdue(match_id=match.public_id)
            match.refresh_from_db()
        steps += 1
        yield steps


def names(match: Match) -> list[str]:
    return [seat.registration.name for seat in match.seats.order_by("number")]


def test_a_draw_for_a_knockout_seats_everybody_in_the_order_drawn() -> None:
    match = knockout(PEOPLE)
    drawn = match.event.draws.get()
    assert [seat.registration.reg for seat in match.seats.order_by("number")] == drawn.order
    assert (match.event.state, match.round.kind) == (Event.State.RUNNING, Round.Kind.KNOCKOUT)
    assert not drawn.calls.exists()


def test_the_evenings_limit_for_a_call_is_the_tables() -> None:
    match = knockout(7, answer_s=90)
    assert match.options["answer_s"] == 90
    do(match, Host(), Start())
    assert match.next_deadline == match.log.get(kind="Started").at + timedelta(seconds=90)


def test_a_knockout_of_24_with_two_absent_and_one_gone_ends_with_the_right_winners(
    set_clock: SetClock,
) -> None:
    match = knockout(PEOPLE)
    event = match.event
    gone: int | None = None
    for step in play(match, set_clock, ABSENT):
        if step == 30:
            gone = game(match).queue[0]
            person = match.seats.get(number=gone).registration.person
            with committed():
                departures.leave(event_id=event.public_id, person=person, command_id=new_id())
            match.refresh_from_db()
    final = game(match)
    assert gone is not None
    assert set(final.withdrawn) == {*ABSENT, gone}
    assert not set(final.caught) & set(final.withdrawn)
    order = [next(iter(set(range(PEOPLE)) - {*final.caught, *final.withdrawn}))]
    order += reversed(final.caught)
    placed = list(
        match.seats.exclude(place=None).order_by("place").values_list("number", flat=True)
    )
    assert placed == order
    won: dict[str, set[int]] = {}
    for award in Award.objects.filter(match=match):
        seat = match.seats.get(registration=award.registration).number
        won.setdefault(award.place, set()).add(seat)
    assert won == {
        "first": {order[0]},
        "second": {order[1]},
        "third": {order[2]},
        "door": set(final.caught[:3]),
    }
    with committed():
        evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id())
    event.refresh_from_db()
    assert event.state in (Event.State.FINISHED, Event.State.SETTLED)


def test_a_turn_that_is_open_keeps_the_evening_from_ending() -> None:
    match = knockout(3)
    do(match, Host(), Start())
    event = match.event
    refusal = refused(
        "round-under-way",
        lambda: evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id()),
    )
    assert str(refusal) == "KnockOut is still going on. Play it to its end first."


def test_one_entry_makes_no_knockout() -> None:
    refused("too-few", lambda: drawn_event(1, format="knockout"))


# ------------------------------------------------------------------------------ what is shown


def html(match: Match, surface: str, audience: str) -> dict[str, str]:
    """What a page gets: the shared context and what is one's own."""
    return dict(fragments.render(match.topic, surface, audience).html)


def whole(match: Match, surface: str, audience: str) -> dict[str, str]:
    """The same from the whole context of that audience."""
    _seq, parts, context = table_context(match, surface, audience)
    return {name: get_template(part).render(dict(context)).strip() for name, part in parts}


def test_what_players_share_is_rendered_as_if_each_had_a_page_of_their_own(
    set_clock: SetClock,
) -> None:
    match = knockout(9)
    seats = range(9)
    seen = set()
    for step in play(match, set_clock, (7,)):
        seen.add(game(match).phase)
        if step % 9 == 0 or match.ended_at:
            for seat in seats:
                audience = f"seat/{seat}"
                fresh = Match.objects.select_related("event__host", "round").get(pk=match.pk)
                assert html(match, "live", audience) == whole(fresh, "live", audience)
    assert {"picking", "opening", "live", "host_again", "over"} <= seen


def test_a_player_with_nothing_of_their_own_shares_every_fragment_but_the_heading() -> None:
    match = knockout(40)
    do(match, Host(), Start())
    own = {seat: set(table_contents(match, "live", f"seat/{seat}")[3]) for seat in (0, 6, 20, 39)}
    assert own[0] >= {"turn", "pier", "reach"}
    assert own[20] == {"turn", "reach", "queue", "dispute"}
    viewers = [Viewer("live", f"seat/{seat}") for seat in range(40)]
    shown = fragments.render_all(match.topic, viewers)
    piers = {rendered.html["pier"] for viewer, rendered in shown.items() if viewer != viewers[0]}
    assert len(piers) == 6
    assert len(shown) == 40


def test_the_queue_says_who_is_called_who_is_next_and_where_one_stands() -> None:
    match = knockout(PEOPLE)
    do(match, Host(), Start())
    called, waiting = names(match)[:6], names(match)[6:]
    page = table_context(match, "live", "seat/22")[2]
    queue = page["queue"]
    assert queue["still_in"] == "24 of 24 still in"
    assert [row["name"] for row in queue["called"]] == called
    assert all(row["clock"]["limit_s"] == 60 for row in queue["called"])
    assert [row["name"] for row in queue["rows"]] == waiting[:8]
    assert queue["more"] == f"then {waiting[8]} and 9 more"
    assert queue["own"] == "You are 17th in line" == page["headline"]["title"]
    assert (page["headline"]["alert"], page["headline"]["beep"]) == ("", False)
    assert page["actions"][0]["label"] == "Roll, when you are called"


def test_who_is_next_and_who_is_called_is_told_at_once_and_with_a_sound() -> None:
    match = knockout(8)
    do(match, Host(), Start())
    told = html(match, "live", "seat/6")["turn"]
    assert 'data-alert="You are next" data-beep' in told
    assert "data-beep" not in html(match, "live", "seat/7")["turn"]
    assert "data-alert" not in html(match, "live", "public")["turn"]
    called = table_context(match, "live", "seat/0")[2]
    assert (called["headline"]["alert"], called["headline"]["beep"]) == ("Pick a die", True)
    assert called["deadline"]["text"] == "to come, then you go to the end of the queue"


def test_the_host_passes_over_the_called_and_sees_where_everybody_is() -> None:
    match = knockout(PEOPLE)
    do(match, Host(), Start())
    first = names(match)[0]
    console = table_context(match, "host", "host")[2]
    assert [row["pass_args"] for row in console["tablecalls"]["rows"][:2]] == [
        '{"seat": 0}',
        '{"seat": 1}',
    ]
    assert console["prizes"] == []
    assert console["say"][0].startswith(f"{first}, ")
    assert console["say"][1] == f"{names(match)[6]} is next. 24 of 24 are still in."
    assert console["tools"]["skips"] == console["others_waiting"] == []
    do(match, Host(), PassOver(0))
    console = table_context(match, "host", "host")[2]
    assert console["tablecalls"]["passed"] == [{"name": first, "place": 18}]
    columns = {column["title"]: column for column in console["roster"]["columns"]}
    assert {title: len(column["rows"]) for title, column in columns.items()} == {
        "Called": 6,
        "Waiting, in order": 8,
    }
    assert columns["Waiting, in order"]["more"] == "and 10 more"
    assert evening_context(match.event, "host", "host")[1]["roster"]["hidden"]


def test_in_a_knockout_of_500_fragments_stay_small() -> None:
    forget_everything()
    match = knockout(120, capacity=200)
    do(match, Host(), Start())
    page, console = html(match, "live", "seat/100"), html(match, "host", "host")
    assert page["queue"].count("<bdi>") <= 6 + 8
    assert sum(map(len, page.values())) < 20_000
    assert console["tableroster"].count("<bdi>") <= 30
    assert "and 106 more" in console["tableroster"]


def test_prizes_say_who_is_in_line_until_they_are_won(set_clock: SetClock) -> None:
    match = knockout(9)
    for place in ("first", "second", "third", "door"):
        Prize.objects.create(event=match.event, round=0, place=place, title=f"{place} thing")
    lines: dict[int, dict[str, str]] = {}
    shown: list[dict[str, str]] = []
    for _step in play(match, set_clock):
        fresh = Match.objects.select_related("event__host", "round").get(pk=match.pk)
        shown = table_context(fresh, "live", "public")[2]["prizes"]
        lines[len(game(match).caught)] = {prize["title"]: prize["in_line"] for prize in shown}
    who, caught = names(match), game(match).caught
    assert lines[0]["door thing"] == ""
    assert lines[2]["door thing"] == ", ".join(who[seat] for seat in caught[:2])
    assert lines[5]["first thing"] == lines[5]["third thing"] == ""
    assert lines[7]["third thing"] == who[caught[6]]
    assert {prize["title"]: prize["winner"] for prize in shown} == {
        "first thing": who[next(iter(set(range(9)) - set(caught)))],
        "second thing": who[caught[-1]],
        "third thing": who[caught[-2]],
        "door thing": ", ".join(who[seat] for seat in caught[:3]),
    }


def test_the_wall_says_how_many_are_in_and_who_is_called() -> None:
    match = knockout(PEOPLE)
    do(match, Host(), Start())
    news = html(match, "screen", "public")["wallnews"]
    assert "24 of 24 still in" in news
    assert "is called" in news
    assert "and 5 more" in news


# -------------------------------------------------------------------------- heats and a final


def test_twenty_entries_make_four_heats_with_one_who_tries_again_and_a_final() -> None:
    event = drawn_event(20, format="heats-and-final")
    assert programme.labels(event) == ["Heat 1", "Heat 2", "Heat 3", "Heat 4", "Final"]
    heats = [play_to_end(answer_all(event), seed=1)]
    for number in range(2, 5):
        draw(event)
        heats.append(play_to_end(answer_all(event), seed=number))
    sizes = [match.seats.count() for match in heats]
    winners = [match.seats.get(place=1).registration for match in heats]
    assert sizes == [5, 5, 5, 6]
    last = event.played_rounds.get(number=4)
    fresh, again = last.draws.order_by("number")
    assert (fresh.places, again.places, len(again.order)) == (5, 1, 12)
    twice = heats[-1].seats.get(registration__reg=again.order[0]).registration
    assert twice.seats.count() == 2
    shown = evening_context(event, "live", "public")[1]
    assert shown["draw"]["again"] == [{"name": twice.name, "state": "seated"}]
    assert Award.objects.filter(prize__isnull=False).count() == 0
    draw(event)
    final = play_to_end(answer_all(event), seed=9)
    assert final.round.kind == Round.Kind.FINAL
    assert {seat.registration for seat in final.seats.all()} == set(winners)
    places = [seat.registration for seat in final.seats.order_by("place")]
    won = {award.place: award.registration for award in final.awards.all()}
    assert [won[place] for place in ("first", "second", "third")] == places[:3]
    assert won["door"] == places[3]
    refused("too-few", lambda: draw(event))


def test_heats_are_the_hosts_to_change_until_the_first_is_drawn() -> None:
    event = closed_event(14, format="heats-and-final")
    assert len(programme.labels(event)) == 4

    def set_heats(number: int | None) -> None:
        with committed():
            programming.set_heats(
                event_id=event.public_id, by=by(event), heats=number, command_id=new_id()
            )
        event.refresh_from_db()

    set_heats(2)
    assert programme.labels(event) == ["Heat 1", "Heat 2", "Final"]
    refused("number", lambda: set_heats(7))
    set_heats(None)
    assert len(programme.labels(event)) == 4
    draw(event)
    refused("heats-begun", lambda: set_heats(2))


def test_rounds_can_be_added_and_taken_away_but_not_those_begun() -> None:
    event = drawn_event(6, rounds=2)

    def set_rounds(number: int) -> None:
        with committed():
            programming.set_rounds(
                event_id=event.public_id, by=by(event), rounds=number, command_id=new_id()
            )
        event.refresh_from_db()

    set_rounds(3)
    assert programme.labels(event) == ["Round 1", "Round 2", "Round 3"]
    set_rounds(1)
    assert refused("rounds-down", lambda: _prizes(event, set_rounds)).field == "rounds"
    refused(
        "format",
        lambda: programming.set_heats(
            event_id=event.public_id, by=by(event), heats=3, command_id=new_id()
        ),
    )


def _prizes(event: Event, set_rounds: Any) -> None:
    set_rounds(3)
    event.prizes.create(round=3, place="main", title="Lantern trophy")
    set_rounds(2)


@pytest.mark.parametrize("duel", [False, True])
def test_a_knockout_of_two_ends(duel: bool) -> None:
    match = play_to_end(knockout(2, options={"duel": duel}))
    assert sorted(match.awards.values_list("place", flat=True)) == ["first", "second"]


# ------------------------------------------------------------------------------ will it fit?


def test_more_people_take_longer_and_the_bound_is_above_the_mean() -> None:
    spans = [fit.match_span("knockout", seats, {}) for seats in (2, 6, 8, 9, 40, 300)]
    assert spans == sorted(spans, key=lambda span: span.mean)
    assert all(span.rarely >= span.minutes for span in spans)
    assert fit.match_span("knockout", 1, {}) == Span()
    assert fit.match_span("live-bait", 6, {"roll_s": 60}) == fit.match_span("live-bait", 6, {})


def test_an_evening_is_as_long_as_its_rounds_with_a_draw_and_a_pause_for_each() -> None:
    event = closed_event(20, format="heats-and-final")
    matches = [5, 5, 5, 6, 4]
    mean = sum(fit.match_span("live-bait", size, {}).mean for size in matches)
    whole = fit.evening_span(event, 20)
    assert round(whole.mean) == round(mean + 5 * fit.DRAW_S + 4 * fit.BREAK_S)
    assert fit.span_left(event, None) == whole
    assert evening_context(event, "host", "host")[1]["fit"].startswith("Ends about ")


def test_what_is_left_shrinks_with_who_is_still_in(set_clock: SetClock) -> None:
    match = knockout(9)
    left = [fit.match_left(match).mean for _step in play(match, set_clock)]
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0
