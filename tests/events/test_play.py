"""The one writer: what a command writes, in which order it is judged, and what a refusal leaves."""

from datetime import timedelta

import pytest

from events.domain import seeds
from events.domain.play import apply_overdue
from events.models import Award, CommandRecord, LogEntry, Match
from events.queries import keeping, states
from games import codec, fair
from games.kernel import Host, Player
from games.live_bait.commands import CallRoll, PickDie, Roll
from games.table import (
    AddTime,
    Clock,
    Pause,
    Resume,
    Skip,
    Start,
    TimeOut,
    Void,
    Withdraw,
)
from tests.events import playing
from tests.events.playing import (
    SetClock,
    act,
    awaited,
    do,
    play_to_end,
    refused,
    replayed,
    seated_match,
    seqs,
    set_clock,
    started_match,
    state,
    store_seed,
    ticket,
    written,
)

__all__ = ["set_clock"]

SEED = bytes(range(32))


def kinds(match: Match, after: int = 0) -> list[str]:
    return list(match.log.filter(seq__gt=after).order_by("seq").values_list("kind", flat=True))


def rolling_match(count: int = 2) -> Match:
    """A match in which everybody has a die and the roll has been called."""
    match = started_match(count)
    while any(isinstance(command, PickDie) for _who, cs in awaited(match) for command in cs):
        act(match)
    do(match, Host(), CallRoll())
    return match


def test_a_command_writes_its_rows_its_seq_and_its_record() -> None:
    match = seated_match()
    taken = do(match, Host(), Start(), command_id="begin")
    rows = list(match.log.order_by("seq"))
    record = CommandRecord.objects.get(scope=match.topic)
    assert (taken.seq, taken.repeated) == (3, False)
    assert [(row.seq, row.kind, row.by) for row in rows] == [
        (1, "Started", "host"),
        (2, "DeadlineSet", "host"),
        (3, "DeadlineSet", "host"),
    ]
    assert match.seq == 3
    assert match.next_deadline == rows[0].at + timedelta(seconds=30)
    assert match.touched_at == rows[0].at
    assert (record.actor, record.command_id, record.seq) == ("host", "begin", 3)


def test_a_match_that_is_not_there_is_404() -> None:
    match = seated_match()
    match.public_id = "nowhere"
    refusal = refused("no-match", lambda: do_unread(match))
    assert refusal.status == 404


def do_unread(match: Match) -> None:
    from events.domain.play import execute  # noqa: PLC0415 kept beside its only use

    execute(match_id=match.public_id, actor=Host(), command=Start(), command_id="x", ticket=None)


def test_a_refusal_changes_nothing() -> None:
    match = started_match()
    before, records = written(match), CommandRecord.objects.count()
    assert refused("not-now", lambda: do(match, Player(0), Roll())).status == 422
    assert (written(match), CommandRecord.objects.count()) == (before, records)


def test_a_refusal_keeps_what_was_overdue(set_clock: SetClock) -> None:
    match = started_match()
    before = match.seq
    set_clock.move(seconds=31)
    refused("host-only", lambda: do(match, Player(0), CallRoll(), ticket_=None))
    assert kinds(match, before) == ["TimedOut", "Picked", "TimedOut", "Picked"]
    assert match.seq == before
    match.refresh_from_db()
    assert match.seq == before + 4
    assert not CommandRecord.objects.filter(scope=match.topic, actor="seat/0").exists()


def test_a_stale_ticket_is_409_even_for_a_legal_command() -> None:
    match = started_match(3)
    old = ticket(match, Player(0))
    do(match, Player(0), PickDie(1))
    before = written(match)
    refusal = refused("stale", lambda: do(match, Player(0), PickDie(2), ticket_=old))
    assert refusal.status == 409
    assert written(match) == before


def test_a_second_tab_with_another_ticket_is_409() -> None:
    match = rolling_match()
    tab = ticket(match, Player(0))
    do(match, Player(0), Roll(), ticket_=tab)
    assert refused("stale", lambda: do(match, Player(0), Roll(), ticket_=tab)).status == 409


def test_what_others_do_makes_nobodys_ticket_stale() -> None:
    match = started_match(3)
    mine = ticket(match, Player(1))
    do(match, Player(0), PickDie(1))
    assert do(match, Player(1), PickDie(2), ticket_=mine).seq == match.seq


def test_overdue_comes_before_the_ticket(set_clock: SetClock) -> None:
    match = started_match()
    before, mine = match.seq, ticket(match, Player(0))
    set_clock.move(seconds=31)
    assert refused("stale", lambda: do(match, Player(0), PickDie(1), ticket_=mine)).status == 409
    assert kinds(match, before) == ["TimedOut", "Picked", "TimedOut", "Picked"]


def test_a_command_at_the_deadline_counts(set_clock: SetClock) -> None:
    match = started_match()
    deadline = match.next_deadline
    assert deadline is not None
    set_clock.stop(deadline)
    before = match.seq
    do(match, Player(0), PickDie(4))
    assert kinds(match, before) == ["Acted", "Picked"]
    assert match.log.get(kind="Picked").at == deadline


