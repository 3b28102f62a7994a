"""What players tried too late, kept with the page's time and the server's, for whoever has to rule on it."""

from datetime import datetime, timedelta

from events.models import Attempt, Match

MOST = 20
"""As many are kept for a seat, the newest."""
_BELIEVED = timedelta(days=1)


def believed(sent_at: datetime | None, now: datetime) -> datetime | None:
    """A page's time as far as it is worth keeping: nothing without a zone, and nothing a day off."""
    if sent_at is None or sent_at.tzinfo is None or abs(sent_at - now) > _BELIEVED:
        return None
    return sent_at


def note(
    match: Match,
    *,
    seat: int,
    command: str,
    code: str,
    sent_at: datetime | None,
    received_at: datetime,
) -> None:
    """Keep an attempt. Part of the transaction that refused it; ``code`` is the refusal's, or ``late``."""
    Attempt.objects.create(
        match=match,
        seat=seat,
        command=command[:32],
        code=code[:32],
        seq=match.seq,
        sent_at=sent_at,
        received_at=received_at,
    )
    of_seat = Attempt.objects.filter(match=match, seat=seat).order_by("-pk")
    for old in of_seat[MOST:]:
        old.delete()
