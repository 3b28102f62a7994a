"""What a match of Angler & Fish remembers: the round, the cards, the fish, and the score sheet."""

from dataclasses import dataclass
from typing import Literal

from games.angler.entries import EndOfRound, Happening
from games.angler.options import AnglerOptions
from games.kernel import Seat

Phase = Literal["baiting", "staking", "over"]
ANGLERS_FISH = 4
"""Points of the angler for each fish kept (AF-9)."""
FEW = 3
"""Up to so many players are the angler twice (AF-1)."""

Tile = tuple[tuple[int, int], ...]
"""A fish player's catch: (value of the bait, fish on it), by value."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The angler's cards (AF-2), known to the angler alone but for the baits."""

    baits: tuple[int, ...]
    bites: int
    no_bites: int

    def cards(self) -> tuple[bool, ...]:
        """Each kind of angler card that is left, a bite first."""
        return (*((True,) if self.bites else ()), *((False,) if self.no_bites else ()))

    def without(self, value: int) -> "Hand":
        """The hand after this bait was shown."""
        at = self.baits.index(value)
        return Hand((*self.baits[:at], *self.baits[at + 1 :]), self.bites, self.no_bites)

    def after(self, bite: bool) -> "Hand":
        """The hand after this angler card was laid."""
        return Hand(self.baits, self.bites - bite, self.no_bites - (not bite))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished round on the score sheet: who was the angler, the points a seat, and whether baits were left."""

    angler: Seat
    points: tuple[int, ...]
    why: EndOfRound
    early: bool


@dataclass(frozen=True, slots=True)
class AnglerState:
    """Where a match stands. ``turns``: rounds as angler that each seat has left, this one not counted.

    ``card``: what lies face down. ``fish``: fish a seat has left in this round. ``seen`` and ``unseen``:
    the angler cards of this round that were turned up, and those that were not. ``last``: the last
    group of entries, secrets included.
    """

    options: AnglerOptions
    seats: int
    turns: tuple[int, ...]
    hand: Hand
    order: tuple[Seat, ...]
    fish: tuple[int, ...]
    tiles: tuple[Tile, ...]
    phase: Phase = "baiting"
    round: int = 1
    angler: Seat = 0
    bait: int | None = None
    card: bool | None = None
    stakes: tuple[tuple[Seat, int], ...] = ()
    kept: int = 0
    used: tuple[int, ...] = ()
    seen: tuple[bool, ...] = ()
    unseen: tuple[bool, ...] = ()
    casts: tuple[tuple[int, bool | None], ...] = ()
    sheet: tuple[Sheet, ...] = ()
    withdrawn: tuple[Seat, ...] = ()
    places: tuple[tuple[Seat, ...], ...] = ()
    last: tuple[Happening, ...] = ()

    def there(self) -> tuple[Seat, ...]:
        """The seats that are still in."""
        return tuple(seat for seat in range(self.seats) if seat not in self.withdrawn)

    def players(self) -> tuple[Seat, ...]:
        """The fish players still in, in the order in which they stake (AF-11)."""
        return tuple(seat for seat in self.order if seat not in self.withdrawn)

    def stakers(self) -> tuple[Seat, ...]:
        """Those of them who haven't staked on this bait and have fish to stake (AF-4)."""
        done = {seat for seat, _fish in self.stakes}
        return tuple(seat for seat in self.players() if self.fish[seat] and seat not in done)

    def fish_in_play(self) -> int:
        """Fish that the fish players have left, those staked on this bait not counted twice."""
        return sum(self.fish[seat] for seat in self.players())

    def round_points(self) -> tuple[int, ...]:
        """The points of this round as it stands (AF-9)."""
        return tuple(
            ANGLERS_FISH * self.kept
            if seat == self.angler
            else sum(value * count for value, count in self.tiles[seat])
            for seat in range(self.seats)
        )

    def scores(self) -> tuple[int, ...]:
        """The points of the finished rounds."""
        return tuple(sum(row.points[seat] for row in self.sheet) for seat in range(self.seats))

    def next_angler(self) -> Seat | None:
        """The next to the left still in who has rounds as angler left, or None (AF-11)."""
        left = [(self.angler + step) % self.seats for step in range(1, self.seats + 1)]
        able = (seat for seat in left if self.turns[seat] and seat not in self.withdrawn)
        return next(able, None)

    def rounds(self) -> int:
        """How many rounds the match has as things stand."""
        gone = self.withdrawn
        to_come = sum(left for seat, left in enumerate(self.turns) if seat not in gone)
        return self.round + to_come

    def ranking(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats still in, most points first, equal ones together (AF-12, AF-14)."""
        scores = self.scores()
        found = sorted({scores[seat] for seat in self.there()}, reverse=True)
        return tuple(
            tuple(seat for seat in self.there() if scores[seat] == points) for points in found
        )


def order_of(seats: int, angler: Seat, round_: int) -> tuple[Seat, ...]:
    """The fish players in order: from the angler's left in odd rounds, from the right in even ones (AF-11)."""
    step = 1 if round_ % 2 else -1
    return tuple((angler + step * place) % seats for place in range(1, seats))
