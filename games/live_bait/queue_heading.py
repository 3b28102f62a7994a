"""What KnockOut tells those who don't stand at a die: the called, the queue, and who is gone."""

from games.kernel import Seat
from games.line import Headline, Line, Name, other, you
from games.live_bait.heading import headed
from games.live_bait.view import LiveBaitView


def to_come(view: LiveBaitView, seat: Seat) -> Headline | None:
    """The heading of one who is called to a die or in the queue; None for all others."""
    die = next((die for called, die in view.called if called == seat), None)
    if die is not None:
        warning = _warning(view, seat, "called.again")
        return you(headed("called", die=die), headed("called.body"), *warning)
    if seat not in view.queue:
        return None
    warning = _warning(view, seat, "queue.again")
    place = view.queue.index(seat) + 1
    if place == 1:
        return other(headed("queue.next"), headed("queue.next.body"), *warning)
    title = headed(f"queue.{_ordinal(place)}", place=place)
    return other(title, headed("queue.body", next=Name(view.queue[0])), *warning)


def gone(view: LiveBaitView, seat: Seat) -> Headline:
    """The heading of one who is withdrawn: left, or struck out (KO-4)."""
    key = "struck" if seat in view.missed else "gone"
    return other(headed(key), headed(f"{key}.body"))


def _warning(view: LiveBaitView, seat: Seat, key: str) -> tuple[Line, ...]:
    return (headed(key),) if seat in view.missed else ()


def _ordinal(place: int) -> str:
    """Which ending the number takes: 1 (21st), 2 (22nd), 3 (23rd), or n (11th, 24th)."""
    last = place % 10
    return str(last) if last in (1, 2, 3) and place % 100 not in (11, 12, 13) else "n"