def test_a_command_a_millisecond_late_is_the_time_out(set_clock: SetClock) -> None:
    match = started_match()
    deadline, mine, before = match.next_deadline, ticket(match, Player(0)), match.seq
    assert deadline is not None
    set_clock.stop(deadline + timedelta(milliseconds=1))
    refused("stale", lambda: do(match, Player(0), PickDie(4), ticket_=mine))
    assert [(row.kind, row.by) for row in match.log.filter(seq__gt=before).order_by("seq")] == [
        ("TimedOut", "clock"),
        ("Picked", "clock"),
        ("TimedOut", "clock"),
        ("Picked", "clock"),
    ]


def test_time_outs_are_written_once(set_clock: SetClock) -> None:
    match = started_match()
    set_clock.move(seconds=31)
    apply_overdue(match_id=match.public_id)
    after = written(match)
    apply_overdue(match_id=match.public_id)
    assert written(match) == after


def test_the_clocks_own_command_is_early_or_outdated(set_clock: SetClock) -> None:
    match = started_match()
    deadline = match.next_deadline
    assert deadline is not None
    report = TimeOut(Player(0), deadline)
    refused("too-early", lambda: do(match, Clock(), report, ticket_=None))
    do(match, Player(0), PickDie(1))
    assert refused("stale", lambda: do(match, Clock(), report, ticket_=None)).status == 409


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_after_every_command_the_state_is_the_log_folded_from_its_start(seats: int) -> None:
    match = seated_match(seats)
    while awaited(match):
        act(match)
        assert state(match) == replayed(match)
    assert seqs(match) == list(range(1, match.seq + 1))
    keeping.forget_all()
    assert state(match) == replayed(match)


def test_an_empty_cache_changes_nothing_but_the_work() -> None:
    match = started_match(3)
    for _turn in range(4):
        act(match)
        kept = state(match)
        keeping.forget_all()
        assert state(match) == kept


def test_a_refused_command_leaves_nothing_in_the_cache() -> None:
    match = started_match()
    before = state(match)
    refused("not-now", lambda: do(match, Player(0), Roll()))
    assert state(match) == before == replayed(match)


def test_every_stored_roll_follows_from_the_seed() -> None:
    match = seated_match(4)
    store_seed(match.seed, SEED)
    play_to_end(match)
    drawn = [item for row in match.log.order_by("seq") for item in row.chance]
    source = (SEED, match.seed.scope, match.lineup)
    derived = {
        "roll": lambda label, attempt, n, count: fair.roll(*source, label, attempt, n, count),
        "pick": lambda label, attempt, n, count: fair.pick(*source, label, attempt, n, count),
        "shuffle": lambda label, attempt, n, _count: fair.shuffle(*source, label, attempt, n),
    }
    assert len(drawn) >= 6
    for kind, label, attempt, n, count, values in drawn:
        assert tuple(values) == derived[kind](label, attempt, n, count)
    assert len({(label, attempt) for _kind, label, attempt, *_rest in drawn}) == len(drawn)


def test_the_line_up_is_the_schemes_over_seats_and_seeds() -> None:
    match = seated_match(3)
    rows = [
        (seat.number, seat.registration.reg, seat.registration.client_seed)
        for seat in match.seats.select_related("registration")
    ]
    assert match.lineup == fair.game_entropy(match.seed.scope, rows, "none")


def test_chance_stands_on_the_first_row_of_its_command() -> None:
    match = rolling_match(3)
    before = match.seq
    do(match, Player(0), Roll())
    rows = list(match.log.filter(seq__gt=before).order_by("seq"))
    assert [row.kind for row in rows][:2] == ["Acted", "OpeningRolled"]
    assert [len(row.chance) for row in rows] == [1] + [0] * (len(rows) - 1)


def test_a_voided_roll_is_rolled_anew_with_the_next_attempt() -> None:
    match = rolling_match(2)
    store_seed(match.seed, SEED)
    before, other = match.seq, Player(1)
    do(match, Player(0), Roll())
    first = match.log.get(seq=before + 1).chance
    do(match, Host(), Void(match.seq, "fell off the table"))
    mark = match.seq
    do(match, Player(0), Roll())
    second = match.log.get(seq=mark + 1).chance
    mark = match.seq
    do(match, other, Roll())
    third = match.log.get(seq=mark + 1).chance
    source = (SEED, match.seed.scope, match.lineup)
    label = first[0][1]
    assert [drawn[:3] for drawn in first + second] == [["roll", label, 0], ["roll", label, 1]]
    assert tuple(first[0][5]) == fair.roll(*source, label, 0, 6, 1)
    assert tuple(second[0][5]) == fair.roll(*source, label, 1, 6, 1)
    assert third[0][2] == 0
    assert tuple(third[0][5]) == fair.roll(*source, third[0][1], 0, 6, 1)
    assert state(match) == replayed(match)


