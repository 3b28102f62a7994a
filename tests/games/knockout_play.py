"""Scripted KnockOut: a match driven by short calls, with every face given in advance."""

from typing import Any

from games.kernel import Actor, Command, Entry, Host, Player, Seat
from games.live_bait import KnockOut
from games.live_bait.commands import CallRoll, PassOver, PickDie, Roll
from games.live_bait.knockout_model import KnockOutOptions, KnockOutState
from games.live_bait.view import LiveBaitView
from tests.games.live_bait_play import Script

GAME = KnockOut()


class Match:
    """A match in play: ``state`` now, ``log`` so far, ``chance`` with the labels used."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.chance = Script()
        self.state: KnockOutState = GAME.initial_state(seats, KnockOutOptions(**options))
        self.log: list[Entry] = []

    def view(self) -> LiveBaitView:
        """What everybody sees."""
        return GAME.view(self.state, Host())

    def do(self, who: Actor | Seat, command: Command, *chance: int) -> list[Entry]:
        """A command by a seat or the host, with the chance it may use (all of it)."""
        self.chance.values = list(chance)
        actor = Player(who) if isinstance(who, int) else who
        return self._keep(list(GAME.decide(self.state, actor, command, self.chance)))

    def late(self, seat: Seat, *chance: int) -> list[Entry]:
        """The seat's limit has passed."""
        self.chance.values = list(chance)
        return self._keep(list(GAME.time_out(self.state, Player(seat), self.chance)))

    def leave(self, seat: Seat) -> list[Entry]:
        """The seat is withdrawn."""
        return self._keep(list(GAME.withdraw(self.state, seat, self.chance)))

    def roll(self, seat: Seat, *chance: int) -> list[Entry]:
        """A seat rolls, or arrives by rolling."""
        return self.do(seat, Roll(), *chance)

    def host(self, face: int) -> list[Entry]:
        """The host rolls."""
        return self.do(Host(), Roll(), face)

    def pass_over(self, seat: Seat) -> list[Entry]:
        """The host passes over one who is called."""
        return self.do(Host(), PassOver(seat))

    def catch(self, seat: Seat) -> list[Entry]:
        """The LIVE seat rolls the host's number."""
        assert self.state.live == seat
        assert self.state.host_face is not None
        return self.roll(seat, self.state.host_face)

    def waiting(self) -> set[Actor]:
        """Who is waited for."""
        return set(GAME.waits(self.state))

    def token(self, who: Actor | Seat) -> object:
        """The token of somebody's wait."""
        return GAME.waits(self.state)[Player(who) if isinstance(who, int) else who].token

    def _keep(self, entries: list[Entry]) -> list[Entry]:
        assert self.chance.values == []
        for entry in entries:
            self.state = GAME.evolve(self.state, entry)
        self.log += entries
        return entries


def picked(seats: int, **options: Any) -> Match:
    """Seats 0 … 5 stand at dice 1 … 6, or as many as there are."""
    match = Match(seats, **options)
    for seat in range(min(seats, 6)):
        match.do(seat, PickDie(seat + 1))
    return match


def opened(seats: int, **options: Any) -> Match:
    """The roll has been called."""
    match = picked(seats, **options)
    match.do(Host(), CallRoll())
    return match


def live(seats: int, *, host: int, **options: Any) -> Match:
    """Seat s shows s + 1; the host's ``host``-th player is LIVE, and that is the number to avoid."""
    match = opened(seats, **options)
    for seat in range(min(seats, 6)):
        match.roll(seat, seat + 1)
    match.host(host)
    return match


def play_on(match: Match) -> None:
    """Everybody who is called arrives, LIVE is caught at once, to the end."""
    while GAME.outcome(match.state) is None:
        state = match.state
        if state.called:
            match.roll(state.called[0].seat, 6)
        elif Host() in match.waiting():
            match.host(1)
        else:
            assert state.live is not None
            match.catch(state.live)
