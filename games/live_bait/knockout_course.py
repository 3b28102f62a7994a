"""What is KnockOut's own in the course of an act: calling the next, arriving, passing over."""

from games.kernel import Seat
from games.live_bait import arrivals as a
from games.live_bait import entries as e
from games.live_bait.course import Course
from games.live_bait.knockout_model import Called, KnockOutState

EVENT_PRIZES = ("first", "second", "third")
DOOR_PRIZES = 3
_IN_PLAY = ("host_first", "live", "choosing", "host_again")


class KnockOutCourse(Course[KnockOutState]):
    """One act in a match in which the next in the queue takes the place of who goes out."""

    def roll_opening(self, seat: Seat, *, automatic: bool) -> None:
        """LB-4; with one standing alone, play then waits (KO-3)."""
        super().roll_opening(seat, automatic=automatic)
        self._go_on()

    def arrive(self, call: Called) -> None:
        """KO-3: coming to the die is rolling it; the face is not compared."""
        if call.die is None:
            raise ValueError(f"Seat {call.seat} has yet to pick a die.")
        time = 2 if call.seat in self.state.missed else 1
        face = self._face(f"arrive/s{call.seat}/{time}")
        self.add(a.Arrived(call.seat, call.die, face))
        self._go_on()

    def pass_over(self, call: Called, *, automatic: bool) -> None:
        """KO-4: to the end of the queue; the second time struck out."""
        if call.seat in self.state.missed:
            self.add(a.StruckOut(call.seat, automatic))
        else:
            self.add(a.PassedOver(call.seat, automatic))
        self._call_next(call.die)
        self._go_on()

    def leave(self, seat: Seat) -> None:
        """LB-21, KO-8."""
        before = self.state
        place, call = before.place_of(seat), before.call_of(seat)
        stood = seat in before.standing()
        self.add(e.Left(seat))
        if seat in before.caught:
            return
        if call is not None:
            self._call_next(call.die)
        elif stood and place is not None:
            free_choice = before.phase in ("picking", "ready")  # KO-2
            self._call_next(None if free_choice else place + 1)
        self._go_on()

    def _catch(self, seat: Seat) -> None:
        self.add(e.Caught(seat, len(self.state.caught) + 1))  # LB-14
        self._call_next(self.state.emptied + 1)  # KO-3
        self._go_on()

    def _call_next(self, die: int | None) -> None:
        """KO-3: the next in the queue is called; with nobody there the die stays empty."""
        # The one who is left can't be called any more: the match is over.
        if self.state.queue and len(self.state.still_in()) > 1:
            self.add(a.CalledUp(self.state.queue[0], die))

    def _go_on(self) -> None:
        """What follows now that somebody has come or gone."""
        state = self.state
        left, standing = state.still_in(), state.standing()
        if len(left) == 1:
            self._end(left)
        elif self._two_left():
            self._begin_duel()  # KO-7
        elif state.phase in _IN_PLAY and len(standing) < 2:
            self.add(a.Held())  # KO-3
        elif len(standing) > 1 and state.opened and state.live is None:
            self.add(e.WentLive(state.right_of_place(state.emptied)))  # LB-15, LB-21, KO-3
        elif len(state.candidates) == 1:
            self.add(e.WentLive(state.candidates[0]))  # LB-21

    def _two_left(self) -> bool:
        """KO-7: the two left must both stand."""
        return super()._two_left() and len(self.state.standing()) == 2

    def _decide_duel(self, matched: Seat) -> None:
        """KO-7: the matched one is second."""
        (first,) = (seat for seat in self.state.standing() if seat != matched)
        self._end((first, matched))

    def _end(self, first: tuple[Seat, ...]) -> None:
        """KO-5, KO-6: the match is over, ``first`` being who was never caught."""
        caught, gone = self.state.caught, set(self.state.withdrawn)
        places = (*first, *(seat for seat in reversed(caught) if seat not in gone))
        takers = places[: len(EVENT_PRIZES)]
        prizes = list(zip(EVENT_PRIZES, takers, strict=False))
        # One who left after being caught keeps the door prize: it was decided by then.
        doors = [seat for seat in caught if seat not in takers][:DOOR_PRIZES]
        prizes += [("door", seat) for seat in doors]
        self.add(e.Ended(places, tuple(prizes)))
