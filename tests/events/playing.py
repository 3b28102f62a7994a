"""Evenings taken through the domain: drawn, answered, seated, played to their end; and a clock that is set.

Callbacks of commits run at once, as they do outside of a test's transaction.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import connection
from django.test import TestCase

from events.domain import calls, draws, people
from events.domain.play import Taken, execute
from events.domain.refusal import Refusal
from events.models import Call, Event, Match, Person, Seed
from events.queries import keeping, states
from events.queries.table.sight import names_of, table_of_round
from games import fair
from games.kernel import Actor, Command, Host, Player
from games.table import Sender, Skip, Start, TableState
from tests.events.factories import by, closed_event, new_id

Choose = Callable[[Sequence[Command]], Command]
CURRENT = "the ticket of a form made just now"


def committed() -> AbstractContextManager[Any]:
    """What is left for after a commit is done at the end of the block."""
    return TestCase.captureOnCommitCallbacks(execute=True)


def refused(code: str, act: Callable[[], Any]) -> Refusal:
    """How the act is refused: with this code and no other."""
    with pytest.raises(Refusal) as raised:
        act()
    assert raised.value.code == code
    return raised.value


# ------------------------------------------------------------------------ draw and calls


def draw(event: Event, command_id: str | None = None, who: str | None = None) -> None:
    with committed():
        draws.draw_round(
            event_id=event.public_id, by=who or by(event), command_id=command_id or new_id()
        )
    event.refresh_from_db()


def drawn_event(count: int, **changes: Any) -> Event:
    """An evening with so many entries, closed and drawn once."""
    forget_everything()
    event = closed_event(count, **changes)
    draw(event)
    return event


def called(event: Event) -> list[Call]:
    """Whoever is called just now, in the order they were."""
    rows = Call.objects.filter(draw__event=event, state=Call.State.CALLED)
    return list(rows.select_related("registration__person").order_by("draw__number", "rank"))


def answer(event: Event, person: Person, command_id: str | None = None) -> None:
    with committed():
        calls.answer_call(
            event_id=event.public_id, person=person, command_id=command_id or new_id()
        )


def pass_over(event: Event, call: Call, command_id: str | None = None) -> None:
    with committed():
        calls.pass_over(
            event_id=event.public_id,
            by=by(event),
            call_id=call.pk,
            reason="not in the hall",
            command_id=command_id or new_id(),
        )


def answer_all(event: Event) -> Match:
    """Everybody called says that they are here; the match that follows."""
    while waiting := called(event):
        answer(event, waiting[0].registration.person)
    match = event.matches.select_related("event", "round").last()
    assert match is not None
    return match


def seated_match(count: int = 2, **changes: Any) -> Match:
    """A match with so many seats, not started."""
    return answer_all(drawn_event(count, **changes))


def started_match(count: int = 2, **changes: Any) -> Match:
    """A match with so many seats whose players pick their dice."""
    match = seated_match(count, **changes)
    do(match, Host(), Start())
    return match


# ------------------------------------------------------------------------------ the table


def state(match: Match) -> TableState[Any]:
    """Where the match stands now."""
    match.refresh_from_db()
    return states.state_of(match)


def ticket(match: Match, who: Sender) -> str:
    return states.table_of(match).ticket(state(match), who)  # type: ignore[arg-type]


def do(
    match: Match,
    who: Sender,
    command: Command,
    *,
    command_id: str | None = None,
    ticket_: str | None = CURRENT,
) -> Taken:
    """The command through the one writer, from a page that is up to date unless told otherwise."""
    if ticket_ == CURRENT:
        ticket_ = ticket(match, command.who if isinstance(command, Skip) else who)
    with committed():
        taken = execute(
            match_id=match.public_id,
            actor=who,
            command=command,
            command_id=command_id or new_id(),
            ticket=ticket_,
        )
    match.refresh_from_db()
    return taken


def awaited(match: Match) -> list[tuple[Actor, list[Command]]]:
    """Everybody who must act in the game, with all they can choose from."""
    now, table = state(match), states.table_of(match)
    if table.outcome(now) is not None:
        return []
    if not now.started:
        return [(Host(), [Start()])]
    return [
        (who, list(table.game.legal_commands(now.game, who))) for who in table.game.waits(now.game)
    ]


def act(match: Match, choose: Choose = lambda choices: choices[0]) -> Taken:
    """The first of those waited for does something they may."""
    who, choices = awaited(match)[0]
    return do(match, who, choose(choices[:1] if who == Host() else choices))


def play_to_end(match: Match, seed: int = 1) -> Match:
    """Play legal moves until there is an outcome."""
    choose = random.Random(seed).choice
    while awaited(match):
        act(match, choose)
    assert match.ended_at is not None
    return match


def replayed(match: Match) -> TableState[Any]:
    """The state of the match folded from the first row of its log, past every cache."""
    match.refresh_from_db()
    return states.table_of(match).replay(
        match.seats.count(), states.options_of(match), states.entries_of(match)
    )


def seqs(match: Match) -> list[int]:
    return list(match.log.order_by("seq").values_list("seq", flat=True))


def written(match: Match) -> tuple[Any, ...]:
    """Everything a command could have written, to be compared before and after."""
    match.refresh_from_db()
    return (
        match.seq,
        match.next_deadline,
        match.outcome,
        list(match.log.order_by("seq").values_list("seq", "kind", "at")),
        match.awards.count(),
    )


def seat_of(match: Match, number: int) -> Player:
    assert match.seats.filter(number=number).exists()
    return Player(number)


def forget_everything() -> None:
    """Empty what the process remembers: a test's rollback gives the same row ids out again."""
    keeping.forget_all()
    names_of.cache_clear()
    table_of_round.cache_clear()


