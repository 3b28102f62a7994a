"""How an entry changes a KnockOut: the queue and the calls, and the floor as in Live Bait."""

from dataclasses import replace

from games.kernel import Seat
from games.live_bait import arrivals as a
from games.live_bait import entries as e
from games.live_bait.floor import Die
from games.live_bait.fold import all_here, counted, grouped, on_floor, put
from games.live_bait.knockout_model import Called, KnockOutState


def fold(state: KnockOutState, entry: e.Happening) -> KnockOutState:
    """The state after the entry."""
    return grouped(_fold(state, entry), entry)


def _fold(state: KnockOutState, entry: e.Happening) -> KnockOutState:
    match entry:
        case e.Picked(seat=seat):
            return on_floor(_come(state, seat), entry)
        case a.CalledUp(seat=seat, die=die):
            return _call(state, seat, die)
        case a.Arrived(seat=seat, die=die, face=face):
            after = put(counted(_come(state, seat), seat), die - 1, Die(seat, face, "standing"))
            if after.phase == "waiting" and not after.opened and len(after.standing()) > 1:
                return replace(after, phase="host_first")
            return after
        case a.PassedOver(seat=seat):
            after = _come(state, seat)
            return replace(after, queue=(*after.queue, seat), missed=(*after.missed, seat))
        case a.StruckOut(seat=seat):
            return all_here(_out(_come(state, seat), seat, state.place_of(seat)))
        case a.Held():
            holds = state.holds + 1
            return replace(state, phase="waiting", live=None, candidates=(), holds=holds)
        case e.WentLive():
            return replace(on_floor(state, entry), opened=True)
        case e.Caught(seat=seat):
            return _emptied(on_floor(state, entry), state.place_of(seat))
        case e.Left(seat=seat):
            return _left(state, entry, seat)
        case e.Ended():
            return replace(on_floor(state, entry), called=(), queue=())
        case _:
            return on_floor(state, entry)


def _call(state: KnockOutState, seat: Seat, die: int | None) -> KnockOutState:
    """KO-3: a call of its own, and a die kept for who is called once play has begun."""
    calls = state.calls + 1
    queue = tuple(other for other in state.queue if other != seat)
    called = (*state.called, Called(seat, die, calls))
    after = replace(state, queue=queue, called=called, calls=calls)
    if die is not None:
        return put(after, die - 1, Die(seat, None, "called"))
    return replace(after, phase="picking")  # KO-8: also when everybody had a die before


def _come(state: KnockOutState, seat: Seat) -> KnockOutState:
    """The state in which this seat is not called any more."""
    return replace(state, called=tuple(call for call in state.called if call.seat != seat))


def _out(state: KnockOutState, seat: Seat, place: int | None) -> KnockOutState:
    """KO-4: withdrawn; the die that waited for the seat stays empty unless the next is called."""
    after = replace(state, withdrawn=(*state.withdrawn, seat))
    return after if place is None else put(after, place, Die(seat, None, "left"))


def _left(state: KnockOutState, entry: e.Left, seat: Seat) -> KnockOutState:
    """LB-21, KO-8: before the call of the roll an emptied die can be picked by the next."""
    place, stood = state.place_of(seat), seat in state.standing()
    after = replace(
        _come(state, seat),
        queue=tuple(other for other in state.queue if other != seat),
        missed=tuple(other for other in state.missed if other != seat),
    )
    after = on_floor(after, entry)
    if place is None or not stood:
        return after
    after = _emptied(after, place)
    refilled = state.phase in ("picking", "ready") and bool(state.queue)
    return put(after, place, Die()) if refilled else after


def _emptied(state: KnockOutState, place: int | None) -> KnockOutState:
    return state if place is None else replace(state, emptied=place)
