"""Live Bait as a game of the kernel: a round of two to six, LB-1 … LB-22."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.chance import Chance
from games.kernel import Actor, Audience, Command, Entry, Host, Wait
from games.live_bait import entries as e
from games.live_bait.commands import COMMANDS, WaivePriorWinner
from games.live_bait.floor_game import FloorGame, each
from games.live_bait.fold import fold
from games.live_bait.model import LiveBaitOptions, LiveBaitState
from games.live_bait.refusals import waive_refusal
from games.live_bait.round_course import RoundCourse
from games.live_bait.view import LiveBaitView, view_of


class LiveBait(FloorGame[LiveBaitState]):
    """One round on the floor; who goes out is replaced by nobody."""

    key: ClassVar[str] = "live-bait"
    title: ClassVar[str] = "Live Bait"
    min_seats: ClassVar[int] = 2  # LB-1
    max_seats: ClassVar[int] = 6  # LB-1
    options: ClassVar[type[LiveBaitOptions]] = LiveBaitOptions
    commands: ClassVar[tuple[type[Command], ...]] = COMMANDS
    entries: ClassVar[tuple[type[Entry], ...]] = e.ENTRIES

    def initial_state(self, seats: int, options: LiveBaitOptions) -> LiveBaitState:
        """Nobody has picked a die. Raises ValueError for a roster that can't be."""
        if not self.min_seats <= seats <= self.max_seats:
            raise ValueError(f"{self.title} seats {self.min_seats} to {self.max_seats} players.")
        if any(seat >= seats for seat in options.prior_winners):
            raise ValueError("prior_winners names a seat that is not in this match.")
        return LiveBaitState(seats=seats, options=options, rolled=(0,) * seats)

    def legal_commands(self, state: LiveBaitState, who: Actor) -> Sequence[Command]:
        """Everything they may do now, each choice listed."""
        found = super().legal_commands(state, who)
        if isinstance(who, Host) and waive_refusal(state) is None:
            return [*found, WaivePriorWinner()]
        return found

    def view(self, state: LiveBaitState, audience: Audience) -> LiveBaitView:
        """The same for every audience: nothing in Live Bait is secret."""
        prior_winners = state.options.prior_winners
        return view_of(state, prior_winners=prior_winners, waived=state.waived)

    def _course(self, state: LiveBaitState, chance: Chance) -> RoundCourse:
        return RoundCourse(state, fold, chance)

    def _fold(self, state: LiveBaitState, entry: e.Happening) -> LiveBaitState:
        return fold(state, entry)

    def _host_does(self, state: LiveBaitState, command: Command, chance: Chance) -> Sequence[Entry]:
        if refusal := waive_refusal(state):
            raise refusal
        return [e.Waived()]

    def _picking(self, state: LiveBaitState) -> Mapping[Actor, Wait]:
        return each(state.without_die(), "pick", state.options.pick_s)  # LB-2

    def _prizes(self, state: LiveBaitState) -> tuple[str, ...]:
        return ("first", "second", "third", "door") if state.options.final else ("main", "door")
