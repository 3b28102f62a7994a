"""What the players and the host can ask for in Lure."""

from dataclasses import dataclass

from games.kernel import Command


@dataclass(frozen=True, slots=True)
class Deal(Command):
    """The host deals everybody a lure and turns up the first fish (LU-2, LU-5)."""


@dataclass(frozen=True, slots=True)
class Cast(Command):
    """A player chooses in secret how many d6, which of 12 and 20, and which lures held (LU-6)."""

    d6: int
    specials: tuple[int, ...]
    lures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Adjust(Command):
    """A player turns dice of the own roll in secret: (die, signed steps), a lure a step (LU-8).

    Dice are counted from 0: d6 first, then the d12, then the d20.
    """

    changes: tuple[tuple[int, int], ...]


COMMANDS: tuple[type[Command], ...] = (Deal, Cast, Adjust)
