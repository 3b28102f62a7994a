"""Practice players: at rehearsals only, through the same doors as people, and never for people."""

from events.domain import practice, rehearsals
from events.domain.evenings import PrizeLine
from events.domain.sweep import sweep
from events.models import Call, Event, Match
from games.kernel import Host, Player
from games.live_bait.commands import PickDie
from games.table import Start
from tests.events.factories import by, new_id, open_event, register
from tests.events.playing import (
    SetClock,
    answer,
    awaited,
    called,
    committed,
    do,
    draw,
    forget_everything,
    refused,
    replayed,
    seqs,
    set_clock,
    state,
)

__all__ = ["set_clock"]

LONGEST_PAUSE = 2.1
"""Seconds after which every practice player has made up its mind."""


def add(event: Event, count: int, command_id: str | None = None) -> int:
    return practice.add_practice_players(
        event_id=event.public_id, by=by(event), count=count, command_id=command_id or new_id()
    )


def close(event: Event) -> None:
    rehearsals.close_rehearsal(event_id=event.public_id, by=by(event), command_id=new_id())
    event.refresh_from_db()


def rehearsal(count: int) -> Event:
    forget_everything()
    event = open_event(rehearsal=True)
    add(event, count)
    return event


def swept() -> int:
    with committed():
        return sweep()


def test_they_register_like_people_and_say_what_they_are() -> None:
    event = rehearsal(3)
    entries = list(event.registrations.order_by("number"))
    assert [entry.name for entry in entries] == ["Bot Ada", "Bot Bram", "Bot Cleo"]
    assert all(entry.person.practice and entry.person.user_id is None for entry in entries)
    assert event.ledger.filter(kind="registered").count() == 3


def test_more_of_them_have_names_of_their_own() -> None:
    event = rehearsal(26)
    add(event, 2)
    names = [entry.name for entry in event.registrations.order_by("number")]
    assert names[25:] == ["Bot Zeno", "Bot Ada 2", "Bot Bram 2"]


def test_a_double_click_adds_them_once() -> None:
    event = rehearsal(2)
    assert [add(event, 3, command_id="three"), add(event, 3, command_id="three")] == [3, 0]
    assert event.registrations.count() == 5


def test_never_on_an_evening_where_something_can_be_won() -> None:
    prizes = (PrizeLine(1, "main", "A rod", ""),)
    for event in (open_event(), open_event(prizes=prizes)):
        refused("not-a-rehearsal", lambda: add(event, 2))  # noqa: B023
        assert event.registrations.count() == 0


def test_no_more_than_sixty_and_at_least_one() -> None:
    event = rehearsal(2)
    for count in (0, -1, 59):
        refused("too-many", lambda: add(event, count))  # noqa: B023
    assert event.registrations.count() == 2


def test_not_after_the_list_is_closed() -> None:
    event = rehearsal(2)
    close(event)
    refused("closed", lambda: add(event, 1))
    assert event.registrations.count() == 2


def test_another_evenings_number_is_404() -> None:
    event = open_event(rehearsal=True)
    event.public_id = "nowhere"
    assert refused("no-event", lambda: add(event, 1)).status == 404


def test_a_whole_rehearsal_reaches_its_end_with_a_host_alone(set_clock: SetClock) -> None:
    event = rehearsal(7)
    close(event)
    draw(event)
    match = None
    for _step in range(400):
        set_clock.move(seconds=LONGEST_PAUSE)
        swept()
        match = Match.objects.filter(event=event).select_related("event").first()
        if match is None:
            continue
        if match.ended_at:
            break
        for who, choices in awaited(match):
            if who == Host():
                do(match, who, choices[0])
    assert match is not None
    assert match.ended_at is not None
    assert match.seats.exclude(place=None).count() == 6
    assert seqs(match) == list(range(1, match.seq + 1))
    assert state(match) == replayed(match)
    kinds = set(match.log.values_list("kind", flat=True))
    assert "TimedOut" not in kinds
    assert not Call.objects.filter(draw__event=event, state=Call.State.PASSED).exists()


def test_they_wait_a_moment_first(set_clock: SetClock) -> None:
    event = rehearsal(2)
    close(event)
    draw(event)
    set_clock.move(seconds=0.6)
    assert (swept(), len(called(event))) == (0, 2)
    set_clock.move(seconds=LONGEST_PAUSE)
    assert (swept(), len(called(event))) == (2, 0)


def test_they_never_act_for_people(set_clock: SetClock) -> None:
    event = rehearsal(2)
    person = register(event).person
    close(event)
    draw(event)
    set_clock.move(seconds=LONGEST_PAUSE)
    swept()
    assert [call.registration.person for call in called(event)] == [person]
    answer(event, person)
    match = Match.objects.get(event=event)
    do(match, Host(), Start())
    for _step in range(4):
        set_clock.move(seconds=LONGEST_PAUSE)
        swept()
    mine = match.seats.get(registration__person=person).number
    by_whom = set(match.log.filter(kind="Acted").values_list("by", flat=True))
    assert by_whom == {f"seat/{seat}" for seat in range(3) if seat != mine}
    assert [who for who, _choices in awaited(match)] == [Player(mine)]


def test_two_sweeps_at_one_instant_act_once(set_clock: SetClock) -> None:
    event = rehearsal(2)
    close(event)
    draw(event)
    set_clock.move(seconds=LONGEST_PAUSE)
    swept()
    assert swept() == 0
    match = Match.objects.get(event=event)
    do(match, Host(), Start())
    set_clock.move(seconds=LONGEST_PAUSE)
    swept()
    assert match.log.filter(kind="Picked").count() == 1
    swept()
    assert match.log.filter(kind="Picked").count() == 1


def test_they_do_nothing_once_the_evening_is_over(set_clock: SetClock) -> None:
    event = rehearsal(2)
    close(event)
    draw(event)
    set_clock.move(seconds=LONGEST_PAUSE)
    swept()
    match = Match.objects.get(event=event)
    do(match, Host(), Start())
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    set_clock.move(seconds=LONGEST_PAUSE)
    assert (swept(), match.log.filter(kind="Acted").count()) == (0, 0)


def test_one_match_in_trouble_stops_no_other(set_clock: SetClock) -> None:
    broken, fine = rehearsal(2), rehearsal(2)
    for event in (broken, fine):
        close(event)
        draw(event)
    set_clock.move(seconds=LONGEST_PAUSE)
    swept()
    matches = [Match.objects.get(event=event) for event in (broken, fine)]
    for match in matches:
        do(match, Host(), Start())
    Match.objects.filter(pk=matches[0].pk).update(game="no such game")
    set_clock.move(seconds=LONGEST_PAUSE)
    swept()
    assert [match.log.filter(kind="Picked").count() for match in matches] == [0, 1]


def test_a_practice_player_picks_a_die_that_is_free(set_clock: SetClock) -> None:
    event = rehearsal(5)
    person = register(event).person
    close(event)
    draw(event)
    answer(event, person)
    set_clock.move(seconds=LONGEST_PAUSE)
    swept()
    match = Match.objects.get(event=event)
    do(match, Host(), Start())
    mine = Player(match.seats.get(registration__person=person).number)
    do(match, mine, PickDie(3))
    for _step in range(6):
        set_clock.move(seconds=LONGEST_PAUSE)
        swept()
    dice = [row.data["die"] for row in match.log.filter(kind="Picked")]
    assert sorted(dice) == [1, 2, 3, 4, 5, 6]
