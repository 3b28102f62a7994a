"""How one act runs its course: what comes of a roll, a choice or a withdrawal."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from games.chance import Chance
from games.kernel import Entry, Seat
from games.live_bait import entries as e
from games.live_bait.floor import FloorState

F = TypeVar("F", bound=FloorState)


class Course(ABC, Generic[F]):
    """The entries one act makes, and the state after them. Lives only within one decision."""

    def __init__(self, state: F, fold: Callable[[F, e.Happening], F], chance: Chance) -> None:
        self.state = state
        self.fold = fold
        self.chance = chance
        self.entries: list[Entry] = []

    def add(self, entry: e.Happening) -> None:
        """Let it happen."""
        self.entries.append(entry)
        self.state = self.fold(self.state, entry)

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
        """LB-17: until the host's face equals one of the two."""
        face = self._face(f"duel/host/{self.state.duel_host_rolls + 1}")
        self.add(e.HostRolled(face, "duel"))
        for matched in self.state.standing():
            if self.state.face_of(matched) == face:
                self.add(e.DuelMatched(matched))
                self._decide_duel(matched)
                return

    def _two_left(self) -> bool:
        """Whether LB-17 begins: the option is on and the roll has been called."""
        begun = self.state.phase not in ("picking", "ready")
        return self.state.options.duel and begun and len(self.state.still_in()) == 2

    @abstractmethod
    def leave(self, seat: Seat) -> None:
        """A seat is withdrawn."""

    @abstractmethod
    def _catch(self, seat: Seat) -> None:
        """The LIVE seat has matched the host (LB-9)."""

    @abstractmethod
    def _decide_duel(self, matched: Seat) -> None:
        """The host has matched this one of the two (LB-17)."""
