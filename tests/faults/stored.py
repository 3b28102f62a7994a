"""What a site has stored, read from its database from outside, as the invariants look at it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.serving import Serving
from tests.staging import rows

NEVER = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Done:
    """A command as it is kept: where, whose, its id, and the last entry it wrote."""

    scope: str
    actor: str
    id: str
    seq: int


@dataclass(frozen=True)
class Line:
    """One entry of a log or a ledger."""

    seq: int
    kind: str
    data: Mapping[str, Any]
    by: str
    at: datetime


@dataclass
class Log:
    """A match: its lines, and what is kept beside them."""

    scope: str
    seq: int
    lines: list[Line]
    game: str = "live-bait"
    options: Mapping[str, Any] = field(default_factory=dict)
    places: dict[int, int | None] = field(default_factory=dict)
    next_deadline: datetime | None = None
    over: bool = False


@dataclass(frozen=True)
class Entered:
    """A registration: whose, under which number, and whether it counts."""

    reg: str
    person: int
    status: str
    client_seed: str


@dataclass
class Evening:
    """An event: its ledger, its list, and the calls with their deadlines by (draw, reg)."""

    scope: str
    seq: int
    lines: list[Line]
    capacity: int = 100
    closes_at: datetime = NEVER
    list_root: str = ""
    entered: list[Entered] = field(default_factory=list)
    deadlines: dict[tuple[int, str], datetime] = field(default_factory=dict)


@dataclass
class Stored:
    """All that the invariants ask of a database."""

    done: list[Done] = field(default_factory=list)
    evenings: list[Evening] = field(default_factory=list)
    logs: list[Log] = field(default_factory=list)

    def seq(self, scope: str) -> int | None:
        """How far this topic has got, as its row says; None for one that isn't there."""
        return next((one.seq for one in self.chains() if one.scope == scope), None)

    def chains(self) -> list[Evening | Log]:
        """Everything that is numbered: ledgers, then logs."""
        return [*self.evenings, *self.logs]


def read(site: Serving) -> Stored:
    found = rows(site, "SELECT scope, actor, command_id, seq FROM events_commandrecord")
    return Stored([Done(*row) for row in found], _evenings(site), _logs(site))


def _evenings(site: Serving) -> list[Evening]:
    sql = "SELECT id, public_id, seq, capacity, closes_at, list_root FROM events_event"
    lines = (
        'SELECT seq, kind, data, "by", at FROM events_ledgerentry WHERE event_id = %s ORDER BY seq'
    )
    people = (
        "SELECT reg, person_id, status, client_seed FROM events_registration WHERE event_id = %s"
    )
    calls = (
        "SELECT d.number, r.reg, c.deadline FROM events_call c JOIN events_draw d ON d.id = c.draw_id "
        "JOIN events_registration r ON r.id = c.registration_id WHERE d.event_id = %s"
    )
    return [
        Evening(
            f"event/{public_id}",
            seq,
            [_line(row) for row in rows(site, lines, pk)],
            capacity,
            instant(closes_at),
            list_root,
            [Entered(*row) for row in rows(site, people, pk)],
            {(draw, reg): instant(at) for draw, reg, at in rows(site, calls, pk)},
        )
        for pk, public_id, seq, capacity, closes_at, list_root in rows(site, sql)
    ]


def _logs(site: Serving) -> list[Log]:
    sql = "SELECT id, public_id, seq, game, options, next_deadline, ended_at FROM events_match"
    lines = 'SELECT seq, kind, data, "by", at FROM events_logentry WHERE match_id = %s ORDER BY seq'
    seats = "SELECT number, place FROM events_seat WHERE match_id = %s ORDER BY number"
    return [
        Log(
            f"match/{public_id}",
            seq,
            [_line(row) for row in rows(site, lines, pk)],
            game,
            _json(options),
            dict(rows(site, seats, pk)),
            instant(deadline) if deadline else None,
            ended_at is not None,
        )
        for pk, public_id, seq, game, options, deadline, ended_at in rows(site, sql)
    ]


def _line(row: tuple[Any, ...]) -> Line:
    seq, kind, data, by, at = row
    return Line(seq, kind, _json(data), by, instant(at))


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def instant(value: Any) -> datetime:
    """An instant as either database gives it, in UTC."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
