"""Scripted Fish or Cut Bait: a match driven by short calls, with every face named in advance."""

from collections.abc import Sequence
from typing import Any

from games.fish_or_cut_bait import FishOrCutBait
from games.fish_or_cut_bait.commands import FlipTimer, RollFish, RollRig, Stop
from games.fish_or_cut_bait.dice import Fish, RigFace
from games.fish_or_cut_bait.model import FishState
from games.fish_or_cut_bait.options import FishOptions
from games.fish_or_cut_bait.view import FishView
from games.kernel import Actor, Command, Entry, IllegalMove, Player, Public, Seat

GAME = FishOrCutBait()

SIDE_OF: dict[Fish | RigFace, int] = {
    "pole": 1, "lure": 3, "bobber": 4, "boat": 6,
    1: 1, 2: 2, 3: 3, 4: 4, 5: 5, "snag": 6,
}  # fmt: skip
"""The side of a die that shows this face."""

PARTIAL: tuple[RigFace, ...] = ("pole", "bobber", "lure", "pole")
FULL: tuple[RigFace, ...] = ("pole", "bobber", "lure", "boat")
ALIKE: tuple[RigFace, ...] = ("pole", "pole", "pole", "lure")


class Script:
    """Chance that gives the sides that were queued, and keeps the labels it was asked for."""

    def __init__(self) -> None:
        self.sides: list[int] = []
        self.labels: list[str] = []

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        assert label not in self.labels
        assert sides == 6
        self.labels.append(label)
        taken, self.sides = tuple(self.sides[:count]), self.sides[count:]
        assert len(taken) == count
        return taken

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        raise AssertionError("nothing is picked in this game")

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        raise AssertionError("nothing is shuffled in this game")


class Match:
    """A match in play: ``state`` now, ``log`` so far, ``chance`` with the labels used."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.chance = Script()
        self.state: FishState = GAME.initial_state(seats, FishOptions(**options))
        self.log: list[Entry] = []

    @property
    def view(self) -> FishView:
        return GAME.view(self.state, Public())

    @property
    def roller(self) -> Seat:
        return self.state.roller

    def do(self, who: Actor | Seat, command: Command, *faces: Fish | RigFace) -> list[Entry]:
        """A command by a seat or the host, with the faces that fall (all of them)."""
        self.chance.sides = [SIDE_OF[face] for face in faces]
        actor = Player(who) if isinstance(who, int) else who
        return self._keep(GAME.decide(self.state, actor, command, self.chance))

    def flip(self) -> list[Entry]:
        return self.do(self.roller, FlipTimer())

    def rig(self, *faces: RigFace, dice: tuple[int, ...] = (0, 1, 2, 3)) -> list[Entry]:
        """The roller rolls rig dice."""
        return self.do(self.roller, RollRig(dice), *faces)

    def fish(self, **faces: Fish) -> list[Entry]:
        """The roller rolls the fish dice named, with these faces: ``fish(red=2, white=4)``."""
        dice: Any = tuple(faces)
        return self.do(self.roller, RollFish(dice), *faces.values())

    def stop(self) -> list[Entry]:
        return self.do(self.roller, Stop())

    def late(self) -> list[Entry]:
        """The roller's limit has passed."""
        return self._keep(GAME.time_out(self.state, Player(self.roller), self.chance))

    def leave(self, seat: Seat) -> list[Entry]:
        return self._keep(GAME.withdraw(self.state, seat, self.chance))

    def catch(self, *numbers: int) -> list[Entry]:
        """A whole turn of the roller that ends with these fish; none: stopped before fishing."""
        if self.state.phase == "ready":
            self.flip()
        if numbers:
            self.rig(*FULL)
            self.fish(**dict(zip(("red", "white", "blue"), numbers, strict=False)))
        return self.stop()

    def refused(self, who: Actor | Seat, command: Command) -> str:
        """The code of the refusal; fails if there is none."""
        before = self.state
        actor = Player(who) if isinstance(who, int) else who
        try:
            GAME.decide(self.state, actor, command, self.chance)
        except IllegalMove as illegal:
            assert self.state == before
            return illegal.code
        raise AssertionError("it was allowed")

    def _keep(self, entries: Sequence[Entry]) -> list[Entry]:
        assert self.chance.sides == []
        for entry in entries:
            self.state = GAME.evolve(self.state, entry)
        self.log += entries
        return list(entries)


def at_turn(seats: int = 3, **options: Any) -> Match:
    """A match whose first turn has begun."""
    match = Match(seats, **options)
    match.flip()
    return match


def rigged(*faces: RigFace, seats: int = 3, **options: Any) -> Match:
    """A match whose first roller shows this rig."""
    match = at_turn(seats, **options)
    match.rig(*faces)
    return match
