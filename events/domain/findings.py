"""What of a match's stored record doesn't check out, found by deriving all of it once more; nothing is written here."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q

from events.domain.entropy import line_of
from events.domain.seeds import SealBroken, open_seed
from events.models import Draw, LogEntry, Match
from events.queries import chain, scopes
from games import fair
from games.recompute import Checker, Source
from games.table import Voided


@dataclass(frozen=True, slots=True)
class Finding:
    """A stored entry that doesn't check out. ``seq`` is its number; 0 speaks of what the match stands on.

    ``problem``: ``values`` other than derived, ``attempt`` a label drawn again without an undo, ``form`` not readable,
    ``chain`` the entry isn't the one that the next ones follow on. Of the match: ``seal`` a seed doesn't open,
    ``draw`` its draw gives other names, ``lineup`` its seats are not those that were sealed.
    """

    seq: int
    label: str
    attempt: int
    problem: str


def findings(match: Match) -> list[Finding]:
    """What doesn't fit: the draws the match came from and who sits where, then its log in its order."""
    try:
        sources = [
            (part.last, Source(open_seed(part.seed), part.seed.scope, part.lineup))
            for part in scopes.stretches(match)
        ]
        before = [*_draws(match), *_lineup(match)]
    except SealBroken:
        return [Finding(0, match.seed.scope, 0, "seal")]
    found = [*before, *_chances(match, sources)]
    return found or _chain_broken(match)


def _draws(match: Match) -> Iterator[Finding]:
    for draw in match.round.draws.exclude(order=[]).select_related("seed__event", "event"):
        if not _fits(draw):
            yield Finding(0, f"draw/{draw.number}", 0, "draw")


def _fits(draw: Draw) -> bool:
    """Whether the stored list and order of a draw follow from each other and its seed."""
    seed, scope = open_seed(draw.seed), draw.event.scope
    try:
        rows = [(entry["reg"], entry["client_seed"]) for entry in draw.eligible]
        regs = [reg for reg, _client_seed in rows]
        order = fair.draw_order(seed, scope, draw.number, draw.root, draw.entropy, regs)
        return fair.list_root(scope, rows) == draw.root and order == draw.order
    except (KeyError, TypeError, ValueError):
        return False  # it isn't even a list of entries


def _lineup(match: Match) -> Iterator[Finding]:
    seats = [
        (seat.number, seat.registration.reg, seat.registration.client_seed)
        for seat in match.seats.select_related("registration").order_by("number")
    ]
    if fair.game_entropy(match.seed.scope, seats, line_of(match)) != match.lineup:
        yield Finding(0, "lineup", 0, "lineup")


def _chances(match: Match, sources: list[tuple[int | None, Source]]) -> Iterator[Finding]:
    checker = Checker()
    labels: dict[int, list[str]] = {}
    rows = match.log.filter(~Q(chance=[]) | Q(kind=Voided.__name__)).order_by("seq")
    for row in rows.iterator(chunk_size=500):
        if row.kind == Voided.__name__:
            checker.void(label for seq in _undone(row) for label in labels.get(seq, []))
        source = next(source for last, source in sources if last is None or row.seq <= last)
        records = row.chance if isinstance(row.chance, list) else [row.chance]
        for record in records:
            problem = checker.problem(source, record)
            label, attempt = _named(record)
            labels.setdefault(row.seq, []).append(label)
            if problem is not None:
                yield Finding(row.seq, label, attempt, problem)


def _chain_broken(match: Match) -> list[Finding]:
    """The first entry that isn't as it was written, where chance alone shows nothing: any other field was changed."""
    head = fair.FIRST_HEAD
    for row in match.log.filter(seq__lte=match.seq).order_by("seq").iterator(chunk_size=500):
        head = fair.chain(head, chain.log_entry(row, chain.commitment(row, match.public_id)))
        if head != row.hash:
            return [Finding(row.seq, "", 0, "chain")]
    return [] if head == match.head else [Finding(match.seq, "", 0, "chain")]


def _undone(row: LogEntry) -> list[int]:
    """The numbers that an undo names; none, if it isn't readable, which the chain will tell."""
    seqs = row.data.get("seqs") if isinstance(row.data, dict) else None
    return [seq for seq in seqs or [] if type(seq) is int]


def _named(record: object) -> tuple[str, int]:
    """A record's label and attempt, as far as there are any."""
    known = record if isinstance(record, list) and len(record) > 2 else ["", "", 0]
    attempt = known[2]
    return str(known[1])[:96], attempt if type(attempt) is int else 0
