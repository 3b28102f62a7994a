"""Processes are restarted one after the other while people play: no page shows an error, no command is lost.

More with ROUNDS=, which is how often each process is restarted.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Response

from tests.browser.conftest import chromium  # noqa: F401 - a fixture
from tests.browser.hall import DESK, Hall
from tests.browser.table import Table
from tests.faults.clients import Client
from tests.faults.test_kill import enter, is_on, press, remembered, whose
from tests.operations.patience import Company, Newcomers
from tests.operations.proxy import Proxy
from tests.serving import Serving
from tests.staging import Evening, close_in, rows, stage, until

pytestmark = [pytest.mark.served, pytest.mark.fault, pytest.mark.browser, pytest.mark.nightly]

NAMES = ("Osric", "Tansy", "Wren", "Bram", "Ilka", "Juno", "Mave", "Perrin", "Quill")
IN_CHROMIUM = "Juniper"
ROUNDS = int(os.environ.get("ROUNDS", "3"))
PACE = 0.2
"""Seconds from one act to the next."""
NOBODYS_TURN = 40.0
"""Seconds without an act after which the evening is taken to be over."""


class Rolling(threading.Thread):
    """Restarts one web process after the other, in the orderly way; each is ready before the next."""

    def __init__(self, site: Serving, rounds: int) -> None:
        super().__init__(daemon=True)
        self.site, self.rounds = site, rounds
        self.slowest_stop = 0.0
        self.problem: Exception | None = None

    def run(self) -> None:
        try:
            for _round in range(self.rounds):
                for name in ("web-0", "web-1"):
                    begun = time.monotonic()
                    self.site.stop(name)
                    self.slowest_stop = max(self.slowest_stop, time.monotonic() - begun)
                    self.site.start(name)
        except Exception as problem:
            self.problem = problem


class Watched:
    """What a page in Chromium went through that its reader could take for an error."""

    def __init__(self, page: Page) -> None:
        self.seen: list[str] = []
        page.on("response", self._answered)

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.seen.append(f"{response.status} {response.url}")

    def look(self, table: Table) -> None:
        shown = table.look(TROUBLE)
        if shown:
            self.seen.append(shown)


TROUBLE = """() => {
  const said = document.querySelector('#notice[data-kind="bad"]')?.textContent ?? "";
  const ofThePage = Object.values(document.getElementById("words")?.dataset ?? {});
  if (ofThePage.includes(said)) return said;
  return document.documentElement.dataset.conn === "off" ? "no connection" : "";
}"""
"""What the page itself complains of; that the table has moved on is an answer like others."""


@pytest.fixture
def pages(chromium: Browser) -> Iterator[Hall]:  # noqa: F811 - the fixture
    hall = Hall(chromium)
    yield hall
    hall.close()


def test_no_page_shows_an_error_and_no_command_is_lost(
    behind: Proxy, pages: Hall, at_the_end: ExitStack
) -> None:
    site = behind.site
    evening = stage(site, rounds=12)
    crowd = Company(evening)
    at_the_end.callback(crowd.leave)
    player = Table(
        remembered(pages.person(IN_CHROMIUM, ignore_https_errors=True), crowd.history), IN_CHROMIUM
    )
    wall = Table(pages.person("wall", DESK, ignore_https_errors=True), "wall")
    enter(player, evening.url())
    wall.goto(evening.url("screen/"))
    watched = {table: Watched(table.page) for table in (player, wall)}
    crowd.enter(NAMES, watchers=10)
    newcomers = Newcomers(stage(site), "Pat")
    newcomers.start()
    at_the_end.callback(newcomers.enough)
    close_in(evening, 0.5)
    play(
        crowd, player, watched, lambda acts: acts >= 20
    )  # drawn, called, answered, and at the dice
    rolling = Rolling(site, ROUNDS)
    rolling.start()
    done = play(crowd, player, watched, lambda acts: not rolling.is_alive())
    rolling.join()
    newcomers.enough()
    print(
        f"{2 * ROUNDS} restarts, the slowest stop took {rolling.slowest_stop:.1f} s; {done} acts and "
        f"{len(newcomers.entered)} registrations meanwhile; answers: {dict(crowd.answers())}; "
        f"lines ended: {sum(one.lost for one in crowd.patients())}"
    )

    assert rolling.problem is None
    assert [seen for one in watched.values() for seen in one.seen] == []
    assert set(crowd.answers()) <= {200, 409, 422}, "no answer, or one that is an error"
    assert all(one.lost >= ROUNDS for one in crowd.patients()), "everybody met a restart"
    assert newcomers.faults == []
    assert len(newcomers.entered) > ROUNDS
    assert set(newcomers.entered) == registered(newcomers.evening)
    until("every answer", lambda: not crowd.history.said("nothing"))
    assert done > 2 * ROUNDS
    crowd.come_back()  # nobody said anything while the last ones registered
    crowd.check()
    until("both pages", lambda: is_on(player) and is_on(wall))


def play(
    crowd: Company,
    player: Table,
    watched: dict[Table, Watched],
    is_enough: Callable[[int], bool],
) -> int:
    """Let whoever is waited for act until it is enough or the evening has no more; how many acts that were."""
    acts, acted = 0, time.monotonic()
    while not is_enough(acts):
        for table, seen in watched.items():
            seen.look(table)
        actor = whose(crowd, player)
        if actor is None:
            if time.monotonic() - acted > NOBODYS_TURN:
                break
            continue
        if isinstance(actor, Client):
            form = actor.wanted()
            if form is not None:
                actor.act(form)
                actor.hear(PACE)
        else:
            press(actor)
            actor.page.wait_for_timeout(1000 * PACE)
        acts, acted = acts + 1, time.monotonic()
    return acts


def registered(evening: Evening) -> set[str]:
    sql = "SELECT name FROM events_registration r JOIN events_event e ON e.id = event_id WHERE public_id = %s"
    return {name for (name,) in rows(evening.site, sql, evening.event_id)}
