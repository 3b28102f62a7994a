"""How one act runs its course: what comes of a roll, a choice or a withdrawal."""

from games.chance import Chance
from games.kernel import Entry, Seat
from games.live_bait import entries as e
from games.live_bait.fold import fold
from games.live_bait.model import LiveBaitState


class Course:
    """The entries one act makes, and the state after them. Lives only within one decision."""

    def __init__(self, state: LiveBaitState, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.entries: list[Entry] = []

    def add(self, entry: e.Happening) -> None:
        """Let it happen."""
        self.entries.append(entry)
        self.state = fold(self.state, entry)

    def _face(self, label: str) -> int:
        (face,) = self.chance.roll(label)
        return face

    def call_roll(self) -> None:
        """LB-3, and with two there already the duel (LB-17)."""
        self.add(e.RollCalled())
        if self._two_left():
            self._begin_duel()

    def roll_opening(self, seat: Seat, *, automatic: bool) -> None:
        """LB-4."""
        self.add(e.OpeningRolled(seat, self._face(f"open/s{seat}"), automatic))

    def roll_host_first(self) -> None:
        """LB-5, LB-6: the n-th standing player from the left, or another roll."""
        face = self._face(f"host/{self.state.host_rolls + 1}")
        self.add(e.HostRolled(face, "first"))
        standing = self.state.standing()
        if face <= len(standing):  # LB-5; LB-6 otherwise
            self.add(e.WentLive(standing[face - 1]))

    def roll_live(self, seat: Seat, *, automatic: bool) -> None:
        """LB-8 … LB-13."""
        face = self._face(f"live/{self.state.live_rolls + 1}")
        host_face, matched = self.state.host_face, self.state.matches(face)
        self.add(e.Rolled(seat, face, automatic))
        if face == host_face:  # LB-9, and LB-12: the host counts before any player
            self._catch(seat)
        elif matched:
            self.add(e.Matched(seat, matched))
            if len(matched) == 1:  # LB-10; LB-11 otherwise
                self.add(e.WentLive(matched[0]))

    def _catch(self, seat: Seat) -> None:
        self.add(e.Caught(seat, len(self.state.caught) + 1))  # LB-14
        if len(self.state.still_in()) == 1:
            self._end(self.state.still_in())  # LB-19
        elif self._two_left():
            self._begin_duel()  # LB-17
        else:
            self.add(e.WentLive(self.state.right_of(seat)))  # LB-15

    def choose(self, seat: Seat, chosen: Seat, *, automatic: bool) -> None:
        """LB-11."""
        self.add(e.Chose(seat, chosen, automatic))
        self.add(e.WentLive(chosen))

    def roll_host_again(self) -> None:
        """LB-16: picks nobody; then LIVE goes on."""
        face = self._face(f"host/{self.state.host_rolls + 1}")
        self.add(e.HostRolled(face, "again"))
        if self.state.live is not None:
            self.add(e.WentOn(self.state.live))

    def _two_left(self) -> bool:
        """Whether LB-17 begins: the option is on and the roll has been called."""
        begun = self.state.phase not in ("picking", "ready")
        return self.state.options.duel and begun and len(self.state.still_in()) == 2

    def _begin_duel(self) -> None:
        left, right = self.state.standing()
        self.add(e.DuelBegan(left, right))

    def roll_duel(self, seat: Seat, *, automatic: bool) -> None:
        """LB-17: one of the two; equal faces go again."""
        face = self._face(f"duel/{self.state.duel_round}/s{seat}")
        self.add(e.DuelRolled(seat, face, automatic))
        faces = [self.state.face_of(other) for other in self.state.standing()]
        if faces == [face, face]:
            self.add(e.DuelTied(face))

    def roll_host_duel(self) -> None:
        """LB-17, LB-18: until the host's face equals one of the two."""
        face = self._face(f"duel/host/{self.state.duel_host_rolls + 1}")
        self.add(e.HostRolled(face, "duel"))
        standing = self.state.standing()
        for door in standing:
            if self.state.face_of(door) == face:
                self.add(e.DuelMatched(door))
                break
        else:
            return
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
