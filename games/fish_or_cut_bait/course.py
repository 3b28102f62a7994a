"""What follows from an act: chip and snag, the end of a turn, the lucky seven, the next roller."""

from games.chance import Chance
from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.dice import SIDES, SNAG, Colour, has_three_alike, rigged
from games.fish_or_cut_bait.fold import fold
from games.fish_or_cut_bait.model import FishState
from games.kernel import Seat

LUCKY = 7


class Course:
    """An act running its course: ``entries`` is what happened, ``state`` where that leads."""

    def __init__(self, state: FishState, chance: Chance) -> None:
        self.state = state
        self.entries: list[e.Happening] = []
        self._chance = chance

    def add(self, entry: e.Happening) -> None:
        self.state = fold(self.state, entry)
        self.entries.append(entry)

    def roll_rig(self, dice: tuple[int, ...]) -> None:
        """FC-4, FC-6."""
        sides = self._chance.roll(self._label("rig"), SIDES, len(dice))
        faces = tuple(self.state.options.faces.rig[side - 1] for side in sides)
        before = rigged(self.state.rig)
        self.add(e.RigRolled(self.state.roller, dice, faces))
        rig = self.state.rig or ()
        if rigged(rig) != before:
            self.add(e.RigChanged(self.state.roller, rigged(rig)))
        if not self.state.chip and has_three_alike(rig):
            self.add(e.ChipEarned(self.state.roller))
        self._after_throw()

    def roll_fish(self, dice: tuple[Colour, ...]) -> None:
        """FC-8 … FC-10."""
        sides = self._chance.roll(self._label("fish"), SIDES, len(dice))
        faces = tuple(self.state.options.faces.fish[side - 1] for side in sides)
        lost = self.state.catch()
        self.add(e.FishRolled(self.state.roller, dice, faces))
        if SNAG in faces and not self.state.chip:
            self.add(e.RigBroken(self.state.roller, lost))
        self._after_throw()

    def end_turn(self, why: e.EndOfTurn) -> None:
        """FC-11; then the lucky seven or whoever is next."""
        catch = 0 if why == "left" else self.state.catch()
        self.add(e.TurnEnded(self.state.roller, catch, why))
        opponents = self.state.opponents()
        if not (self.state.options.lucky_seven and catch == LUCKY and opponents and why != "left"):
            self.go_on()
        elif len(opponents) == 1:
            self.take_all(opponents[0])
        else:
            self.add(e.LuckySeven(self.state.roller))

    def deduct(self, points: tuple[int, ...], *, automatic: bool) -> None:
        """FC-14."""
        self.add(e.Deducted(self.state.roller, points, automatic))
        self.go_on()

    def take_all(self, opponent: Seat) -> None:
        """Seven from the only one there is to take from (FC-14)."""
        seats = range(self.state.seats)
        self.deduct(tuple(LUCKY if seat == opponent else 0 for seat in seats), automatic=True)

    def leave(self, seat: Seat) -> None:
        """FC-17: whoever leaves in the own turn scores nothing in it, and takes nothing by a seven."""
        before = self.state
        self.add(e.Left(seat))
        if len(self.state.there()) == 1:
            if seat == before.roller and before.phase != "deducting":
                self.add(e.TurnEnded(seat, 0, "left"))
            self._end()
        elif seat == before.roller:
            if before.phase == "deducting":
                self.deduct((0,) * before.seats, automatic=True)
            else:
                self.end_turn("left")
        elif before.phase == "deducting" and len(self.state.opponents()) == 1:
            self.take_all(self.state.opponents()[0])

    def go_on(self) -> None:
        """The next to the left rolls; after the last round the match is over (FC-1, FC-15)."""
        coming = self.state.next_turn()
        if coming is None:
            self._end()
        else:
            number, seat = coming
            self.add(e.TurnBegan(seat, number))

    def _after_throw(self) -> None:
        if self.state.throws_left() == 0:  # FC-16
            self.end_turn("throws")

    def _end(self) -> None:
        sums = tuple(self.state.sum_of(seat) for seat in range(self.state.seats))
        self.add(e.Ended(self.state.ranking(), sums))

    def _label(self, what: str) -> str:
        """Unique in a match: round, seat, and which throw of the turn it is."""
        state = self.state
        return f"r{state.round}/s{state.roller}/{what}/{state.throws + 1}"
