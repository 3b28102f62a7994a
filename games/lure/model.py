"""What a match of Lure remembers: cards and lures that are left, casts, rolls, and catches."""

from dataclasses import dataclass
from typing import Literal

from games.kernel import Seat
from games.lure.cards import Fish, Lure, can_catch
from games.lure.entries import Happening
from games.lure.options import LureOptions

Phase = Literal["ready", "casting", "adjusting", "over"]

D6 = 5
SPECIALS = (12, 20)
FEW, OUT_WHEN_FEW = 3, 10
"""With so few players, so many random cards stay out (LU-3)."""
BOAST_POINTS = 2


@dataclass(frozen=True, slots=True)
class Cast:
    """What a seat rolls and plays this round (LU-6)."""

    d6: int = 0
    specials: tuple[int, ...] = ()
    lures: tuple[int, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice: lures don't count (LU-7)."""
        return self.d6 + len(self.specials)


@dataclass(frozen=True, slots=True)
class Roll:
    """A seat's dice as they lie: ``adjusted`` are the faces that count, extra dice come on top (LU-9)."""

    sides: tuple[int, ...]
    faces: tuple[int, ...]
    extras: tuple[int, ...]
    adjusted: tuple[int, ...]

    @property
    def shown(self) -> tuple[int, ...]:
        """Every number that counts."""
        return (*self.adjusted, *self.extras)

    @property
    def total(self) -> int:
        return sum(self.shown)


@dataclass(frozen=True, slots=True)
class Angling:
    """What one seat has: lures held, played ones apart; special dice at rest; catches; this round's play.

    ``changes``: how its dice are to be turned, secret until the whole group has settled.
    """

    lures: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    fish: tuple[int, ...] = ()
    boasts: tuple[int, ...] = ()
    cast: Cast | None = None
    roll: Roll | None = None
    changes: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class LureState:
    """Where a match stands. ``pool``: fish not yet turned, of which ``to_turn`` come up (LU-16).

    ``pile`` and ``discards``: lures nobody holds, in no order. ``order``: the groups after the reveal,
    ``group`` is the one whose turn it is. ``drawn``: lures drawn so far. ``last``: the last group of
    entries, secrets included.
    """

    options: LureOptions
    seats: int
    players: tuple[Angling, ...]
    pool: tuple[int, ...]
    to_turn: int
    pile: tuple[int, ...]
    phase: Phase = "ready"
    round: int = 0
    fish: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    order: tuple[tuple[Seat, ...], ...] = ()
    group: int = 0
    drawn: int = 0
    withdrawn: tuple[Seat, ...] = ()
    places: tuple[tuple[Seat, ...], ...] = ()
    last: tuple[Happening, ...] = ()

    def there(self) -> tuple[Seat, ...]:
        """The seats that are still in."""
        return tuple(seat for seat in range(self.seats) if seat not in self.withdrawn)

    def specials_of(self, seat: Seat) -> tuple[int, ...]:
        """The special dice a seat may cast: those that don't rest (LU-13)."""
        return tuple(sides for sides in SPECIALS if sides not in self.players[seat].resting)

    def to_cast(self) -> tuple[Seat, ...]:
        """Who hasn't cast (LU-6)."""
        return tuple(seat for seat in self.there() if self.players[seat].cast is None)

    def rolling(self) -> tuple[Seat, ...]:
        """The seats of the group whose turn it is that are still in."""
        group = self.order[self.group] if self.group < len(self.order) else ()
        return tuple(seat for seat in group if seat not in self.withdrawn)

    def steps_of(self, seat: Seat) -> int:
        """How many steps a seat may turn its dice: its adjust lures (LU-8)."""
        cast = self.players[seat].cast
        return sum(self.lure(lure).kind == "adjust" for lure in (cast.lures if cast else ()))

    def to_adjust(self) -> tuple[Seat, ...]:
        """Who can turn a die and hasn't said how (LU-8)."""
        return tuple(
            seat
            for seat in self.rolling()
            if (roll := self.players[seat].roll) is not None
            and roll.faces
            and self.steps_of(seat)
            and self.players[seat].changes is None
        )

    def lure(self, number: int) -> Lure:
        return self.options.lures[number]

    def card(self, number: int) -> Fish:
        return self.options.deck[number]

    def catchers(self, fish: int) -> tuple[Seat, ...]:
        """Who of the group can catch a fish (LU-10)."""
        card = self.card(fish)
        return tuple(
            seat
            for seat in self.rolling()
            if (roll := self.players[seat].roll) is not None and can_catch(card, roll.shown)
        )

    def points_of(self, seat: Seat) -> int:
        """Fish and boasts (LU-15)."""
        one = self.players[seat]
        return sum(self.card(fish).points for fish in one.fish) + BOAST_POINTS * len(one.boasts)

    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats still in: most points, then fewest fish; equal ones together (LU-15, LU-17)."""
        rank = {
            seat: (-self.points_of(seat), len(self.players[seat].fish)) for seat in self.there()
        }
        return tuple(
            tuple(seat for seat in rank if rank[seat] == one) for one in sorted(set(rank.values()))
        )


def new_fish(seats: int) -> int:
    """How many fish a splash turns up (LU-5)."""
    return 2 if seats <= FEW else 3


def adjusted(faces: tuple[int, ...], changes: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """The faces after turning dice by signed steps (LU-8)."""
    turned = dict(changes)
    return tuple(face + turned.get(die, 0) for die, face in enumerate(faces))
