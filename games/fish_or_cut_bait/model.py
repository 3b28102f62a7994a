"""What a match of Fish or Cut Bait remembers: whose turn it is, the dice, and the score sheet."""

from dataclasses import dataclass
from typing import Literal

from games.fish_or_cut_bait.dice import FISHABLE, Colour, Fish, RigFace, fish_on, rigged
from games.fish_or_cut_bait.entries import EndOfTurn, Happening
from games.fish_or_cut_bait.options import FishOptions
from games.kernel import Seat

Phase = Literal["ready", "rigging", "fishing", "deducting", "over"]
FishDice = tuple[Fish | None, Fish | None, Fish | None]
NO_FISH: FishDice = (None, None, None)


def first_phase(options: FishOptions) -> Phase:
    """How a turn begins: with the timer to flip, or at once where throws are counted (FC-16)."""
    return "rigging" if options.throw_budget else "ready"


@dataclass(frozen=True, slots=True)
class Box:
    """One round of a seat on the score sheet (FC-13). ``catch`` is None before the turn.

    ``snags``: how many broke the rig in that turn. ``taken``: fish that lucky sevens of others took.
    """

    catch: int | None = None
    ended: EndOfTurn | None = None
    snags: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class FishState:
    """Where a match stands. ``rig`` is None before its first throw, ``throws`` are this turn's.

    ``sheet``: a row of boxes a seat. ``last``: the last group of entries, an act and what came of it.
    """

    options: FishOptions
    seats: int
    sheet: tuple[tuple[Box, ...], ...]
    phase: Phase = "ready"
    round: int = 1
    roller: Seat = 0
    rig: tuple[RigFace, ...] | None = None
    fish: FishDice = NO_FISH
    chip: bool = False
    throws: int = 0
    snags: int = 0
    withdrawn: tuple[Seat, ...] = ()
    places: tuple[tuple[Seat, ...], ...] = ()
    last: tuple[Happening, ...] = ()

    def there(self) -> tuple[Seat, ...]:
        """The seats that are still in."""
        return tuple(seat for seat in range(self.seats) if seat not in self.withdrawn)

    def opponents(self) -> tuple[Seat, ...]:
        """The others who are still in."""
        return tuple(seat for seat in self.there() if seat != self.roller)

    def fishable(self) -> tuple[Colour, ...]:
        """The fish dice that may be rolled now (FC-7)."""
        return FISHABLE[rigged(self.rig)] if self.phase in ("rigging", "fishing") else ()

    def catch(self) -> int:
        """What the turn scores if it ends now (FC-11)."""
        return fish_on(self.fish)

    def throws_left(self) -> int | None:
        """Throws left in the turn, or None by the timer (FC-16)."""
        budget = self.options.throw_budget
        return max(budget - self.throws, 0) if budget else None

    def sum_of(self, seat: Seat) -> int:
        """All a seat has caught and not lost (FC-13, FC-14)."""
        return sum((box.catch or 0) - box.taken for box in self.sheet[seat])

    def next_turn(self) -> tuple[int, Seat] | None:
        """Round and seat of the turn after this one, or None when it was the last (FC-1)."""
        later = [seat for seat in self.there() if seat > self.roller]
        if later:
            return self.round, later[0]
        first = next(iter(self.there()), None)
        if first is None or self.round == self.options.rounds:
            return None
        return self.round + 1, first

    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats still in, most fish first, equal ones together (FC-15, FC-17)."""
        sums = {seat: self.sum_of(seat) for seat in self.there()}
        return tuple(
            tuple(seat for seat, caught in sums.items() if caught == one)
            for one in sorted(set(sums.values()), reverse=True)
        )
