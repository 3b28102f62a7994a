"""Disqualifying somebody: their places and prizes don't count, nobody draws them again, and it can be taken back.

Removing (`departures.take_out`) is another thing: it ends an entry and leaves what was won to its winner.
"""

from django.utils.translation import gettext_lazy as _

from events.domain import results
from events.domain.closings import carry_all
from events.domain.departures import leave_the_table
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.prizes import record, reopen
from events.domain.refusal import Refusal
from events.domain.successors import make_void
from events.domain.writing import writing
from events.models import Award, Event, Registration

Status = Registration.Status
LONGEST_REASON = 120
_NOT_YET = {Event.State.DRAFT, Event.State.PUBLISHED, Event.State.CANCELLED}


def disqualify(
    *, event_id: str, by: str, registration_id: int, reason: str, command_id: str
) -> None:
    """Take somebody out of the evening and of its result, with a reason that everybody reads.

    What they won and haven't been handed is void, and successors are proposed (`successors.propose_successor`); a
    running match goes on without them. After the evening this makes the result's next version. Raises Refusal while
    registration is open (remove them then), 404 for no such entry, 409 for one that is disqualified already.
    """
    carry_all(event_id=event_id)
    with writing(event_id, by=by) as ledger:
        entry = entry_of(ledger, registration_id)
        if not ledger.repeats(command_id, {"disqualify": registration_id, "reason": reason}):
            exclude(ledger, entry, reason)
    leave_the_table(
        event_id=event_id, by=by, person=entry.person, reason=reason, command_id=command_id
    )


def reinstate(
    *, event_id: str, by: str, registration_id: int, reason: str, command_id: str
) -> None:
    """Take a disqualification back. What nobody else was given since is theirs again; a seat they left is not.

    Raises Refusal 409 for somebody who isn't disqualified.
    """
    with writing(event_id, by=by) as ledger:
        entry = entry_of(ledger, registration_id)
        if not ledger.repeats(command_id, {"reinstate": registration_id, "reason": reason}):
            take_back(ledger, entry, reason)


def exclude(ledger: Ledger, entry: Registration, reason: str) -> None:
    """`disqualify` under its lock, but for the table that somebody sits at just now."""
    if entry.status in (Status.DISQUALIFIED, Status.WAITING, Status.REMOVED):
        raise Refusal(
            "not-active", _("This entry has ended already. Load the page again."), status=409
        )
    reason = clean_line(reason, field="reason", longest=LONGEST_REASON, needed=True)
    was = entry.status
    entry.status = Status.DISQUALIFIED
    entry.save(update_fields=["status"])
    ledger.append("disqualified", reg=entry.reg, name=entry.name, reason=reason, was=str(was))
    for award in _owed(entry):
        make_void(ledger, award, reason)
    results.next_version(ledger, reason)


def take_back(ledger: Ledger, entry: Registration, reason: str) -> None:
    """`reinstate` under its lock."""
    if entry.status != Status.DISQUALIFIED:
        raise Refusal("not-disqualified", _("They aren't disqualified."), status=409)
    reason = clean_line(reason, field="reason", longest=LONGEST_REASON, needed=True)
    line = ledger.event.ledger.filter(kind="disqualified", data__reg=entry.reg).last()
    entry.status = Status(line.data["was"]) if line else Status.REGISTERED
    entry.save(update_fields=["status"])
    ledger.append("reinstated", reg=entry.reg, name=entry.name, reason=reason)
    void = entry.awards.filter(state=Award.State.VOID, successor=None)
    for award in void.select_related("prize", "registration"):
        _restore(ledger, award)
    results.next_version(ledger, reason)


def entry_of(ledger: Ledger, registration_id: int) -> Registration:
    """An entry of the evening. Raises Refusal 404 for no such entry, and before the list is closed."""
    if ledger.event.state in _NOT_YET:
        raise Refusal("not-yet", _("Before the list is closed, remove people from it instead."))
    entry = ledger.event.registrations.filter(pk=registration_id).select_related("person").first()
    if entry is None:
        raise Refusal("no-entry", _("There is no such entry at this evening."), status=404)
    return entry


def _restore(ledger: Ledger, award: Award) -> None:
    """Give back what became void with the disqualification, and nothing that was void before."""
    lost = ledger.event.ledger.filter(kind="disqualified", data__reg=award.registration.reg).last()
    if lost is None or award.reason != lost.data["reason"]:
        return
    award.state = Award.State.CLAIMED if award.claimed_at else Award.State.AWARDED
    award.reason = ""
    award.save(update_fields=["state", "reason"])
    record(ledger, "awarded", award, round=award.match.round.number if award.match else 0)
    reopen(ledger)


def _owed(entry: Registration) -> list[Award]:
    rows = entry.awards.filter(state__in=Award.OWED)
    return list(rows.select_related("prize", "registration", "match__round"))
