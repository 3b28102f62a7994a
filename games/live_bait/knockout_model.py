"""What a KnockOut is played by and remembers: house rules, the queue, and who is called."""

from dataclasses import dataclass

from games.kernel import Seat
from games.live_bait.floor import FloorState
from games.live_bait.settings import check_limits, check_switches


@dataclass(frozen=True, slots=True)
class KnockOutOptions:
    """House rules. Limits are whole seconds, 5 … 600. Raises ValueError for what can't be."""

    duel: bool = False  # KO-7
    answer_s: int = 60  # KO-2, KO-4
    opening_s: int = 30  # LB-4
    roll_s: int = 20  # LB-13
    choose_s: int = 15  # LB-11

    def __post_init__(self) -> None:
        check_switches(self, "duel")
        check_limits(self, "answer_s", "opening_s", "roll_s", "choose_s")


@dataclass(frozen=True, slots=True)
class Called:
    """Who is called, to which die (None before the roll is called: any free one).

    ``number`` counts the calls of a match, so that each has a wait of its own.
    """

    seat: Seat
    die: int | None
    number: int


@dataclass(frozen=True, slots=True)
class KnockOutState(FloorState):
    """Where a KnockOut stands: the floor, and who is still to come to it.

    ``called`` in the order of calling, ``queue`` next first. ``missed``: who was passed over; they
    stay in it when struck out. ``calls`` and ``holds``: how often somebody was called, and play
    waited for an arrival. ``emptied``: the index in ``dice`` of the die emptied last. ``opened``:
    whether the host's first roll has said who is LIVE (LB-5).
    """

    options: KnockOutOptions
    called: tuple[Called, ...] = ()
    queue: tuple[Seat, ...] = ()
    missed: tuple[Seat, ...] = ()
    calls: int = 0
    holds: int = 0
    emptied: int = 0
    opened: bool = False

    def call_of(self, seat: Seat) -> Called | None:
        """The call that this seat has yet to follow, if there is one."""
        return next((call for call in self.called if call.seat == seat), None)

    def still_in(self) -> tuple[Seat, ...]:
        """KO-7: who stands, who is called and who is in the queue."""
        return (*self.standing(), *(call.seat for call in self.called), *self.queue)

    def without_die(self) -> tuple[Seat, ...]:
        """Who is called and has not picked."""
        return tuple(call.seat for call in self.called)
