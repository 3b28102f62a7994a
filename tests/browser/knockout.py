"""A KnockOut that three people play in browsers, and many more on phones of their own that no browser is drawn for.

Beside them are a host at the console, a spectator, a projector, and people who registered and never come.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from playwright.sync_api import TimeoutError, expect

from tests.browser.hall import DESK, WALL, Hall
from tests.browser.host import Host
from tests.browser.player import Player
from tests.browser.table import Table
from tests.evenings.guests import Guest, entered, registered
from tests.evenings.record import Record, records, seqs
from tests.staging import Evening, until
from tests.visitor import Form, Visitor

NAMES = ("Juniper", "Osric", "Tansy")
FREE_DIE = "#pier form[id^='pick-'] button:not([aria-disabled])"
_CAN_PICK = "chosen => document.querySelector(chosen) !== null"
DICE = range(1, 7)
Act = Callable[[], object]


@dataclass
class KnockOutNight:
    """Everybody who is there, and those who aren't: ``absent`` by name, each passed over by the host or the clock."""

    evening: Evening
    host: Host
    players: list[Player]
    watchers: list[Table]
    guests: list[Guest] = field(default_factory=list)
    absent: dict[str, Visitor] = field(default_factory=dict)
    for_the_clock: tuple[str, ...] = ()
    come_to: dict[str, int] = field(default_factory=dict)

    @property
    def everybody(self) -> list[Table]:
        return [self.host, *self.players, *self.watchers]

    @property
    def record(self) -> Record:
        (only,) = records(self.evening)
        return only

    def join(self, guests: Sequence[str], absent: Sequence[str]) -> None:
        """Those without a browser register; of them ``absent`` put their phones away at once."""
        self.guests += [
            registered(self.evening, name, place, self.come_to) for place, name in enumerate(guests)
        ]
        self.absent |= {name: entered(self.evening, name) for name in absent}

    def start(self) -> None:
        """Draw the order, and call the first to the dice."""
        self.host.press("Draw")
        self.host.press("Start the KnockOut")

    def next_act(self) -> Act:
        """What somebody who is waited for does; nothing once the match is over.

        However many act beside each other, nobody does so on a page that hasn't heard of what was done last.
        """
        self.come_to |= seqs(self.evening)  # what was done in a browser is known there only
        act = until("somebody's turn", self._look, 180)
        assert act is not None
        return act

    @property
    def is_over(self) -> bool:
        return self.host.offered("Finish the evening")

    def close(self) -> None:
        for guest in self.guests:
            guest.close()
        for device in self.absent.values():
            device.close()

    def _look(self) -> Act | None:
        for guest in self.guests:
            if form := guest.wanted():
                return partial(self._guest_acts, guest, form)
        matches = [seq for topic, seq in self.come_to.items() if topic.startswith("match/")]
        newest = max(matches, default=0)
        pages = [one for one in (self.host, *self.players) if one.come_to() >= newest]
        for one in pages:
            if isinstance(one, Player) and one.look(_CAN_PICK, FREE_DIE):
                return partial(self._picks, one)
            if one.awaited():
                return partial(self._acts, one)
        called = [name for name in self.absent if name not in self.for_the_clock]
        for name in called if self.host in pages else []:
            if self._pass_over(name).count():
                return partial(self._passes_over, name)
        return self._nothing if self.is_over else None

    def _nothing(self) -> None:
        """The match is over."""

    def _acts(self, one: Table) -> None:
        """Press what is waited for, unless the clock was faster."""
        try:
            one.act(patience=5)
        except TimeoutError:
            assert not one.awaited()

    def _guest_acts(self, guest: Guest, form: Form) -> None:
        assert guest.act(form).status == 200, (guest.name, form)

    def _picks(self, player: Player) -> None:
        """Whatever the page still offers, the die must be free by now."""
        taken = self.record.dice_taken
        player.pick(next(die for die in DICE if die not in taken))

    def _pass_over(self, name: str):
        return self.host.page.locator("#tablecalls").get_by_role(
            "button", name=f"Pass over {name}", exact=True
        )

    def _passes_over(self, name: str) -> None:
        """The host goes on without somebody who is called; the second time the console asks first.

        Alone in the queue they are called again at once, so the button may stay.
        """
        before = self.record.times_passed_over(name)
        self._pass_over(name).click()
        until(f"{name} to be passed over", lambda: self.record.times_passed_over(name) > before)
        expect(self.host.page.locator("[data-busy]")).to_have_count(0)

    def undo(self, reason: str) -> None:
        """The host undoes the last move, with a reason that everybody reads.

        Once the console shows that move, and anew if somebody moved in the meantime.
        """
        until("the undo", lambda: self._undoes(reason))

    def _undoes(self, reason: str) -> bool:
        before = self.record.undone
        newest = max(seqs(self.evening).values())
        until("the console to be up to date", lambda: self.host.come_to() >= newest)
        page = self.host.page
        why = page.locator("#undo-reason")
        if not why.is_visible():
            page.get_by_role("button", name="Undo…").click()
        why.fill(reason)
        page.get_by_role("button", name="Undo it").click()
        expect(page.locator("[data-busy]")).to_have_count(0)
        return self.record.undone > before


def gather(hall: Hall, evening: Evening) -> KnockOutNight:
    """The host at the console, three players at the table, a spectator and a projector, over all web processes."""
    host = Host(hall.person("host", DESK), "host")
    host.sign_in(evening.site.url)
    host.open_console(evening)
    host.page.on("dialog", lambda dialog: dialog.accept())
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
    return KnockOutNight(evening, host, players, [spectator, wall])