def test_a_void_refolds_the_state_and_deletes_no_row() -> None:
    match = rolling_match(3)
    undone, rows = state(match), match.log.count()
    do(match, Player(0), Roll())
    do(match, Host(), Void(match.seq, "fell off the table"))
    assert state(match).game == undone.game
    assert match.log.count() > rows
    assert seqs(match) == list(range(1, match.seq + 1))
    assert state(match) == replayed(match)


def test_a_void_must_name_the_last_move() -> None:
    match = rolling_match(3)
    do(match, Player(0), Roll())
    old = match.seq
    do(match, Player(1), Roll())
    assert refused("stale", lambda: do(match, Host(), Void(old, "mistake"))).status == 409


def test_clocks_stop_in_a_pause_and_go_on_with_what_was_left(set_clock: SetClock) -> None:
    match = started_match()
    set_clock.move(seconds=20)
    do(match, Host(), Pause())
    assert match.next_deadline is None
    set_clock.move(hours=1)
    apply_overdue(match_id=match.public_id)
    assert "TimedOut" not in kinds(match)
    do(match, Host(), Resume())
    assert match.next_deadline == set_clock.at + timedelta(seconds=10)


def test_more_time_moves_the_stored_deadline(set_clock: SetClock) -> None:
    match = started_match()
    before = match.next_deadline
    assert before is not None
    do(match, Host(), AddTime(30))
    assert match.next_deadline == before + timedelta(seconds=30)


def test_a_skip_is_made_for_the_players_wait() -> None:
    match = rolling_match(2)
    old = ticket(match, Player(0))
    do(match, Player(0), Roll())
    refusal = refused("stale", lambda: do(match, Host(), Skip(Player(0)), ticket_=old))
    assert refusal.status == 409


def test_after_two_automatic_acts_in_a_row_limits_are_two_seconds_until_they_act(
    set_clock: SetClock,
) -> None:
    match = started_match(3)
    for seat in (1, 2):
        do(match, Player(seat), PickDie(seat))
    set_clock.move(seconds=31)
    apply_overdue(match_id=match.public_id)
    do(match, Host(), CallRoll())
    table = states.table_of(match)
    assert (table.absent(state(match)), _limit(match, 0)) == (frozenset(), 30)
    for seat in (1, 2):
        do(match, Player(seat), Roll())
    set_clock.move(seconds=31)
    apply_overdue(match_id=match.public_id)
    assert table.absent(state(match)) == frozenset({0})
    while Player(0) not in dict(awaited(match)):
        act(match)
    assert _limit(match, 0) == 2
    who, choices = next(pair for pair in awaited(match) if pair[0] == Player(0))
    do(match, who, choices[0])
    assert table.absent(state(match)) == frozenset()


def _limit(match: Match, seat: int) -> float:
    """Seconds from the instant the seat's wait began to the deadline on record."""
    rows = match.log.filter(kind="DeadlineSet").order_by("seq")
    begun = [row.at for row in rows if row.data["who"] == codec.encode(Player(seat))][-1]
    deadline = states.table_of(match).deadlines(state(match))[Player(seat)]
    return (deadline - begun).total_seconds()


def test_the_outcome_gives_places_awards_and_a_closing() -> None:
    match = play_to_end(seated_match(3))
    outcome = states.table_of(match).outcome(state(match))
    assert outcome is not None
    seats = {seat.number: seat.place for seat in match.seats.all()}
    assert {group[0]: place for place, group in enumerate(outcome.places, start=1)} == seats
    awards = Award.objects.filter(match=match).values_list("place", "registration_id")
    by_number = {seat.number: seat.registration_id for seat in match.seats.all()}
    wanted = {
        (name, by_number[number]) for name, group in outcome.prizes.items() for number in group
    }
    assert (set(awards), len(awards)) == (wanted, len(wanted))
    assert {name for name, _reg in wanted} == {"main", "door"}
    assert match.outcome == codec.encode(outcome)
    assert (match.next_deadline, match.closing.match_id) == (None, match.pk)
    assert match.ended_at == LogEntry.objects.get(match=match, seq=match.seq).at


def test_nothing_is_taken_after_the_outcome() -> None:
    match = play_to_end(seated_match(2))
    before = written(match)
    refused("over", lambda: do(match, Player(0), Roll()))
    refused("over", lambda: do(match, Host(), Void(match.seq, "no")))
    apply_overdue(match_id=match.public_id)
    assert written(match) == before


def test_a_withdrawn_seat_has_no_place_and_the_last_one_is_first() -> None:
    match = started_match(2)
    do(match, Player(0), Withdraw(0, ""))
    assert {seat.number: seat.place for seat in match.seats.all()} == {0: None, 1: 1}
    assert match.ended_at is not None


def test_a_match_whose_seed_does_not_open_takes_no_command() -> None:
    match = seated_match()
    match.seed.commitment = "0" * 64
    match.seed.save()
    with pytest.raises(seeds.SealBroken):
        playing.do(match, Host(), Start())
    assert match.log.count() == 0
