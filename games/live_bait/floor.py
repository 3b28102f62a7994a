"""What is on the floor: the dice, who stands at them, and how far play has come."""

from dataclasses import dataclass
from typing import Literal, Protocol

from games.kernel import Seat
from games.live_bait.entries import Happening

DICE = 6
"""How many dice stand on the floor for the players (LB-1)."""

FACES = range(1, 7)

Phase = Literal[
    "picking",
    "ready",
    "opening",
    "host_first",
    "live",
    "choosing",
    "host_again",
    "waiting",
    "duel",
    "duel_host",
    "over",
]
DieState = Literal["free", "standing", "called", "caught", "left"]


class FloorRules(Protocol):
    """The house rules that play on the floor asks for; limits in seconds."""

    @property
    def duel(self) -> bool: ...
    @property
    def opening_s(self) -> int: ...
    @property
    def roll_s(self) -> int: ...
    @property
    def choose_s(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Die:
    """A numbered place on the floor. A caught or left die shows "?": no face, its seat kept."""

    seat: Seat | None = None
    face: int | None = None
    state: DieState = "free"


@dataclass(frozen=True, slots=True)
class FloorState:
    """Where play on the floor stands. ``dice`` run from the left of the screen, die 1 first.

    The counters name waits and chance: ``host_rolls`` and ``live_rolls`` made so far, ``choices``
    begun, ``duel_round`` going on (0: none), ``duel_host_rolls`` made. ``live`` is always a
    standing seat; while a re-roll is owed it is the one who goes on afterwards (LB-16).
    """

    seats: int
    options: FloorRules
    phase: Phase = "picking"
    dice: tuple[Die, ...] = (Die(),) * DICE
    host_face: int | None = None
    live: Seat | None = None
    candidates: tuple[Seat, ...] = ()
    caught: tuple[Seat, ...] = ()
    withdrawn: tuple[Seat, ...] = ()
    rolled: tuple[int, ...] = ()
    reroll_owed: bool = False
    host_rolls: int = 0
    live_rolls: int = 0
    choices: int = 0
    duel_round: int = 0
    duel_host_rolls: int = 0
    places: tuple[Seat, ...] = ()
    prizes: tuple[tuple[str, Seat], ...] = ()
    last: tuple[Happening, ...] = ()

    def place_of(self, seat: Seat) -> int | None:
        """The index in ``dice`` where a seat stands or stood, None before it picked."""
        return next((i for i, die in enumerate(self.dice) if die.seat == seat), None)

    def face_of(self, seat: Seat) -> int | None:
        """The face a seat shows; None before it rolled, or behind a "?"."""
        place = self.place_of(seat)
        return None if place is None else self.dice[place].face

    def still_in(self) -> tuple[Seat, ...]:
        """Who is neither caught nor withdrawn, by seat number."""
        out = {*self.caught, *self.withdrawn}
        return tuple(seat for seat in range(self.seats) if seat not in out)

    def standing(self) -> tuple[Seat, ...]:
        """Who stands at a die, from the left."""
        return tuple(
            die.seat for die in self.dice if die.state == "standing" and die.seat is not None
        )

    def free_dice(self) -> tuple[int, ...]:
        """The numbers of the dice nobody has stood at, from the left."""
        return tuple(i for i, die in enumerate(self.dice, start=1) if die.state == "free")

    def without_die(self) -> tuple[Seat, ...]:
        """Who is still in and has not picked."""
        return tuple(seat for seat in self.still_in() if self.place_of(seat) is None)

    def without_face(self) -> tuple[Seat, ...]:
        """Who stands and shows no face yet, from the left."""
        return tuple(seat for seat in self.standing() if self.face_of(seat) is None)

    def right_of(self, seat: Seat) -> Seat:
        """The next standing seat to the right; from the last, the leftmost (LB-15)."""
        place = self.place_of(seat)
        if place is None:
            raise ValueError(f"Seat {seat} has no die.")
        return self.right_of_place(place)

    def right_of_place(self, place: int) -> Seat:
        """The next standing seat to the right of a place in ``dice``, round past its end."""
        ring = (*self.dice[place + 1 :], *self.dice[:place])
        return next(die.seat for die in ring if die.state == "standing" and die.seat is not None)

    def matches(self, face: int) -> tuple[Seat, ...]:
        """Which standing seats other than LIVE show the face, from the left."""
        return tuple(
            seat for seat in self.standing() if seat != self.live and self.face_of(seat) == face
        )
