"""What the roller and the host can ask for in Fish or Cut Bait."""

from dataclasses import dataclass

from games.fish_or_cut_bait.dice import Colour
from games.kernel import Command


@dataclass(frozen=True, slots=True)
class FlipTimer(Command):
    """The roller, or the host, starts the turn's clock (FC-2)."""


@dataclass(frozen=True, slots=True)
class RollRig(Command):
    """The roller rolls these rig dice, 0 … 3, and keeps the others (FC-4)."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollFish(Command):
    """The roller rolls these fish dice; the first time, that starts the fishing (FC-7, FC-8)."""

    dice: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Stop(Command):
    """The roller ends the turn with what shows (FC-11)."""


@dataclass(frozen=True, slots=True)
class Deduct(Command):
    """The roller of a lucky seven says how many fish each seat loses (FC-14)."""

    points: tuple[int, ...]


COMMANDS: tuple[type[Command], ...] = (FlipTimer, RollRig, RollFish, Stop, Deduct)
