"""Every stored outcome of chance, derived once more from its seed, and the chain: after a crash nothing may differ.

A mismatch stops the match's clocks, is told in the ledger, to the organisers and on the console, and play goes on
only once an organiser has cleared it up.
"""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from events.domain.findings import Finding, findings
from events.domain.lines import clean_line
from events.domain.outbox import post
from events.domain.play import hold
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Match
from events.queries import alarms
from games.codec import canonical_json

logger = logging.getLogger(__name__)

_LISTED = 20
"""As many findings are named in the ledger; the others are counted."""


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
                "match %s: %s stored entries do not check out, the first is %s (%s: %s)",
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


_FITS = "every stored entry checks out again"


def _digest(found: list[Finding]) -> str:
    text = canonical_json([asdict(one) for one in found])
    return hashlib.sha256(text.encode("ascii")).hexdigest()
