"""How each entry changes a match of Fish or Cut Bait. Never refuses, never rolls."""

from dataclasses import replace

from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.dice import COLOURS, Colour, Fish, RigFace
from games.fish_or_cut_bait.model import NO_FISH, Box, FishDice, FishState, first_phase
from games.kernel import Seat


def fold(state: FishState, entry: e.Happening) -> FishState:
    """The state after the entry."""
    return replace(_changed(state, entry), last=_group(state, entry))


def _group(state: FishState, entry: e.Happening) -> tuple[e.Happening, ...]:
    """The last group with this entry, or a new one that it begins."""
    was_asked = bool(state.last) and isinstance(state.last[-1], e.LuckySeven)
    begins = isinstance(entry, e.ACTS) or (isinstance(entry, e.Deducted) and was_asked)
    return (entry,) if begins else (*state.last, entry)


def _changed(state: FishState, entry: e.Happening) -> FishState:
    match entry:
        case e.Flipped():
            return replace(state, phase="rigging")
        case e.Stopped() | e.RigChanged():
            return state
        case e.RigRolled(dice=dice, faces=faces):
            return replace(state, rig=_rig(state.rig, dice, faces), throws=state.throws + 1)
        case e.ChipEarned():
            return replace(state, chip=True)
        case e.FishRolled(dice=dice, faces=faces):
            fish = _fish(state.fish, dice, faces)
            return replace(state, phase="fishing", fish=fish, throws=state.throws + 1)
        case e.RigBroken():
            return replace(state, phase="rigging", rig=None, fish=NO_FISH, snags=state.snags + 1)
        case e.TurnEnded(seat=seat, catch=catch, why=why):
            box = replace(
                state.sheet[seat][state.round - 1], catch=catch, ended=why, snags=state.snags
            )
            return replace(state, sheet=_booked(state, seat, box))
        case e.LuckySeven():
            return replace(state, phase="deducting")
        case e.Deducted(points=points):
            after = state
            for seat, taken in enumerate(points):
                if taken:
                    box = after.sheet[seat][state.round - 1]
                    more = replace(box, taken=box.taken + taken)
                    after = replace(after, sheet=_booked(after, seat, more))
            return after
        case e.TurnBegan(seat=seat, round=number):
            return replace(
                state, phase=first_phase(state.options), round=number, roller=seat,
                rig=None, fish=NO_FISH, chip=False, throws=0, snags=0,
            )  # fmt: skip
        case e.Left(seat=seat):
            return replace(state, withdrawn=tuple(sorted({*state.withdrawn, seat})))
        case e.Ended(places=places):
            return replace(state, phase="over", places=places)


def _booked(state: FishState, seat: Seat, box: Box) -> tuple[tuple[Box, ...], ...]:
    """The sheet with this box for the round that is played."""
    at = state.round - 1
    row = state.sheet[seat]
    return (*state.sheet[:seat], (*row[:at], box, *row[at + 1 :]), *state.sheet[seat + 1 :])


def _rig(
    before: tuple[RigFace, ...] | None, dice: tuple[int, ...], faces: tuple[RigFace, ...]
) -> tuple[RigFace, ...]:
    rolled = dict(zip(dice, faces, strict=True))
    if before is None:
        return faces
    return tuple(rolled.get(die, face) for die, face in enumerate(before))


def _fish(before: FishDice, dice: tuple[Colour, ...], faces: tuple[Fish, ...]) -> FishDice:
    rolled = dict(zip(dice, faces, strict=True))
    red, white, blue = (
        rolled.get(colour, face) for colour, face in zip(COLOURS, before, strict=True)
    )
    return (red, white, blue)
