"""An evening as people play it together, each on pages of their own."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.browser.hall import DESK, WALL, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.browser.table import Table
from tests.staging import Evening, close_in, until

NAMES = ("Juniper", "Osric", "Tansy", "Wren", "Bram", "Ilka")


@dataclass
class Party:
    """Everybody who is there, and which commands were pressed by whom: ("Roll", "host") …"""

    evening: Evening
    host: Host
    players: list[Player]
    watchers: list[Table] = field(default_factory=list)
    seated: list[Player] = field(default_factory=list)
    pressed: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def everybody(self) -> list[Table]:
        return [self.host, *self.players, *self.watchers]

    def close_registration(self) -> None:
        close_in(self.evening, 1)

    def draw_and_seat(self, round_: int = 1) -> None:
        """Draw, answer and start a round: up to where its players pick their dice.

        Who has won the main prize before isn't drawn again.
        """
        start = f"Start round {round_}"
        self.host.press(f"Draw round {round_}")
        self.seated = []
        while not self.host.offered(start):
            until("somebody's call", lambda: self._called() or self.host.offered(start))
            for player in self._called():
                player.answer()
                self.seated.append(player)
        self.host.press(start)

    def _called(self) -> list[Player]:
        return [player for player in self.players if player.is_called]

    def pick_in_order(self) -> None:
        """Everybody at the table takes a die, from the left; then the host calls the roll."""
        for die, player in enumerate(self.seated, start=1):
            player.pick(die)
        self.host.press("Call the roll")

    def next_actor(self) -> Table | None:
        """Whoever is waited for next; None once the round is over."""
        people: Sequence[Table] = [self.host, *self.seated]

        def look() -> list[Table | None]:
            found: list[Table | None] = [one for one in people if one.awaited()]
            over = self.host.offered("Finish the evening")
            return found or ([None] if over else [])

        return until("somebody's turn", look)[0]

    def roll_to_the_end(self) -> None:
        """Everybody does what is waited for, until the round is over."""
        while actor := self.next_actor():
            self.pressed[actor.awaited(), "host" if actor is self.host else "player"] += 1
            actor.act()


def gather(hall: Hall, evening: Evening) -> Party:
    """A host at the console, six players at the table, a spectator and a projector; over all web processes."""
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(evening.site.url)
    host.open_console(evening)
    players = [Player(hall.person(name), name) for name in NAMES]
    for place, player in enumerate(players):
        player.register(evening, process=place)
        player.to_table()
    spectator = Table(hall.person("spectator", DESK), "spectator")
    spectator.goto(evening.url("live/", process=1))
    wall = Table(hall.person("wall", WALL), "wall")
    wall.goto(evening.url("screen/", process=1))
    for watcher in (spectator, wall):
        watcher.await_line()
    return Party(evening, host, players, [spectator, wall])
