"""How each entry changes a match of Lure. Never refuses, never rolls."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.kernel import Seat
from games.lure import entries as e
from games.lure.model import Angling, Cast, LureState, Roll


def fold(state: LureState, entry: e.Happening) -> LureState:
    """The state after the entry."""
    last = (entry,) if isinstance(entry, e.ACTS) else (*state.last, entry)
    return replace(_changed(state, entry), last=last)


def _changed(state: LureState, entry: e.Happening) -> LureState:
    match entry:
        case e.RoundBegan(round=number):
            return replace(
                state, phase="casting", round=number, order=(), group=0,
                players=tuple(_rested(one) for one in state.players),
            )  # fmt: skip
        case e.FishTurned(fish=fish):
            pool = tuple(one for one in state.pool if one != fish)
            return replace(state, pool=pool, fish=(*state.fish, fish), to_turn=state.to_turn - 1)
        case e.LureDrawn(seat=seat, lure=lure):
            return _drawn(state, seat, lure)
        case e.CastLaid(seat=seat, d6=d6, specials=specials, lures=lures):
            return _with(state, seat, cast=Cast(d6, specials, lures))
        case e.Revealed(order=order):
            return replace(state, phase="adjusting", order=order)
        case e.Rolled(seat=seat, sides=sides, faces=faces, extras=extras):
            return _with(state, seat, roll=Roll(sides, faces, extras, faces))
        case e.AdjustLaid(seat=seat, changes=changes):
            return _with(state, seat, changes=changes)
        case e.Adjusted(seat=seat, faces=faces):
            roll = state.players[seat].roll
            return state if roll is None else _with(state, seat, roll=replace(roll, adjusted=faces))
        case e.Caught(seat=seat, fish=fish):
            left = tuple(one for one in state.fish if one not in fish)
            caught = (*state.players[seat].fish, *fish)
            return _with(replace(state, fish=left), seat, fish=caught)
        case e.Boasted(seat=seat, lures=lures):
            one = state.players[seat]
            held = _without(one.lures, lures)
            return _with(state, seat, lures=held, boasts=(*one.boasts, *lures))
        case e.Discarded(seat=seat, lures=lures):
            held = _without(state.players[seat].lures, lures)
            thrown = replace(state, discards=tuple(sorted((*state.discards, *lures))))
            return _with(thrown, seat, lures=held)
        case e.GroupSettled():
            return replace(state, group=state.group + 1)
        case e.NoFishLeft():
            return replace(state, group=len(state.order))
        case e.Left(seat=seat):
            return _left(state, seat)
        case e.Ended(places=places):
            return replace(state, phase="over", places=places)
        case _:
            return state


def _rested(one: Angling) -> Angling:
    """A seat at the start of a round: special dice rolled in the last one rest in this (LU-13)."""
    played = one.cast.specials if one.cast else ()
    return replace(one, resting=played, cast=None, roll=None, changes=None)


def _drawn(state: LureState, seat: Seat, lure: int) -> LureState:
    """A lure from the pile, or from the discards where the pile is empty (LU-12)."""
    pile, discards = (state.pile, state.discards) if state.pile else (state.discards, ())
    after = replace(
        state,
        pile=tuple(one for one in pile if one != lure),
        discards=discards,
        drawn=state.drawn + 1,
    )
    return _with(after, seat, lures=tuple(sorted((*state.players[seat].lures, lure))))


def _left(state: LureState, seat: Seat) -> LureState:
    """Nothing of theirs plays on; what they caught stays theirs (LU-17)."""
    one = state.players[seat]
    after = replace(
        state,
        withdrawn=tuple(sorted({*state.withdrawn, seat})),
        discards=tuple(sorted((*state.discards, *one.lures))),
    )
    return _with(after, seat, lures=(), cast=None, roll=None, changes=None)


def _with(state: LureState, seat: Seat, **changed: Any) -> LureState:
    players = state.players
    one = replace(players[seat], **changed)
    return replace(state, players=(*players[:seat], one, *players[seat + 1 :]))


def _without(held: Iterable[int], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(lure for lure in held if lure not in gone)
