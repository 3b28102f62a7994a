"""Everybody at a table without a browser: each does what they are waited for, and remembers what they were told."""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from tests.faults.history import History
from tests.faults.invariants import Screen, broken, i_proof_holds
from tests.faults.stored import Stored, read
from tests.serving import ROOT
from tests.staging import Evening, until
from tests.visitor import Form, Live, Visitor, command_id

HIDDEN = re.compile(r"\s*<\w+[^>]*\shidden[\s>]")
WHO_IS_HERE = ("roster", "hostcalls")


@dataclass
class Client:
    """One person at their page. ``pending`` is what was sent and isn't answered; ``statuses``: all they were told."""

    name: str
    live: Live
    history: History
    audience: str
    pending: tuple[Form, str] | None = None
    statuses: list[int] = field(default_factory=list)
    longest: float = 0.0

    def wanted(self) -> Form | None:
        """The form by which this person goes on, if they are waited for."""
        self.hear()
        if self.pending is not None:
            return None
        forms = self.offered("me", "deck", "matchdeck", "reach", "pier")
        return next((form for form in forms if form.command not in ("", "Claim", "Finish")), None)

    def offered(self, *fragments: str) -> list[Form]:
        """The forms that can be pressed in these fragments, as far as they are shown."""
        return [
            form
            for fragment in fragments
            if not HIDDEN.match(self.live.html.get(fragment, ""))
            for form in self.live.forms(fragment)
        ]

    def hear(self, seconds: float = 0.0) -> bool:
        """Take in what the line brought; whether it still stands."""
        stands = self.live.hear(seconds)
        self._note()
        return stands

    def _note(self) -> None:
        for topic, seq in self.live.seqs.items():
            self.history.sees(f"{self.name} {self.live.surface}", topic, seq)

    def act(self, form: Form) -> int:
        """Send what is waited for, once; its status. What isn't answered (0) stays pending under its id."""
        return self._send(form, command_id())

    def retry(self) -> int:
        """Send what wasn't answered again, as the same intention; its status, 0 where there is none."""
        return self._send(*self.pending) if self.pending is not None else 0

    def come_back(self) -> None:
        """Open the line again, and send again what nobody answered."""
        self.live.visitor.close()
        self.live.open()
        self.retry()

    def _send(self, form: Form, id_: str) -> int:
        self.pending = form, id_
        self.history.sends(id_)
        begun = time.monotonic()
        try:
            answer = self.live.command(form, id_)
        except ConnectionError:
            return 0
        self.longest = max(self.longest, time.monotonic() - begun)
        self.statuses.append(answer.status)
        self.history.hears(id_, answer.status, self.live.seqs)
        self._note()
        if answer.status < 500:
            self.pending = None
        return answer.status


@dataclass
class Crowd:
    """A host and players at one evening, registered and at their pages."""

    evening: Evening
    history: History = field(default_factory=History)
    clients: list[Client] = field(default_factory=list)

    def enter(self, names: tuple[str, ...], watchers: int = 0) -> None:
        """Everybody signs in or registers; players and who only watches are spread over the web processes."""
        urls = self.evening.site.urls
        host = Visitor(urls[0])
        host.sign_in()
        self._join("host", host, "host")
        for place, name in enumerate(names):
            visitor = Visitor(urls[place % len(urls)])
            answer = visitor.register(self.evening.path, name)
            assert answer.status == 200
            self._join(name, visitor, "live")
        for place in range(watchers):
            self._join(f"watcher {place}", Visitor(urls[place % len(urls)]), "live", "public")

    def _join(self, name: str, visitor: Visitor, surface: str, audience: str = "") -> None:
        visitor.get(f"{self.evening.path}{surface}/")
        live = Live(visitor, self.evening.event_id, surface)
        client = Client(name, live, self.history, audience or name)
        client.live.open()
        self.clients.append(client)

    @property
    def statuses(self) -> set[int]:
        """Every status that any command was answered with."""
        return {status for client in self.clients for status in client.statuses}

    def come_back(self) -> None:
        """Open every line again, and send again what nobody answered."""
        for client in self.clients:
            client.come_back()

    def waited_for(self) -> Client | None:
        """Somebody who can go on."""
        return next((client for client in self.clients if client.wanted() is not None), None)

    def turn(self) -> tuple[Client, Form]:
        """Somebody who can go on, and the form by which."""
        while True:
            client = until("somebody's turn", self.waited_for)
            form = client.wanted() if client else None
            if client is not None and form is not None:
                return client, form

    def play(self, acts: int, stop: Callable[[], bool] = lambda: False) -> int:
        """Let so many be done by whoever is waited for, one after the other, or until ``stop``; how many were."""
        for done in range(acts):
            actor = until("somebody's turn", lambda: stop() or self.waited_for())
            if not isinstance(actor, Client):
                return done
            form = actor.wanted()
            if form is not None:
                actor.act(form)
        return acts

    def retry_until_answered(self) -> None:
        """Send what nobody answered again and again, as pages do, until there is nothing left of it."""
        for client in self.clients:
            until(f"{client.name}'s answer", partial(_answered, client))

    def screens(self) -> list[Screen]:
        """What every page shows, and what it shows when opened anew; waits until those that can be are equal."""
        return [self._screen(client) for client in self.clients]

    def _screen(self, client: Client) -> Screen:
        fresh = Live(client.live.visitor, self.evening.event_id, client.live.surface)
        fresh.open()
        with suppress(AssertionError):  # what differs to the end is for the invariant to say
            until(f"{client.name}'s page", partial(_same, client, fresh), 20)
        fresh.shut()
        return Screen(client.audience, client.name, lasting(client.live), lasting(fresh))

    def check(self) -> None:
        """Everybody is answered; then raise AssertionError for every invariant that doesn't hold (A to K)."""
        self.retry_until_answered()
        screens = self.screens()
        wrong = broken(self.history, self.stored(), screens) + i_proof_holds(self.verified())
        assert wrong == [], "\n".join(wrong)

    def stored(self) -> Stored:
        """All that the site has stored by now."""
        return read(self.evening.site)

    def verified(self) -> str:
        """What the independent verifier prints of this evening's proof as it stands."""
        proof = self.clients[0].live.visitor.get(f"{self.evening.path}proof.json")
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(proof.text)
            file.flush()
            command = [sys.executable, str(ROOT / "scripts" / "verify_fair.py"), file.name]
            return subprocess.run(command, capture_output=True, text=True).stdout

    def leave(self) -> None:
        for client in self.clients:
            client.live.shut()
            client.live.visitor.close()


def lasting(live: Live) -> dict[str, str]:
    """A page's fragments, but for those that say whose page is open, which isn't pushed by itself (ADR 4)."""
    return {name: html for name, html in live.html.items() if name not in WHO_IS_HERE}


def _same(client: Client, fresh: Live) -> bool:
    return client.hear() and fresh.hear() and lasting(client.live) == lasting(fresh)


def _answered(client: Client) -> bool:
    client.retry()
    return client.pending is None
