"""Scripted Lure: fish, lures and faces by name, a match driven by short calls."""

from collections.abc import Sequence
from typing import Any

from games.kernel import Actor, Command, Entry, Host, IllegalMove, Player, Public, Seat
from games.lure import LureGame
from games.lure.cards import DECK, LURES
from games.lure.commands import Adjust, Cast, Deal
from games.lure.model import LureState
from games.lure.options import LureOptions
from games.lure.view import LureView

GAME = LureGame()

NUMBER = {fish.name: number for number, fish in enumerate(DECK)}
"""Where a fish stands in the deck."""

ADJUST = tuple(n for n, lure in enumerate(LURES) if lure.kind == "adjust")
EXTRA = {lure.number: n for n, lure in enumerate(LURES) if lure.kind == "extra"}
BOAST = tuple(n for n, lure in enumerate(LURES) if lure.kind == "boast")

PLAIN = ("Bleak", "Perch", "Bream", "Chub", "Carp", "Zander", "Pike", "Salmon", "Catfish")
"""Fish without a splash, in the order in which they are turned up where nothing else is said."""


class Fate:
    """Chance that turns up the fish and lures that are wanted, and the faces that were queued.

    It keeps its own account of what is left to turn up and to draw; ``refill`` are the discards that
    a test expects to be drawn from once the pile is empty.
    """

    def __init__(self, fish: Sequence[str], lures: Sequence[int], tokens: int) -> None:
        self.fish = [NUMBER[name] for name in fish]
        self.lures = list(lures)
        self.pool = list(range(len(DECK)))
        self.pile = list(range(tokens))
        self.refill: list[int] = []
        self.faces: dict[str, tuple[int, ...]] = {}
        self.labels: list[str] = []

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        self._once(label)
        faces = self.faces.pop(label)
        assert len(faces) == count
        assert all(1 <= face <= sides for face in faces)
        return faces

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        self._once(label)
        assert count == 1
        kind = label.split("/")[0]
        left, wanted = {
            "fish": (self.pool, [*self.fish, *map(NUMBER.__getitem__, PLAIN)]),
            "lure": (self.pile, self.lures),
        }[kind]
        if not left:
            left.extend(self.refill)
        assert len(left) == n
        at = next((left.index(one) for one in wanted if one in left), 0)
        del left[at]
        return (at,)

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        raise AssertionError("nothing is shuffled in this game")

    def _once(self, label: str) -> None:
        assert label not in self.labels
        self.labels.append(label)


class Match:
    """A match in play: ``state`` now, ``log`` so far; ``fate`` decides what falls and turns up."""

    def __init__(
        self,
        seats: int,
        *,
        fish: Sequence[str] = (),
        lures: Sequence[int] = (),
        deal: bool = True,
        tokens: int = len(LURES),
        **options: Any,
    ) -> None:
        options = {"lures": LURES[:tokens], **options}
        self.state: LureState = GAME.initial_state(seats, LureOptions(**options))
        self.log: list[Entry] = []
        self.fate = Fate(fish, lures, tokens)
        if deal:
            self.do(Host(), Deal())

    @property
    def view(self) -> LureView:
        return GAME.view(self.state, Public())

    @property
    def names(self) -> list[str]:
        """The fish face up."""
        return [DECK[fish].name for fish in self.state.fish]

    def do(self, who: Actor | Seat, command: Command) -> list[Entry]:
        actor = Player(who) if isinstance(who, int) else who
        return self._keep(GAME.decide(self.state, actor, command, self.fate))

    def cast(
        self,
        seat: Seat,
        d6: int = 0,
        *,
        specials: tuple[int, ...] = (),
        lures: tuple[int, ...] = (),
    ) -> list[Entry]:
        return self.do(seat, Cast(d6, specials, lures))

    def adjust(self, seat: Seat, *changes: tuple[int, int]) -> list[Entry]:
        return self.do(seat, Adjust(changes))

    def falls(self, seat: Seat, *faces: int, d12: int = 0, d20: int = 0) -> None:
        """What a seat's dice will show in this round."""
        label = f"r{self.state.round}/s{seat}"
        for name, values in (("d6", faces), ("d12", (d12,)), ("d20", (d20,))):
            if all(values) and values:
                self.fate.faces[f"{label}/{name}"] = values

    def pass_round(self) -> list[Entry]:
        """Nobody rolls anything in this round."""
        entries: list[Entry] = []
        for seat in self.state.to_cast():
            entries = self.cast(seat)
        return entries

    def late(self, seat: Seat) -> list[Entry]:
        return self._keep(GAME.time_out(self.state, Player(seat), self.fate))

    def leave(self, seat: Seat) -> list[Entry]:
        return self._keep(GAME.withdraw(self.state, seat, self.fate))

    def refused(self, who: Actor | Seat, command: Command) -> str:
        """The code of the refusal; fails if there is none."""
        actor = Player(who) if isinstance(who, int) else who
        try:
            GAME.decide(self.state, actor, command, self.fate)
        except IllegalMove as illegal:
            return illegal.code
        raise AssertionError("it was allowed")

    def fish_of(self, seat: Seat) -> list[str]:
        return [DECK[fish].name for fish in self.state.players[seat].fish]

    def _keep(self, entries: Sequence[Entry]) -> list[Entry]:
        for entry in entries:
            self.state = GAME.evolve(self.state, entry)
        self.log += entries
        return list(entries)
