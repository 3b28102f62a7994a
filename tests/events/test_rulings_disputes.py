"""Disputes: the clocks stop, both times are kept, and the host's ruling lets the table go on."""

from datetime import UTC, datetime, timedelta

from events.domain import disputes
from events.domain.attempts import MOST
from events.domain.play import execute
from events.domain.refusal import Refusal
from events.models import Attempt, CommandRecord, Dispute, Match
from games.kernel import Host, Player
from games.live_bait.commands import PickDie
from games.table import Pause, Resume
from tests.events.factories import by, new_id
from tests.events.playing import (
    SetClock,
    committed,
    do,
    newcomer,
    refused,
    seated_match,
    set_clock,  # noqa: F401
    started_match,
    state,
    ticket,
)

SENT = datetime.now(UTC).replace(microsecond=0)


def person_in(match: Match, seat: int):
    return match.seats.select_related("registration__person").get(number=seat).registration.person


def open_it(match: Match, seat: int = 0, text: str = "I picked in time", **more) -> Dispute:
    request = {"person": person_in(match, seat)} | more
    with committed():
        return disputes.open_dispute(
            match_id=match.public_id, text=text, command_id=new_id(), **request
        )


def rule(dispute: Dispute, ruling: str = "The pick counts", command_id: str = "") -> None:
    with committed():
        disputes.rule_dispute(
            event_id=dispute.match.event.public_id,
            by=by(dispute.match.event),
            dispute_id=dispute.pk,
            ruling=ruling,
            command_id=command_id or new_id(),
        )
    dispute.refresh_from_db()


def late_pick(match: Match, seat: int, sent_at: datetime | None, die: int = 3) -> Refusal:
    """A pick from a page that is out of date."""

    def send() -> None:
        with committed():
            execute(
                match_id=match.public_id,
                actor=Player(seat),
                command=PickDie(die),
                command_id=new_id(),
                ticket="out of date",
                sent_at=sent_at,
            )

    return refused("stale", send)


def test_a_dispute_stops_the_clocks_until_the_host_has_ruled() -> None:
    match = started_match(3)
    dispute = open_it(match)
    assert state(match).paused
    refused("disputed", lambda: do(match, Host(), Resume()))
    refused("paused", lambda: do(match, Player(0), PickDie(1)))
    rule(dispute)
    assert not state(match).paused
    assert (dispute.ruling, dispute.ruled_by) == ("The pick counts", by(match.event))
    lines = match.event.ledger.order_by("seq").filter(kind__startswith="dispute")
    assert [(line.kind, line.by) for line in lines] == [
        ("dispute-opened", f"person/{person_in(match, 0).public_id}"),
        ("dispute-ruled", by(match.event)),
    ]


def test_without_a_dispute_the_host_lets_the_table_go_on() -> None:
    match = started_match(3)
    dispute = open_it(match)
    rule(dispute)
    do(match, Host(), Pause())
    do(match, Host(), Resume())
    assert not state(match).paused


def test_clocks_that_the_host_had_stopped_stay_stopped_over_a_ruling() -> None:
    match = started_match(3)
    do(match, Host(), Pause())
    rule(open_it(match))
    assert state(match).paused
    do(match, Host(), Resume())
    assert not state(match).paused


def test_the_table_goes_on_with_the_last_ruling_only() -> None:
    match = started_match(3)
    first, second = open_it(match, 0), open_it(match, 1)
    rule(first)
    assert state(match).paused
    rule(second)
    assert not state(match).paused


def test_a_dispute_has_the_times_of_what_came_too_late() -> None:
    match = started_match(3)
    late_pick(match, 1, SENT)
    tried = Attempt.objects.get(match=match, seat=1)
    dispute = open_it(match, 1)
    assert (dispute.sent_at, dispute.received_at) == (SENT, tried.received_at)
    assert (tried.command, tried.code, tried.seq) == ("PickDie", "stale", match.seq)


def test_a_dispute_has_the_times_of_what_was_done() -> None:
    match = started_match(3)
    with committed():
        execute(
            match_id=match.public_id,
            actor=Player(0),
            command=PickDie(2),
            command_id="the pick",
            ticket=ticket(match, Player(0)),
            sent_at=SENT,
        )
    done = CommandRecord.objects.get(command_id="the pick")
    dispute = open_it(match, 0, seq=done.seq)
    assert (dispute.sent_at, dispute.received_at, done.sent_at) == (SENT, done.at, SENT)


def test_what_came_after_the_time_was_up_is_noted_as_late(set_clock: SetClock) -> None:  # noqa: F811
    match = started_match(3)
    mine = ticket(match, Player(2))
    set_clock.move(minutes=2)

    def send() -> None:
        with committed():
            execute(
                match_id=match.public_id,
                actor=Player(2),
                command=PickDie(1),
                command_id=new_id(),
                ticket=mine,
                sent_at=set_clock.at - timedelta(seconds=100),
            )

    refused("stale", send)
    tried = Attempt.objects.get(match=match)
    assert (tried.seat, tried.code) == (2, "late")
    assert tried.received_at - tried.sent_at == timedelta(seconds=100)  # type: ignore[operator]


def test_only_the_newest_attempts_of_a_seat_are_kept_and_no_mad_times() -> None:
    match = started_match(3)
    for number in range(MOST + 3):
        late_pick(match, 0, SENT - timedelta(minutes=number))
    late_pick(match, 1, SENT - timedelta(days=400))
    kept = Attempt.objects.filter(match=match, seat=0)
    assert kept.count() == MOST
    assert kept.first().sent_at == SENT - timedelta(minutes=3)  # type: ignore[union-attr]
    assert Attempt.objects.get(match=match, seat=1).sent_at is None


def test_what_the_rules_refuse_and_what_hosts_do_is_no_attempt() -> None:
    match = started_match(3)
    do(match, Player(0), PickDie(1))
    refused("die-taken", lambda: do(match, Player(1), PickDie(1)))
    assert not Attempt.objects.filter(match=match).exists()


def test_the_host_opens_one_for_somebody() -> None:
    match = started_match(3)
    entry = match.seats.get(number=2).registration
    dispute = open_it(
        match, person=None, by=by(match.event), registration_id=entry.pk, text="They called out"
    )
    assert (dispute.registration, dispute.said) == (entry, "They called out")


def test_who_may_not_dispute_and_what() -> None:
    match = started_match(3)
    assert refused("no-seat", lambda: open_it(match, person=newcomer())).status == 403
    assert refused("text-missing", lambda: open_it(match, text=" ")).field == "text"
    assert refused("no-entry", lambda: open_it(match, seq=match.seq + 1)).field == "seq"
    refused("not-started", lambda: open_it(seated_match(2)))
    assert not state(match).paused
    open_it(match)
    refused("dispute-open", lambda: open_it(match))


def test_nobody_stops_the_table_again_and_again() -> None:
    match = started_match(3)
    for _time in range(disputes.MOST):
        rule(open_it(match))
    refused("disputes-many", lambda: open_it(match))
    assert not state(match).paused


def test_a_ruling_is_made_once_and_a_repeat_answered() -> None:
    match = started_match(3)
    dispute = open_it(match)
    assert refused("text-missing", lambda: rule(dispute, " ")).field == "ruling"
    rule(dispute, command_id="so be it")
    rule(dispute, command_id="so be it")
    assert refused("ruled", lambda: rule(dispute)).status == 409
    assert match.event.ledger.filter(kind="dispute-ruled").count() == 1
