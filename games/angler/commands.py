"""What the angler and the fish can ask for."""

from dataclasses import dataclass

from games.kernel import Command


@dataclass(frozen=True, slots=True)
class Bait(Command):
    """The angler shows a bait of this value and lays an angler card under it, face down (AF-3)."""

    value: int
    bite: bool


@dataclass(frozen=True, slots=True)
class Stake(Command):
    """A fish player stakes so many of the fish they have left (AF-4)."""

    fish: int


COMMANDS: tuple[type[Command], ...] = (Bait, Stake)
