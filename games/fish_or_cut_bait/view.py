"""What everybody may see of a match of Fish or Cut Bait: all of it, nothing here is secret."""

from dataclasses import dataclass
from itertools import combinations

from games.fish_or_cut_bait.dice import SIDES, Colour, RigFace, Rigged, rigged
from games.fish_or_cut_bait.entries import EndOfTurn, Happening
from games.fish_or_cut_bait.model import FishDice, FishState, Phase
from games.kernel import Seat, View


@dataclass(frozen=True, slots=True)
class BoxView:
    """One round on the score sheet (FC-13). ``sum`` runs on; None before anything was booked.

    ``snags`` broke the rig in that turn; ``taken`` fish went to lucky sevens of others.
    """

    catch: int | None
    sum: int | None
    ended: EndOfTurn | None
    snags: int
    taken: int


@dataclass(frozen=True, slots=True)
class OddView:
    """How likely rolling these fish dice brings a snag, in whole percent."""

    dice: tuple[Colour, ...]
    percent: int


@dataclass(frozen=True, slots=True)
class FishView(View):
    """The table. ``catch``: what stopping now would score. ``sheet``: a row a seat, a box a round.

    ``throws_left`` is None by the timer. ``next``: whose turn comes after this one. ``odds``: a line
    for each choice of fish dice that could be rolled now.
    """

    phase: Phase
    roller: Seat
    round: int
    rounds: int
    turn_s: int
    rig: tuple[RigFace, ...] | None
    rigged: Rigged
    fish: FishDice
    fishable: tuple[Colour, ...]
    chip: bool
    snags: int
    throws: int
    throws_left: int | None
    catch: int
    sheet: tuple[tuple[BoxView, ...], ...]
    points: tuple[int, ...]
    next: Seat | None
    withdrawn: tuple[Seat, ...]
    places: tuple[tuple[Seat, ...], ...]
    last: tuple[Happening, ...]
    odds: tuple[OddView, ...]


def view_of(state: FishState) -> FishView:
    """The one view that every audience gets."""
    coming = None if state.phase == "over" else state.next_turn()
    return FishView(
        phase=state.phase,
        roller=state.roller,
        round=state.round,
        rounds=state.options.rounds,
        turn_s=state.options.turn_s,
        rig=state.rig,
        rigged=rigged(state.rig),
        fish=state.fish,
        fishable=state.fishable(),
        chip=state.chip,
        snags=state.snags,
        throws=state.throws,
        throws_left=state.throws_left(),
        catch=state.catch(),
        sheet=tuple(_row(state, seat) for seat in range(state.seats)),
        points=tuple(state.sum_of(seat) for seat in range(state.seats)),
        next=None if coming is None else coming[1],
        withdrawn=state.withdrawn,
        places=state.places,
        last=state.last,
        odds=odds_of(state),
    )


def odds_of(state: FishState) -> tuple[OddView, ...]:
    """The chance of a snag for each choice of the fish dice that may be rolled."""
    fishable, clear = state.fishable(), SIDES - state.options.faces.snags
    return tuple(
        OddView(dice, round(100 - 100 * (clear / SIDES) ** count))
        for count in range(1, len(fishable) + 1)
        for dice in combinations(fishable, count)
    )


def _row(state: FishState, seat: Seat) -> tuple[BoxView, ...]:
    row, running = [], 0
    for box in state.sheet[seat]:
        running += (box.catch or 0) - box.taken
        booked = box.catch is not None or box.taken > 0
        row.append(BoxView(box.catch, running if booked else None, box.ended, box.snags, box.taken))
    return tuple(row)
