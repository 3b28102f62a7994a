"""Every stored outcome of chance, derived once more from its seed: after a crash nothing may have changed.

A mismatch stops the match's clocks, is told in the ledger, to the organisers and on the console, and play goes on
only once an organiser has cleared it up.
"""

import hashlib
import logging
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.domain.lines import clean_line
from events.domain.outbox import post
from events.domain.play import hold
from events.domain.refusal import Refusal
from events.domain.seeds import SealBroken, open_seed
from events.domain.writing import writing
from events.models import LogEntry, Match
from events.queries import alarms, scopes
from games.codec import canonical_json
from games.recompute import Checker, Source
from games.table import Voided

logger = logging.getLogger(__name__)

_LISTED = 20
"""As many findings are named in the ledger; the others are counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A stored outcome that is not what its seal gives. ``seq`` is its entry; 0 speaks of the whole match.

    ``problem``: ``values`` other than derived, ``attempt`` a label drawn again without an undo, ``form`` not readable,
    ``seal`` the seed doesn't open.
    """

    seq: int
    label: str
    attempt: int
    problem: str


def recheck_running() -> int:
    """Recheck every match that is being played; how many were found wrong. Run it before anything is served."""
    return recheck(Match.objects.filter(ended_at=None, seq__gt=0))


def recheck_all() -> int:
    """Recheck every match there ever was; how many were found wrong."""
    return recheck(Match.objects.filter(seq__gt=0))


def recheck(matches: Iterable[Match]) -> int:
    """Recheck these matches and alarm where something doesn't fit; how many were found wrong."""
    return sum(_recheck(pk) for pk in [match.pk for match in matches])


def _recheck(pk: int) -> bool:
    """Whether something is wrong with the match. What goes wrong with one stops neither the others nor the start."""
    match = Match.objects.select_related("event", "seed__event", "round").get(pk=pk)
    try:
        found = findings(match)
        if found:
            logger.error(
                "match %s: %s stored outcomes are not what the seal gives, first entry %s (%s: %s)",
                match.public_id,
                len(found),
                found[0].seq,
                found[0].label,
                found[0].problem,
            )
        _tell(match, found)
    except Exception:
        logger.exception("match %s could not be rechecked", match.public_id)
        return True
    return bool(found)


def findings(match: Match) -> list[Finding]:
    """What doesn't fit in this match's log, in its order; nothing is written."""
    try:
        sources = [
            (part.last, Source(open_seed(part.seed), part.seed.scope, part.lineup))
            for part in scopes.stretches(match)
        ]
    except SealBroken:
        return [Finding(0, match.seed.scope, 0, "seal")]
    return list(_findings(match, sources))


def clear(*, match_id: str, by: str, reason: str) -> None:
    """Let a match go on although something was found, with a reason that everybody reads.

    Raises Refusal 404 for no such match, 409 if nothing stands against it, and on ``reason`` without 1 to 240
    characters.
    """
    match = Match.objects.select_related("event", "round").filter(public_id=match_id).first()
    if match is None:
        raise Refusal("no-match", _("There is no such match."), status=404)
    with writing(match.event.public_id, by=by) as ledger:
        line = alarms.last_word(ledger.event, match)
        if line is None or line.kind != alarms.FAILED:
            raise Refusal("no-alarm", _("Nothing stands against this match."), status=409)
        ledger.append(
            "recheck-cleared",
            **_about(match),
            reason=clean_line(reason, field="reason", longest=240, needed=True),
            digest=line.data["digest"],
        )


def _findings(match: Match, sources: list[tuple[int | None, Source]]) -> Iterator[Finding]:
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


def _undone(row: LogEntry) -> list[int]:
    return list(row.data.get("seqs", []))


def _named(record: object) -> tuple[str, int]:
    """A record's label and attempt, as far as there are any."""
    known = record if isinstance(record, list) and len(record) > 2 else ["", "", 0]
    attempt = known[2]
    return str(known[1])[:96], attempt if type(attempt) is int else 0


def _tell(match: Match, found: list[Finding]) -> None:
    """Write down what is new: found wrong, or right again. What was told already is not told twice."""
    if not found and not alarms.is_alarmed(match):
        return
    with writing(match.event.public_id, by="clock") as ledger:
        line = alarms.last_word(ledger.event, match)
        about = _about(match)
        if not found:
            if line is not None and line.kind == alarms.FAILED:
                ledger.append("recheck-cleared", **about, reason=_FITS, digest="")
            return
        digest = _digest(found)
        if line is not None and line.data["digest"] == digest:
            return
        entry = ledger.append(
            "recheck-failed",
            **about,
            found=[asdict(one) for one in found[:_LISTED]],
            count=len(found),
            digest=digest,
        )
        post("recheck-failed", {"entry": entry.pk}, ledger.now)
        _stop(match)


def _stop(match: Match) -> None:
    """Pause the match; one whose log can't be read any more can't be played either."""
    try:
        with transaction.atomic():
            hold(match_id=match.public_id)
    except ValueError:
        logger.exception("match %s can't be paused: its log can't be read", match.public_id)


def _about(match: Match) -> dict[str, Any]:
    return {"match": match.public_id, "kind": match.round.kind, "round": match.round.number}


_FITS = "every stored outcome fits its seal again"


def _digest(found: list[Finding]) -> str:
    text = canonical_json([asdict(one) for one in found])
    return hashlib.sha256(text.encode("ascii")).hexdigest()
