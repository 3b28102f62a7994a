"""Scripted Angler & Fish: a match driven by short calls."""

from collections.abc import Sequence
from typing import Any

from games.angler import Angler
from games.angler.commands import Bait, Stake
from games.angler.model import AnglerState
from games.angler.options import AnglerOptions
from games.angler.view import AnglerView
from games.chance import Chance, ScriptedChance
from games.kernel import Actor, Command, Entry, IllegalMove, Player, Public, Seat

GAME = Angler()
NO_CHANCE = ScriptedChance({})


class Match:
    """A match in play: ``state`` now, ``log`` so far."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.state: AnglerState = GAME.initial_state(seats, AnglerOptions(**options))
        self.log: list[Entry] = []

    @property
    def view(self) -> AnglerView:
        return GAME.view(self.state, Public())

    def do(self, who: Actor | Seat, command: Command) -> list[Entry]:
        actor = Player(who) if isinstance(who, int) else who
        return self._keep(GAME.decide(self.state, actor, command, NO_CHANCE))

    def bait(self, value: int, *, bite: bool) -> list[Entry]:
        """The angler casts."""
        return self.do(self.state.angler, Bait(value, bite))

    def stake(self, *fish: int) -> list[Entry]:
        """So many of the fish players stake, in their order; what the last of them made happen."""
        entries: list[Entry] = []
        for count in fish:
            entries = self.do(self.state.stakers()[0], Stake(count))
        return entries

    def cast(self, value: int, bite: bool, *fish: int) -> list[Entry]:
        """A whole cast: the bait, the card, and what the fish players stake in their order."""
        self.bait(value, bite=bite)
        return self.stake(*fish)

    def late(self, chance: Chance = NO_CHANCE) -> list[Entry]:
        """The limit of whoever is waited for has passed."""
        (who,) = GAME.waits(self.state)
        return self._keep(GAME.time_out(self.state, who, chance))

    def leave(self, seat: Seat) -> list[Entry]:
        return self._keep(GAME.withdraw(self.state, seat, NO_CHANCE))

    def refused(self, who: Actor | Seat, command: Command) -> str:
        """The code of the refusal; fails if there is none."""
        actor = Player(who) if isinstance(who, int) else who
        try:
            GAME.decide(self.state, actor, command, NO_CHANCE)
        except IllegalMove as illegal:
            return illegal.code
        raise AssertionError("it was allowed")

    def play_round(self) -> None:
        """A round that ends at once: both bites, and nobody stakes on them."""
        self.cast(5, True, *[0] * len(self.state.players()))
        self.cast(4, True, *[0] * len(self.state.players()))

    def _keep(self, entries: Sequence[Entry]) -> list[Entry]:
        for entry in entries:
            self.state = GAME.evolve(self.state, entry)
        self.log += entries
        return list(entries)