# ------------------------------------------------------------------------------- the dice


def store_seed(row: Seed, seed: bytes) -> None:
    """Let this known seed lie sealed in the row, with its own commitment."""
    row.commitment = fair.commit(row.scope, seed)
    row.sealed = MultiFernet([Fernet(key) for key in settings.SEED_KEYS]).encrypt(seed)
    row.save(update_fields=["commitment", "sealed"])


def newcomer() -> Person:
    return people.new_person()[0]


# ------------------------------------------------------------------------------- the clock


class SetClock:
    """The database's own clock, stopped: it shows ``at`` until the test moves it."""

    at: datetime

    def __init__(self) -> None:
        # Ahead of the process's clock, which dates the rows that Django stamps by itself.
        self.stop(datetime.now(UTC) + timedelta(minutes=1))

    def stop(self, at: datetime) -> None:
        """Show this instant, to the millisecond, which is what SQLite's clock has."""
        self.at = at.replace(microsecond=at.microsecond // 1000 * 1000)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('tests.now', %s, false)", [self.at.isoformat()])

    def move(self, **by_: float) -> None:
        self.stop(self.at + timedelta(**by_))

    def shown(self, *_format_and_modifier: str) -> str:
        return self.at.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]


@pytest.fixture
def set_clock(db: None) -> Iterator[SetClock]:
    """The clock of the test's own connection in the test's hands; others keep theirs."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        shown = SetClock()
        # With the built-in's own number of arguments, or statements prepared before keep the built-in.
        connection.connection.create_function("strftime", -1, shown.shown)
        yield shown
        connection.connection.create_function("strftime", -1, _sqlite_now)
        return
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA set_clock")
        cursor.execute(
            "CREATE FUNCTION set_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
            "$$ SELECT current_setting('tests.now')::timestamptz $$"
        )
        cursor.execute("SET search_path = set_clock, public, pg_catalog")
    yield SetClock()
    if not connection.needs_rollback:
        with connection.cursor() as cursor:
            cursor.execute("SET search_path TO DEFAULT")
            cursor.execute("DROP SCHEMA set_clock CASCADE")


def _sqlite_now(*_format_and_modifier: str) -> str:
    """What SQLite's own function would have said: once replaced, it can't be had back."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
