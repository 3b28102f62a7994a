"""What is due by the clock, found and done. Runs every second; missing it delays, and never changes, anything."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from events.domain import beacon
from events.domain.awaited import ask_in_background, say_late
from events.domain.calls import pass_over_due
from events.domain.closings import carry_closing
from events.domain.entropy import LATE_AFTER
from events.domain.outage import is_dark
from events.domain.play import apply_overdue
from events.domain.practice import act_for_practice_players
from events.domain.prizes import return_unclaimed
from events.domain.writing import writing
from events.models import Award, Call, Closing, Entropy, Event, Match
from events.queries import clock

logger = logging.getLogger(__name__)


def sweep(*, overdue_by: timedelta = timedelta(0)) -> int:
    """Do everything that has been due for at least ``overdue_by``; the number of things done.

    Web processes call it with a second's grace, so that a dead worker delays nobody. One thing that fails is logged
    and doesn't stop the others; it comes again with the next sweep.
    """
    now = clock.now()
    due = now - overdue_by
    done = 0
    published = Event.objects.filter(state=Event.State.PUBLISHED)
    for event_id in _ids(published.filter(closes_at__lte=due)):
        done += _tried(_freeze, event_id)
    for event_id in _ids(published.filter(opens_at__lte=due, opened_at=None)):
        done += _tried(_open, event_id)
    closings = Closing.objects.filter(done_at=None, match__ended_at__lte=due)
    for match_id in closings.values_list("match__public_id", flat=True):
        done += _tried(lambda match_id: carry_closing(match_id=match_id), match_id)
    unclaimed = Award.objects.filter(
        state=Award.State.AWARDED, prize__isnull=False, claim_until__lt=due
    )
    for event_id in set(unclaimed.values_list("event__public_id", flat=True)):
        done += _tried(lambda event_id: return_unclaimed(event_id=event_id), event_id)
    if is_dark(now):
        # Nobody can reach a page, so nobody is late: the clocks move on when somebody serves again.
        return done
    return done + _look_for_entropy(due) + _let_time_run_out(due) + act_for_practice_players()


def _look_for_entropy(due: datetime) -> int:
    """Ask for the public randomness that is due, and say of which it is late."""
    waiting = Entropy.objects.filter(settled_at=None)
    rounds = waiting.filter(mode=Event.EntropyMode.DRAND, due_at__lte=due)
    if beacon.is_offered() and rounds.exists():
        ask_in_background()
    done = 0
    late = waiting.filter(late_at=None, due_at__lte=due - LATE_AFTER)
    for event_id in set(late.values_list("event__public_id", flat=True)):
        done += _tried(lambda event_id: say_late(event_id=event_id), event_id)
    return done


def _let_time_run_out(due: datetime) -> int:
    """Pass over who hasn't answered, and do by chance what wasn't done in time."""
    done = 0
    calls = Call.objects.filter(state=Call.State.CALLED, deadline__lt=due)
    for event_id in set(calls.values_list("draw__event__public_id", flat=True)):
        done += _tried(lambda event_id: pass_over_due(event_id=event_id), event_id)
    for match_id in _ids(Match.objects.filter(ended_at=None, next_deadline__lt=due)):
        done += _tried(lambda match_id: apply_overdue(match_id=match_id), match_id)
    return done


def _ids(rows: QuerySet[Event] | QuerySet[Match]) -> list[str]:
    return list(rows.values_list("public_id", flat=True))


def _tried(act: Callable[[str], None], subject: str) -> int:
    try:
        act(subject)
    except Exception:
        logger.exception("sweep could not handle %s", subject)
        return 0
    return 1


def _freeze(event_id: str) -> None:
    """Opening an event for change freezes it when its closing instant has passed."""
    with writing(event_id, by="clock"):
        pass


def _open(event_id: str) -> None:
    """Tell the pages that registration has opened; by the clock it was open already (EV-1)."""
    with writing(event_id, by="clock") as ledger:
        if ledger.event.opened_at is None and ledger.event.state == Event.State.PUBLISHED:
            ledger.event.opened_at = ledger.event.opens_at
            ledger.append("opened")
