"""Scripted Live Bait: a match driven by short calls, with every face given in advance."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Actor, Command, Entry, Host, Player, Seat
from games.live_bait import LiveBait
from games.live_bait.commands import CallRoll, PickDie, Roll
from games.live_bait.model import LiveBaitOptions, LiveBaitState

GAME = LiveBait()


@dataclass
class Script:
    """Chance that gives what was queued, by order, and keeps the labels it was asked for."""

    values: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        return self._take(label, count, range(1, sides + 1))

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        return self._take(label, count, range(n))

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        return self._take(label, n, range(n))

    def _take(self, label: str, count: int, allowed: range) -> tuple[int, ...]:
        assert label not in self.labels
        self.labels.append(label)
        taken, self.values = tuple(self.values[:count]), self.values[count:]
        assert len(taken) == count
        assert all(value in allowed for value in taken)
        return taken


class Match:
    """A match in play: ``state`` now, ``log`` so far, ``chance`` with the labels used."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.chance = Script()
        self.state: LiveBaitState = GAME.initial_state(seats, LiveBaitOptions(**options))
        self.log: list[Entry] = []

    def do(self, who: Actor | Seat, command: Command, *chance: int) -> list[Entry]:
        """A command by a seat or the host, with the chance it may use (all of it)."""
        self.chance.values = list(chance)
        actor = Player(who) if isinstance(who, int) else who
        return self._keep(GAME.decide(self.state, actor, command, self.chance))

    def late(self, seat: Seat, *chance: int) -> list[Entry]:
        """The seat's limit has passed."""
        self.chance.values = list(chance)
        return self._keep(GAME.time_out(self.state, Player(seat), self.chance))

    def leave(self, seat: Seat, *chance: int) -> list[Entry]:
        """The seat is withdrawn."""
        self.chance.values = list(chance)
        return self._keep(GAME.withdraw(self.state, seat, self.chance))

    def roll(self, seat: Seat, *chance: int) -> list[Entry]:
        """A seat rolls."""
        return self.do(seat, Roll(), *chance)

    def host(self, face: int, *door: int) -> list[Entry]:
        """The host rolls; ``door``: the index drawn for the door prize."""
        return self.do(Host(), Roll(), face, *door)

    def waiting(self) -> set[Actor]:
        """Who is waited for."""
        return set(GAME.waits(self.state))

    def _keep(self, entries: Sequence[Entry]) -> list[Entry]:
        assert self.chance.values == []
        for entry in entries:
            self.state = GAME.evolve(self.state, entry)
        self.log += entries
        return list(entries)


def picked(seats: int, **options: Any) -> Match:
    """Seat s stands at die s + 1."""
    match = Match(seats, **options)
    for seat in range(seats):
        match.do(seat, PickDie(seat + 1))
    return match


def called(seats: int, **options: Any) -> Match:
    """The roll has been called."""
    match = picked(seats, **options)
    match.do(Host(), CallRoll())
    return match


def live(*faces: int, host: int, **options: Any) -> Match:
    """Seat s shows ``faces[s]``; the host's ``host``-th player is LIVE."""
    match = called(len(faces), **options)
    for seat, face in enumerate(faces):
        match.roll(seat, face)
    match.host(host)
    return match
