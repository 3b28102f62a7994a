"""What everybody may see of a match of Live Bait: all of it, nothing here is secret."""

from dataclasses import dataclass
from typing import Literal

from games.kernel import Seat, View
from games.live_bait.entries import Happening
from games.live_bait.floor import FACES, DieState, FloorState, Phase

Effect = Literal["caught", "pass", "choose", "again"]


@dataclass(frozen=True, slots=True)
class DieView:
    """One of the numbered places. ``face`` is None before the roll and behind a "?"."""

    seat: Seat | None
    face: int | None
    state: DieState


@dataclass(frozen=True, slots=True)
class OddView:
    """What a face would do to the LIVE seat: ``pass`` and ``choose`` name whom it matches."""

    face: int
    effect: Effect
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LiveBaitView(View):
    """The table. ``dice``: die 1 … 6 from the left. ``rolled``: a count a seat.

    ``last`` is the last group of entries, an act and what came of it. ``odds``: face 1 … 6, empty
    unless somebody is LIVE. KnockOut's alone, and empty in Live Bait: ``called``, each with the die
    to come to (None: any free one), ``queue``, next first, and ``missed``, who was passed over
    (who is withdrawn as well was struck out).
    """

    phase: Phase
    dice: tuple[DieView, ...]
    host_face: int | None
    live: Seat | None
    candidates: tuple[Seat, ...]
    called: tuple[tuple[Seat, int | None], ...]
    queue: tuple[Seat, ...]
    caught: tuple[Seat, ...]
    missed: tuple[Seat, ...]
    withdrawn: tuple[Seat, ...]
    rolled: tuple[int, ...]
    prior_winners: tuple[Seat, ...]
    waived: bool
    reroll_owed: bool
    last: tuple[Happening, ...]
    odds: tuple[OddView, ...]


def view_of(
    state: FloorState,
    *,
    called: tuple[tuple[Seat, int | None], ...] = (),
    queue: tuple[Seat, ...] = (),
    missed: tuple[Seat, ...] = (),
    prior_winners: tuple[Seat, ...] = (),
    waived: bool = False,
) -> LiveBaitView:
    """The one view that every audience gets: the floor, and what only one of the games has."""
    return LiveBaitView(
        phase=state.phase,
        dice=tuple(DieView(die.seat, die.face, die.state) for die in state.dice),
        host_face=state.host_face,
        live=state.live,
        candidates=state.candidates,
        called=called,
        queue=queue,
        caught=state.caught,
        missed=missed,
        withdrawn=state.withdrawn,
        rolled=state.rolled,
        prior_winners=prior_winners,
        waived=waived,
        reroll_owed=state.reroll_owed,
        last=state.last,
        odds=odds_of(state),
    )


def odds_of(state: FloorState) -> tuple[OddView, ...]:
    """What each face 1 … 6 would do to the LIVE seat now; empty when nobody may roll."""
    if state.phase != "live":
        return ()
    return tuple(_odd(state, face) for face in FACES)


def _odd(state: FloorState, face: int) -> OddView:
    seats = state.matches(face)
    if face == state.host_face:  # LB-9, LB-12
        return OddView(face, "caught", ())
    if not seats:  # LB-13
        return OddView(face, "again", ())
    return OddView(face, "pass" if len(seats) == 1 else "choose", seats)  # LB-10, LB-11
