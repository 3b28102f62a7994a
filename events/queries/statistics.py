"""What fell by chance: every stored roll, pick and shuffle of matches that are over, and how even the dice were.

A match counts once it has ended: until then it may hold dice that nobody is to see, and a count would tell of them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from events.models import Event, LogEntry, Match, Series, User
from events.queries.exports import csv_file
from games.statistics import Evenness, Run, evenness, longest_run, run_share
from games.table import Voided

_COLUMNS = (
    "match__event__public_id",
    "match__event__title",
    "match__public_id",
    "match__round__kind",
    "match__round__number",
    "seq",
    "at",
    "kind",
    "data",
    "chance",
)

_HEAD = (
    *("evening", "title", "round", "round_kind", "match", "entry", "at"),
    *("kind", "label", "attempt", "of", "values", "undone"),
)


@dataclass(frozen=True, slots=True)
class Record:
    """One draw of chance as it was stored. ``n``: sides of a die, or how many there were to pick from or to shuffle.

    ``undone``: its move was taken back, so it counts for nothing.
    """

    event: str
    title: str
    match: str
    round_kind: str
    round_number: int
    seq: int
    at: datetime
    kind: str
    label: str
    attempt: int
    n: int
    values: tuple[int, ...]
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """All dice with so many sides, in the order they fell; undone ones left out.

    ``run``: their longest run, ``run_share`` how often honest dice hold one as long, ``run_at`` where it began.
    """

    sides: int
    evenness: Evenness
    run: Run
    run_share: float
    run_at: Record


@dataclass(frozen=True, slots=True)
class Statistics:
    """What fell in some matches. ``undone`` and ``others`` count the records that ``dice`` leaves out: moves that were
    taken back, and picks and shuffles."""

    records: tuple[Record, ...]
    dice: tuple[Dice, ...]
    matches: int
    undone: int
    others: int


def of_event(event: Event) -> QuerySet[Match]:
    """The matches of an evening that count."""
    return Match.objects.filter(event=event)


def of_series(series: Series) -> QuerySet[Match]:
    """Those of a whole season; rehearsals and drafts aren't part of it."""
    return Match.objects.filter(event__series=series, event__rehearsal=False)


def of_host(host: User) -> QuerySet[Match]:
    """Those of every evening of a host's own; rehearsals left out."""
    return Match.objects.filter(event__host=host, event__rehearsal=False)


def statistics(matches: QuerySet[Match]) -> Statistics:
    """Everything that is shown of these matches. One query, however many there are."""
    found = records(matches)
    counted = [record for record in found if not record.undone]
    rolls = [record for record in counted if record.kind == "roll" and record.n > 1]
    sides = sorted({record.n for record in rolls})
    return Statistics(
        records=tuple(found),
        dice=tuple(_dice(n, [record for record in rolls if record.n == n]) for n in sides),
        matches=len({record.match for record in found}),
        undone=len(found) - len(counted),
        others=sum(record.kind != "roll" for record in counted),
    )


def records(matches: QuerySet[Match]) -> list[Record]:
    """Every draw of chance of those that have ended, in the order of evenings, matches and entries."""
    rows = (
        LogEntry.objects.filter(match__in=matches.exclude(ended_at=None).values("pk"))
        .filter(~Q(chance=[]) | Q(kind=Voided.__name__))
        .order_by("match__event__starts_at", "match__event", "match__number", "seq")
    )
    stored = list(rows.values_list(*_COLUMNS))
    undone = {
        (row[2], seq) for row in stored if row[7] == Voided.__name__ for seq in row[8]["seqs"]
    }
    return [_record(row, drawn, undone) for row in stored for drawn in row[9]]


def _record(row: Sequence[Any], drawn: Sequence[Any], undone: set[tuple[str, int]]) -> Record:
    event, title, match, round_kind, round_number, seq, at, *_rest = row
    kind, label, attempt, n, _count, values = drawn
    return Record(
        event=event,
        title=title,
        match=match,
        round_kind=round_kind,
        round_number=round_number,
        seq=seq,
        at=at,
        kind=kind,
        label=label,
        attempt=attempt,
        n=n,
        values=tuple(values),
        undone=(match, seq) in undone,
    )


def _dice(sides: int, rolls: Iterable[Record]) -> Dice:
    fallen = [(face, record) for record in rolls for face in record.values]
    faces = [face for face, _record in fallen]
    counts = Counter(faces)
    run = longest_run(faces) or Run(0, 0, 0)
    return Dice(
        sides=sides,
        evenness=evenness([counts[face] for face in range(1, sides + 1)]),
        run=run,
        run_share=run_share(run.length, len(faces), sides),
        run_at=fallen[run.start][1],
    )


def rolls_csv(found: Iterable[Record]) -> bytes:
    """Every draw of chance as a table, undone ones marked; instants are UTC."""
    return csv_file(
        _HEAD,
        (
            (
                record.event,
                record.title,
                record.round_number,
                record.round_kind,
                record.match,
                record.seq,
                record.at.isoformat(),
                record.kind,
                record.label,
                record.attempt,
                record.n,
                " ".join(map(str, record.values)),
                "undone" if record.undone else "",
            )
            for record in found
        ),
    )
