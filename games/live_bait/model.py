"""What a match of Live Bait is played by and remembers: house rules and state."""

from dataclasses import dataclass

from games.kernel import Seat
from games.live_bait.floor import FACES, FloorState
from games.live_bait.settings import check_limits, check_switches

__all__ = ["FACES", "LiveBaitOptions", "LiveBaitState"]


@dataclass(frozen=True, slots=True)
class LiveBaitOptions:
    """House rules. Limits are whole seconds, 5 … 600. Raises ValueError for what can't be."""

    duel: bool = True  # LB-17
    final: bool = False  # LB-22
    prior_winner_takes_door: bool = True  # LB-18
    prior_winners: tuple[Seat, ...] = ()
    pick_s: int = 30  # LB-2
    opening_s: int = 30  # LB-4
    roll_s: int = 20  # LB-13
    choose_s: int = 15  # LB-11

    def __post_init__(self) -> None:
        check_switches(self, "duel", "final", "prior_winner_takes_door")
        check_limits(self, "pick_s", "opening_s", "roll_s", "choose_s")
        if not isinstance(self.prior_winners, tuple):
            raise ValueError("prior_winners must be a tuple of seats.")
        if any(type(seat) is not int or seat < 0 for seat in self.prior_winners):
            raise ValueError("prior_winners must be seats, counted from 0.")
        if len(set(self.prior_winners)) != len(self.prior_winners):
            raise ValueError("prior_winners names a seat twice.")


@dataclass(frozen=True, slots=True)
class LiveBaitState(FloorState):
    """Where a match of Live Bait stands. ``waived``: LB-18 is set aside."""

    options: LiveBaitOptions
    waived: bool = False
