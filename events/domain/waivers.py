"""Setting a rule aside for one match: done at the table, and written down with who and why."""

from django.utils.translation import gettext_lazy as _

from events.domain.lines import clean_line
from events.domain.play import execute
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Match
from games.kernel import Command, Host
from games.live_bait.commands import WaivePriorWinner

LONGEST_REASON = 200


def check_bare(command: Command) -> None:
    """Raises Refusal for a waiver that comes to the table by itself: its reason is the evening's to keep."""
    if isinstance(command, WaivePriorWinner):
        raise Refusal("no-reason", _("Say why the rule is waived: everybody reads it."))


def waive_prior_winner(
    *, event_id: str, by: str, match_id: str, reason: str, command_id: str
) -> None:
    """The host lets a prior winner play for the main prize at this match (LB-18), for a reason that everybody reads.

    ``match_id`` is the public id. The table is first, since it may refuse; pressing again mends what a crash between
    the two left out. Raises Refusal 404 for no such match, on ``reason`` without 1 to 200 characters, and what the
    rules say: nothing to waive, waived already, or too late.
    """
    match = (
        Match.objects.filter(public_id=match_id, event__public_id=event_id)
        .select_related("round")
        .first()
    )
    if match is None:
        raise Refusal("no-match", _("There is no such match at this evening."), status=404)
    reason = clean_line(reason, field="reason", longest=LONGEST_REASON, needed=True)
    execute(
        match_id=match_id,
        actor=Host(),
        command=WaivePriorWinner(),
        command_id=command_id,
        ticket=None,
    )
    with writing(event_id, by=by) as ledger:
        if not ledger.repeats(command_id, {"waive": match_id, "reason": reason}):
            ledger.append("waived", match=match_id, round=match.round.number, reason=reason)
