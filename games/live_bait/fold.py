"""How an entry changes the state. Nothing here refuses, chooses or rolls."""

from dataclasses import replace
from typing import TypeVar

from games.kernel import Seat
from games.live_bait import entries as e
from games.live_bait.floor import Die, DieState, FloorState, Phase
from games.live_bait.model import LiveBaitState

F = TypeVar("F", bound=FloorState)


def fold(state: LiveBaitState, entry: e.Happening) -> LiveBaitState:
    """The state after the entry."""
    after = replace(state, waived=True) if isinstance(entry, e.Waived) else on_floor(state, entry)
    return grouped(after, entry)


def grouped(state: F, entry: e.Happening) -> F:
    """The state with the entry in ``last``, joined to the group that it belongs to."""
    begins = isinstance(entry, e.ACTS)
    return replace(state, last=(entry,) if begins else (*state.last, entry))


def on_floor(state: F, entry: e.Happening) -> F:
    """What the entry changes on the floor."""
    match entry:
        case e.Picked(seat=seat, die=die):
            return all_here(put(state, die - 1, Die(seat, None, "standing")))
        case e.RollCalled():
            return replace(state, phase="opening")
        case e.OpeningRolled(seat=seat, face=face):
            return all_here(_show(state, seat, face))
        case e.HostRolled():
            return _host(state, entry)
        case e.Rolled(seat=seat, face=face):
            return replace(_show(state, seat, face), live_rolls=state.live_rolls + 1)
        case e.Matched(seats=seats) if len(seats) > 1:  # LB-11
            return replace(state, phase="choosing", candidates=seats, choices=state.choices + 1)
        case e.Chose():
            return replace(state, candidates=())
        case e.WentLive(seat=seat):
            phase: Phase = "host_again" if state.reroll_owed else "live"
            return replace(state, phase=phase, live=seat, candidates=())
        case e.WentOn(seat=seat):
            return replace(state, phase="live", live=seat)
        case e.Caught(seat=seat):  # LB-14, LB-16
            hidden = replace(_hide(state, seat, "caught"), live=None, reroll_owed=True)
            return replace(hidden, phase="host_again", caught=(*state.caught, seat))
        case e.DuelBegan():  # LB-17: old faces are cleared, no re-roll is owed any more
            begun = replace(state, phase="duel", duel_round=1, reroll_owed=False, host_face=None)
            return replace(_cleared(begun), live=None, candidates=())
        case e.DuelRolled(seat=seat, face=face):
            return all_here(_show(state, seat, face))
        case e.DuelTied():
            return replace(_cleared(state), phase="duel", duel_round=state.duel_round + 1)
        case e.Left(seat=seat):
            return _left(state, seat)
        case e.Ended(places=places, prizes=prizes):
            over = replace(state, phase="over", places=places, prizes=prizes)
            return replace(over, live=None, candidates=(), reroll_owed=False)
        case _:  # facts for the log: Matched one, DuelMatched, PriorWinnerRuled, DoorPicked
            return state


def _host(state: F, entry: e.HostRolled) -> F:
    state = replace(state, host_face=entry.face)
    match entry.why:
        case "first":
            return replace(state, host_rolls=state.host_rolls + 1)
        case "again":  # LB-16
            return replace(state, host_rolls=state.host_rolls + 1, reroll_owed=False)
        case "duel":
            return replace(state, duel_host_rolls=state.duel_host_rolls + 1)


def _left(state: F, seat: Seat) -> F:
    """LB-21. A caught seat's die stays as it is: it keeps its place in the order of going out."""
    state = replace(state, withdrawn=(*state.withdrawn, seat))
    if seat in state.caught:
        return state
    rest = tuple(other for other in state.candidates if other != seat)
    state = replace(_hide(state, seat, "left"), candidates=rest)
    if seat == state.live:
        phase: Phase = "live" if state.phase == "choosing" else state.phase
        state = replace(state, phase=phase, live=None, candidates=())
    return all_here(state)


def all_here(state: F) -> F:
    """The next phase when nobody is waited for any more in one where several are."""
    if state.phase == "picking" and not state.without_die():
        return replace(state, phase="ready")
    if state.phase == "opening" and not state.without_face():
        return replace(state, phase="host_first")
    if state.phase == "duel" and not state.without_face():
        return replace(state, phase="duel_host")
    return state


def put(state: F, place: int, die: Die) -> F:
    """The state with this die at a place in ``dice``."""
    return replace(state, dice=(*state.dice[:place], die, *state.dice[place + 1 :]))


def counted(state: F, seat: Seat) -> F:
    """The state with one more roll of the seat's (LB-20)."""
    rolled = (*state.rolled[:seat], state.rolled[seat] + 1, *state.rolled[seat + 1 :])
    return replace(state, rolled=rolled)


def _show(state: F, seat: Seat, face: int) -> F:
    """The seat's die shows a new face, and the roll is counted (LB-20)."""
    place = state.place_of(seat)
    state = counted(state, seat)
    return state if place is None else put(state, place, replace(state.dice[place], face=face))


def _hide(state: F, seat: Seat, how: DieState) -> F:
    """The seat's die turns to "?"."""
    place = state.place_of(seat)
    if place is None:
        return state
    return put(state, place, Die(seat, None, how))


def _cleared(state: F) -> F:
    return replace(state, dice=tuple(replace(die, face=None) for die in state.dice))
