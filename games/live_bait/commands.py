"""What the seats and the host can ask for in Live Bait."""

from dataclasses import dataclass

from games.kernel import Command, Seat


@dataclass(frozen=True, slots=True)
class PickDie(Command):
    """A seat stands at die 1 … 6, counted from the left (LB-2)."""

    die: int


@dataclass(frozen=True, slots=True)
class Roll(Command):
    """A seat or the host rolls the own die; one who is called arrives by it (KO-3)."""


@dataclass(frozen=True, slots=True)
class ChooseNext(Command):
    """The LIVE seat names one of those it matched (LB-11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CallRoll(Command):
    """The host calls the roll (LB-3)."""


@dataclass(frozen=True, slots=True)
class WaivePriorWinner(Command):
    """The host sets LB-18 aside for this match."""


@dataclass(frozen=True, slots=True)
class PassOver(Command):
    """The host passes over one who is called and doesn't come (KO-4)."""

    seat: Seat


COMMANDS: tuple[type[Command], ...] = (PickDie, Roll, ChooseNext, CallRoll, WaivePriorWinner)
KNOCKOUT_COMMANDS: tuple[type[Command], ...] = (PickDie, Roll, ChooseNext, CallRoll, PassOver)
