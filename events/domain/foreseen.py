"""What a ruling would change, found out by making it and taking it back under the same lock."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.domain import exclusion, rulings
from events.domain.closings import carry_all
from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.domain.rulings import Ruling
from events.domain.writing import writing
from events.models import Award, Event, Registration, Seat
from events.queries import result_data, results, successors


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What would change, a sentence each.

    ``version`` is the number the result would have then, or 0 while the evening goes on. ``mark`` names exactly this:
    another ruling, or the same one of another result, has another.
    """

    version: int
    changes: tuple[str, ...]
    mark: str


class _TakenBack(Refusal):
    """Not a refusal: `writing` undoes everything for it, and it carries out what was seen."""

    def __init__(self, seen: Foreseen) -> None:
        super().__init__("foreseen", "")
        self.seen = seen


def foresee(
    *,
    event_id: str,
    by: str,
    kind: str,
    reason: str,
    registration_id: int | None = None,
    match_id: str | None = None,
    other_id: int | None = None,
) -> Foreseen:
    """What `rulings.ruling` would do with this, and nothing of it stays. Raises Refusal where that would."""
    if kind not in list(Ruling):
        raise Refusal("choice", _("Choose one from the list."), field="kind")
    carry_all(event_id=event_id)
    try:
        with writing(event_id, by=by) as ledger:
            version = results.latest(ledger.event)
            lost = _void(ledger.event)
            if kind in (Ruling.DISQUALIFY, Ruling.REINSTATE):
                more = _exclude(ledger, kind, reason, registration_id or 0)
            else:
                more = []
                rulings.correct(ledger, kind, reason, registration_id, match_id, other_id)
            after = result_data.build(ledger.event, version.number)
            changes = [*results.difference(version.data, after), *_next(ledger.event, lost), *more]
            asked = [kind, reason, registration_id, match_id, other_id]
            number = version.number + 1 if version.number else 0
            raise _TakenBack(
                Foreseen(number, tuple(changes), _mark([*asked, version.number, changes]))
            )
    except _TakenBack as taken_back:
        return taken_back.seen


def _exclude(ledger: Ledger, kind: str, reason: str, registration_id: int) -> list[str]:
    entry = exclusion.entry_of(ledger, registration_id)
    if kind == Ruling.REINSTATE:
        exclusion.take_back(ledger, entry, reason)
        return []
    said = [
        _("%(name)s keeps %(prize)s: it has been handed over already.")
        % {"name": entry.name, "prize": award.prize.title}
        for award in entry.awards.exclude(prize=None).select_related("prize")
        if award.prize and award.state in (Award.State.DELIVERED, Award.State.CONFIRMED)
    ]
    exclusion.exclude(ledger, entry, reason)
    return [*said, *_leaving(entry)]


def _leaving(entry: Registration) -> list[str]:
    """What becomes of the rest of the evening for who is disqualified while it goes on."""
    if Seat.objects.filter(registration=entry, match__ended_at=None).exists():
        return [_("%(name)s leaves the table; the match goes on.") % {"name": entry.name}]
    if entry.event.state in (Event.State.CLOSED, Event.State.RUNNING):
        return [_("%(name)s is not drawn any more.") % {"name": entry.name}]
    return []


def _void(event: Event) -> set[int]:
    return set(event.awards.filter(state=Award.State.VOID).values_list("pk", flat=True))


def _next(event: Event, void_before: set[int]) -> list[str]:
    """Who could be given what becomes free; the ruling itself gives it to nobody."""
    freed = event.awards.filter(state=Award.State.VOID, successor=None, prize__isnull=False)
    said = []
    for award in freed.exclude(pk__in=void_before).select_related("prize", "match", "event"):
        entry = next(iter(successors.candidates(award)), None)
        if entry is not None and award.prize is not None:
            said.append(
                _("%(prize)s can be given to %(name)s then: %(why)s.")
                % {"prize": award.prize.title, "name": entry.name, "why": successors.why(award)}
            )
    return said


def _mark(seen: list[Any]) -> str:
    text = json.dumps(seen, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
