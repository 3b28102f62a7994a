"""What is Live Bait's own in the course of an act: one round, and how it ends."""

from games.kernel import Seat
from games.live_bait import entries as e
from games.live_bait.course import Course
from games.live_bait.model import LiveBaitState


class RoundCourse(Course[LiveBaitState]):
    """One act in a round in which nobody takes the place of who goes out."""

    def _catch(self, seat: Seat) -> None:
        self.add(e.Caught(seat, len(self.state.caught) + 1))  # LB-14
        if len(self.state.still_in()) == 1:
            self._end(self.state.still_in())  # LB-19
        elif self._two_left():
            self._begin_duel()  # LB-17
        else:
            self.add(e.WentLive(self.state.right_of(seat)))  # LB-15

    def _decide_duel(self, matched: Seat) -> None:
        """LB-17, LB-18: who takes the door prize, and with it the end."""
        standing, door = self.state.standing(), matched
        prior = self._prior_winner()
        if prior is not None:  # LB-18
            self.add(e.PriorWinnerRuled(prior))
            door = prior
        (main,) = (seat for seat in standing if seat != door)
        self._end((main, door))

    def _prior_winner(self) -> Seat | None:
        """LB-18: the one of the two who has won a main prize before, if exactly one has."""
        options = self.state.options
        if options.final or self.state.waived or not options.prior_winner_takes_door:
            return None
        prior = [seat for seat in self.state.standing() if seat in options.prior_winners]
        return prior[0] if len(prior) == 1 else None

    def leave(self, seat: Seat) -> None:
        """LB-21."""
        before = self.state
        self.add(e.Left(seat))
        state = self.state
        if seat in before.caught:
            return
        if len(state.still_in()) == 1:
            self._end(state.still_in())
        elif self._two_left():
            self._begin_duel()
        elif before.live == seat:
            self.add(e.WentLive(state.right_of(seat)))
        elif len(state.candidates) == 1:
            self.add(e.WentLive(state.candidates[0]))

    def _end(self, first: tuple[Seat, ...]) -> None:
        """LB-19, LB-20, LB-22: the match is over, ``first`` being who was never caught."""
        state = self.state
        caught = tuple(seat for seat in state.caught if seat not in state.withdrawn)
        places = (*first, *reversed(caught))
        if state.options.final:  # LB-22
            prizes = list(zip(("first", "second", "third"), places, strict=False))
            hopeful = tuple(seat for seat in caught if seat not in places[:3])
        else:
            prizes = [("main", places[0])]
            prizes += [("door", seat) for seat in first[1:]]
            hopeful = () if first[1:] else caught
        if hopeful:  # LB-19
            (index,) = self.chance.pick("door", len(hopeful), 1)
            self.add(e.DoorPicked(hopeful[index]))
            prizes.append(("door", hopeful[index]))
        self.add(e.Ended(places, tuple(prizes)))
